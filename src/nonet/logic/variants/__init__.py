"""Techniques for puzzles with rules: killer cages and the rule of 45, and what any other rule implies.

    ways        how cells can be filled so that their digits make a sum
    cages       one killer cage: its last cell, its combinations, a digit it must have, where its digits go
    sums        the rule of 45: innies and outies of up to three houses, cages cut in two
    equal_sums  pieces with the same sum: the sums that they have in common
    groups      several cages in a house: killer pairs, combinations that another cage or cell blocks
    order       thermometers and signs: what a cell is at least and at most, by its place
    turns       two kinds of digits in turn: low and high ones on whisper lines, odd and even ones along white dots
    pairs       two related cells: digits without a partner, two cells with the same partner, twins
    between     between and lockout lines: what the ends leave for the cells between them, and these for the ends
    needs       sets of digits and counted digits: what cells can hold together, and what they must hold
    pointers    cells that say where a digit is: indexing, numbered rooms
    skylines    skyscrapers: how many digits can be seen at most, and at least
    leftovers   jigsaws: what rows, and as many regions, do not share
    implied     any rule, or two together: what holds in every way to fill their cells
    links       what rules give to chains: candidates that exclude each other, digits that have a place
    trial       suppose a candidate, and meet a contradiction

`variants.txt` beside the catalogue lists them, and where they are tried among the other techniques. They read
`position.rules`; each step names the rules that it uses, and `nonet.logic.verify` proves it by what these rules mean.
"""

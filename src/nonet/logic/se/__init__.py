"""The steps of Sudoku Explainer 1.2.1 and 1.18: the scale that players quote ("an 8.3").

Which of several equally hard steps comes first decides what comes later, and so the rating; that is why this path is
kept apart from the techniques of `nonet.logic`, which follow HoDoKu. The rules themselves are compiled only
(native/explainer): in Python they would take minutes for one puzzle.

    records    what the kernel answers with, and the names of the rules
    steps      the same as steps with evidence
    evidence   the evidence of chains
    refute     truths that prove a conclusion, where no pattern says them
"""

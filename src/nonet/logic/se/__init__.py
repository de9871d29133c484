"""The rules of Sudoku Explainer 1.2.1 and 1.18, in its order: the scale that players quote ("an 8.3").

Which of several equally hard steps comes first decides what comes later, and so the rating; that is why this path
is kept apart from the techniques of `nonet.logic`, which follow HoDoKu. The readable form is here; the compiled one
(native/explainer) takes the same steps in the same order, and the tests compare the two.

    board       the position, by cell and by house
    hint        what a rule concludes, and how hard that is to see
    basic       singles, locked candidates, sets, fish, wings
    unique      unique rectangles and loops, the bivalue universal grave
    exclusion   aligned pairs and triplets
    strong_links, large_wings    what SukakuExplainer 1.18 added
    chains      nodes and chains, their length and their name
    chaining    the searches: simple, nishio, multiple, dynamic, nested
    path        all rules in order, and the way to the solution
"""

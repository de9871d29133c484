"""Exercise 6: exact cover.

Given some needs, and options that each meet some of them: which options, taken together, meet every need exactly once?
Knuth's Algorithm X:

    no need is left: the options taken so far are a cover
    take the need with the fewest options
    for each of its options: take it, leave out every option that meets one of the same needs, and go on

With the needs {1, 2, 3} and the options a = {1, 2}, b = {3}, c = {1}, d = {2, 3} there are two covers: a b and c d.

Hint: sets are enough, no linked lists are needed. In the end the checker turns a 4x4 Sudoku into an exact cover and
lets your function solve it.
"""


def exact_covers(needs, options):
    """All exact covers, each a sorted list of names.

    `needs` is a set, `options` a dictionary from the name of an option to the set of the needs that it meets.
    """
    raise NotImplementedError

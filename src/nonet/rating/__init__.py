"""How hard a puzzle is, on one of several scales; every rating says by which scheme and version."""

from nonet.rating.base import Rating, Scheme, rate, register, scheme, scheme_names

__all__ = ["Rating", "Scheme", "rate", "register", "scheme", "scheme_names"]


def _hodoku() -> Scheme:
    from nonet.rating.hodoku import Hodoku

    return Hodoku()


register("hodoku", _hodoku)

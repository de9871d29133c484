"""The API of a household: a player moves to another device, and the times for the puzzle of the day are compared."""

from __future__ import annotations

from starlette.requests import Request

from nonet.faces.web import results
from nonet.faces.web.answers import CodeJson, HouseholdJson
from nonet.faces.web.api import answer_of, open_games_of
from nonet.faces.web.bodies import AskedDay, AskedNothing, GivenCode
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.players import CODE_SECONDS, COOKIE, Household, cookie
from nonet.faces.web.problems import Problem
from nonet.play import Settings


async def household(request: Request, asked: AskedDay) -> JsonAnswer[HouseholdJson]:
    """Whether others play here, too, and how long each of them took for the puzzle of a day."""
    if _found(request) is None:
        return JsonAnswer({"open": False, "times": []})
    return await answer_of(request, results.household_times, asked)


async def new_code(request: Request, asked: AskedNothing) -> JsonAnswer[CodeJson]:
    """A code that moves this player to another device; it can be used once."""
    code = _household(request).new_code(request.scope["device"])
    return JsonAnswer({"code": code, "seconds": CODE_SECONDS})


async def move_here(request: Request, asked: GivenCode) -> JsonAnswer[Settings]:
    """Play on this device as the player whose code it is; the answer has their settings."""
    device = _household(request).redeem("".join(asked.code.split()))
    store = open_games_of(request).store.as_player(device.player)
    return JsonAnswer(store.settings(), headers={"Set-Cookie": cookie(COOKIE, device.secret)})


def _found(request: Request) -> Household | None:
    found: Household | None = getattr(request.app.state, "household", None)
    return found


def _household(request: Request) -> Household:
    found = _found(request)
    if found is None:
        raise Problem(
            409, "no-household", "there is one player here; sudoku web --host lets others play, too"
        )
    return found

"""Two devices of a household in a browser: each has its own language, and a player moves by a code."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from faces.web.pages import Family

pytestmark = pytest.mark.browser


def test_each_device_has_its_own_language_and_a_player_moves_by_a_code(family: Family) -> None:
    phone, desktop = family.device(), family.device()
    phone.get_by_role("button", name="Settings").click()
    phone.get_by_role("radio", name="Čeština").check()
    expect(phone.get_by_role("heading", name="Nastavení")).to_be_visible()
    desktop.reload()
    expect(desktop.get_by_role("button", name="Settings")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("button", name="Nastavení")).to_be_visible()

    # A player moves to another device by a code.
    old, new = desktop, phone
    new.get_by_role("button", name="Nastavení").click()
    new.get_by_role("radio", name="English").check()
    new.get_by_role("button", name="Close").click()
    old.get_by_role("button", name="Settings").click()
    old.get_by_label("Your name").fill("Anna")
    with old.expect_response("**/api/settings"):
        old.get_by_label("Your name").press("Tab")
    old.get_by_role("button", name="Play on another device, too").click()
    code = old.locator(".player-code b").inner_text()
    new.get_by_role("button", name="Settings").click()
    expect(new.get_by_label("Your name")).to_have_value("")
    new.get_by_label("Code from your other device").fill("000")
    new.get_by_role("button", name="Use the code").click()
    expect(new.get_by_text("This code is wrong, was used already, or is too old.")).to_be_visible()
    new.keyboard.press("Escape")
    new.get_by_label("Code from your other device").fill(code)
    with new.expect_navigation():
        new.get_by_role("button", name="Use the code").click()
    new.wait_for_selector("main > *")
    new.get_by_role("button", name="Settings").click()
    expect(new.get_by_label("Your name")).to_have_value("Anna")


def test_alone_there_is_no_player_in_the_settings(open_page: object) -> None:
    page: Page = open_page()  # type: ignore[operator]
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)


def test_the_times_of_the_day_are_compared(family: Family, same_day: date) -> None:
    anna, ben = family.device(), family.device()
    origin = {"Content-Type": "application/json", "Origin": family.watch.origin}

    def ask(path: str, body: object, method: str = "POST") -> Any:
        return anna.request.fetch(f"/api/{path}", method=method, data=json.dumps(body), headers=origin).json()

    ask("settings", {"name": "Anna"}, "PATCH")
    game = ask("games", {"daily": same_day.isoformat()})
    (solution,) = ask("solve", {"puzzle": game["share"]})["solutions"]
    actions = [
        {"type": "place", "cells": [cell], "digit": int(digit)}
        for cell, digit in enumerate(solution)
        if not game["values"][cell]
    ]
    ask(f"games/{game['id']}/actions", {"client": "a", "first": 1, "actions": actions, "seconds": 61})
    ben.goto("/#/days")
    expect(ben.locator(".household-times li")).to_have_text("Anna 1:01")
    anna.goto(f"/#/game/{game['id']}")
    expect(anna.locator(".finish .household-times li")).to_have_text("Anna (you) 1:01")

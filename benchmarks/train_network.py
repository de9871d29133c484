"""Trains a small network for minutes on a GPU, and lets it answer the 9x9 questions of the benchmark for models.

    python -m benchmarks.train_network answers.jsonl [--seconds 150] [--puzzles 300000] [--device cuda]
    sudoku benchmark --score answers.jsonl

Needs torch. The puzzles to learn from are dug by nonet, from a seed that the benchmark does not use, some of them with
more clues than they need; each batch is disguised by a random symmetry. The network is one block of a transformer, used
again and again: each cell looks at its row, its column and its box, 16 times in training and up to 64
times in the end. It is told nothing about Sudoku but which cells are a house. An answer is what it says in the end;
nothing is searched for.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

from nonet.generate import Dig, dig_many
from nonet.many import solve_many
from nonet.models.benchmark import GROUPS, questions

SEED = 20_370_000
KINDS = 3  # of houses
ROUNDS, MORE_ROUNDS = 16, 64


class Network(nn.Module):  # type: ignore[misc] # torch is not installed where types are checked
    """One block of a transformer, applied in rounds; after each round, a digit for each cell."""

    def __init__(self, width: int = 144, heads: int = 2) -> None:
        super().__init__()
        self.width, self.heads = width, heads
        self.clue = nn.Embedding(10, width)
        self.before, self.between, self.after = (nn.LayerNorm(width) for _ in range(3))
        self.ask = nn.Linear(width, 3 * width)
        self.tell = nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.say = nn.Linear(width, 9)
        cells = torch.arange(81).view(9, 9)
        boxes = cells.view(3, 3, 3, 3).transpose(1, 2).reshape(81)
        orders = torch.stack([cells.reshape(81), cells.t().reshape(81), boxes])
        self.register_buffer("orders", orders)  # the cells, house by house
        self.register_buffer("inverses", orders.argsort(dim=1))

    def forward(self, clues: Any, rounds: int, *, only_last: bool = False) -> list[Any]:
        given = self.clue(clues)
        state = torch.zeros_like(given)
        said = []
        for number in range(rounds):
            state = state + given
            state = state + self.tell(self._look(self.ask(self.before(state))))
            state = state + self.think(self.between(state))
            state = self.after(state)
            if not only_last or number == rounds - 1:
                said.append(self.say(state))
        return said

    def _look(self, asked: Any) -> Any:
        """Attention within the houses: a third of the channels for rows, one for columns, one for boxes."""
        count, size = len(asked), self.width // KINDS // self.heads
        parts = asked.view(count, 81, 3, KINDS, self.heads, size)
        seen = []
        for kind in range(KINDS):
            listed = parts.select(3, kind)[:, self.orders[kind]]  # count, 81, 3, heads, size
            query, key, value = listed.reshape(count * 9, 9, 3, self.heads, size).permute(2, 0, 3, 1, 4)
            found = functional.scaled_dot_product_attention(query, key, value)
            found = found.transpose(1, 2).reshape(count, 81, self.heads * size)
            seen.append(found[:, self.inverses[kind]])
        return torch.cat(seen, dim=-1)


def puzzles(count: int, first: int) -> tuple[Any, Any]:
    """Dug puzzles and their solutions: two arrays of (count, 81)."""
    dug = [each for each in dig_many(Dig(), SEED, first, count, threads=16) if each is not None]
    clues = numpy.frombuffer(b"".join(dug), numpy.uint8).reshape(-1, 81)
    solved = numpy.asarray(solve_many(clues, threads=None).solutions).reshape(-1, 81)
    return torch.tensor(clues), torch.tensor(solved)


def batch(clues: Any, solved: Any, size: int) -> tuple[Any, Any]:
    """Some of the puzzles, disguised by one symmetry and renamed digits each; half of them with further clues."""
    device = clues.device
    chosen = torch.randint(len(clues), (size,), device=device)
    cells = _symmetry().to(device)
    some, full = clues[chosen][:, cells].long(), solved[chosen][:, cells].long()
    names = torch.rand(size, 9, device=device).argsort(dim=1) + 1
    full = names.gather(1, full - 1)
    share = (torch.rand(size, 1, device=device) * 2 - 1).clamp(min=0) * 0.4
    shown = (some > 0) | (torch.rand(size, 81, device=device) < share)
    return full * shown, full


def _symmetry() -> Any:
    """A random symmetry of the board, as the cells in their new order."""
    rows, columns = (
        torch.cat([3 * band + torch.randperm(3) for band in torch.randperm(3)]) for _ in range(2)
    )
    board = torch.arange(81).view(9, 9)[rows][:, columns]
    return (board.t() if torch.rand(()) < 0.5 else board).reshape(81)


def train(network: Network, clues: Any, solved: Any, options: argparse.Namespace) -> int:
    """Learns until the time or the steps are used up; returns the number of steps."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.01, betas=(0.9, 0.98))
    start = told = time.monotonic()
    step = 0
    while (spent := time.monotonic() - start) < options.seconds and step < options.steps:
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1.0, (step + 1) / 200, 1.05 - spent / options.seconds)
        some, full = batch(clues, solved, options.batch)
        empty = some == 0
        with torch.autocast(clues.device.type, torch.bfloat16):
            said = network(some, ROUNDS)
        wanted = torch.where(empty, full - 1, -100)  # clues do not count
        everything = torch.stack(said).float().flatten(0, 2)
        loss = functional.cross_entropy(everything, wanted.repeat(ROUNDS, 1).flatten(), ignore_index=-100)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        if time.monotonic() - told > 10:
            told = time.monotonic()
            last = (said[-1].argmax(-1) + 1 == full) | ~empty
            solved_share = last.all(dim=1).float().mean().item()
            print(
                f"{spent:4.0f} s, step {step}: loss {loss.item():.3f}, solved {solved_share:.1%}", flush=True
            )
    return step


def answers(network: Network, clues: Any, rounds: int) -> Any:
    """What the network says in the last round; clues stay."""
    with torch.no_grad(), torch.autocast(clues.device.type, torch.bfloat16):
        said = network(clues.long(), rounds, only_last=True)[-1]
    return torch.where(clues > 0, clues.long(), said.argmax(-1) + 1)


def main() -> None:
    """Trains, and writes the answers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_network", description="A network.")
    parser.add_argument("output", type=Path, metavar="ANSWERS.jsonl")
    parser.add_argument("--seconds", type=float, default=150, help="of training")
    parser.add_argument("--steps", type=int, default=1 << 30, help="of training, at most")
    parser.add_argument("--puzzles", type=int, default=300_000, help="to learn from")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    torch.manual_seed(1)
    start = time.monotonic()
    clues, solved = (each.to(options.device) for each in puzzles(options.puzzles, 2000))
    held, held_solved = (each.to(options.device) for each in puzzles(2000, 0))
    print(f"{len(clues):,} puzzles dug in {time.monotonic() - start:.0f} s", flush=True)
    network = Network().to(options.device)
    size = sum(each.numel() for each in network.parameters())
    start = time.monotonic()
    steps = train(network, clues, solved, options)
    print(f"{size:,} parameters, {steps:,} steps of {options.batch} in {time.monotonic() - start:.0f} s")
    network.eval()
    solved_by = {}
    for rounds in (ROUNDS, MORE_ROUNDS):
        right = (answers(network, held, rounds) == held_solved).all(dim=1).float().mean().item()
        print(f"puzzles that it has not seen, {rounds} rounds: {right:.1%} solved")
        solved_by[rounds] = right
    rounds = max(solved_by, key=lambda each: solved_by[each])
    asked = list(questions(group.name for group in GROUPS if group.name.startswith("9x9-")))
    boards = torch.tensor([list(each.puzzle.givens.entries) for each in asked], device=options.device)
    with options.output.open("w", encoding="utf-8") as file:
        for each, board in zip(asked, answers(network, boards, rounds).tolist(), strict=True):
            rows = ("".join(map(str, board[row : row + 9])) for row in range(0, 81, 9))
            file.write(json.dumps({"id": each.id, "answer": "\n".join(rows)}) + "\n")


if __name__ == "__main__":
    main()

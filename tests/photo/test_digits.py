"""The network, its weights, and the arithmetic of its training."""

from __future__ import annotations

from importlib.resources import files
from itertools import product

import cv2
import numpy
import pytest
from train_digits import CLASSES, SIDE, Examples, distorted, gradients, new_weights, train

from nonet.photo.digits import convolve, default_weights, pool, probabilities


def test_a_convolution_is_what_opencv_computes() -> None:
    rng = numpy.random.default_rng(1)
    values = rng.normal(size=(2, 8, 8, 3)).astype(numpy.float32)
    kernel = rng.normal(size=(27, 4)).astype(numpy.float32)
    found = convolve(values, kernel, numpy.float32(0.5))
    for image, output in product(range(2), range(4)):
        parts = [
            cv2.filter2D(
                values[image, :, :, channel],
                -1,
                numpy.ascontiguousarray(kernel.reshape(3, 3, 3, 4)[:, :, channel, output]),
                borderType=cv2.BORDER_CONSTANT,
            )
            for channel in range(3)
        ]
        assert numpy.allclose(found[image, :, :, output], sum(parts) + 0.5, atol=1e-4)


def test_pooling_takes_the_maximum_of_four() -> None:
    values = numpy.arange(32, dtype=numpy.float32).reshape(1, 4, 4, 2)
    assert pool(values)[0, :, :, 0].tolist() == [[10, 14], [26, 30]]


def test_the_weights_are_small_and_the_probabilities_add_up() -> None:
    assert len(files("nonet.photo").joinpath("weights.npz").read_bytes()) < 1_000_000
    found = probabilities(numpy.zeros((3, SIDE, SIDE), numpy.float32))
    assert found.shape == (3, 10)
    assert numpy.allclose(found.sum(axis=1), 1)
    assert (found.argmax(axis=1) == 0).all(), "blank paper is an empty cell"
    assert default_weights()["output"].shape == (64, CLASSES)


@pytest.mark.slow
def test_the_gradients_are_the_slopes_of_the_loss() -> None:
    rng = numpy.random.default_rng(2)
    weights = {name: each.astype(float) for name, each in new_weights(rng).items()}
    cells = rng.random((4, SIDE, SIDE))
    target = numpy.eye(CLASSES)[[0, 3, 5, 9]]
    _, slopes = gradients(weights, cells, target)
    for name, values in weights.items():
        at = tuple(rng.integers(size) for size in values.shape)
        around = []
        for change in (1e-5, -1e-5):
            values[at] += change
            around.append(gradients(weights, cells, target)[0])
            values[at] -= change
        assert (around[0] - around[1]) / 2e-5 == pytest.approx(slopes[name][at], rel=1e-3, abs=1e-8), name


def test_distorted_cells_are_the_middle_of_the_whole_ones() -> None:
    """On average, over many distortions, a dot in the middle stays there."""
    whole = numpy.zeros((200, 38, 38), numpy.uint8)
    whole[:, 17:21, 17:21] = 100
    mean = distorted(whole, numpy.random.default_rng(3)).mean(axis=0)
    assert mean.shape == (SIDE, SIDE)
    y, x = numpy.unravel_index(mean.argmax(), mean.shape)
    assert abs(y - 15.5) <= 1
    assert abs(x - 15.5) <= 1


@pytest.mark.slow
def test_training_learns() -> None:
    """Bars and blank cells can be told apart after a few steps."""
    rng = numpy.random.default_rng(4)
    digits = numpy.arange(128) % 2
    cells = numpy.zeros((128, 38, 38), numpy.uint8)
    cells[digits == 1, 8:30, 17:21] = 100
    weights = train(Examples(cells, digits, numpy.zeros(128, int)), epochs=8, rng=rng, rate=4e-3)
    found = probabilities(cells[:, 3:35, 3:35].astype(numpy.float32) / 100, weights).argmax(axis=1)
    assert (found == digits).mean() > 0.95

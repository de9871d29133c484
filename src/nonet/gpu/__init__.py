"""Millions of classic puzzles on an NVIDIA GPU: the answers of `nonet.many`, faster.

    pip install "nonet[gpu]"          CuPy, for CUDA 13; see docs/gpu.md for others

`solve_many`, `unique_many` and `count_many` take what their namesakes in `nonet` take. Arrays of numbers that are
already on the GPU (CuPy, or a torch tensor) are used where they are, and the answers stay there, as arrays of the same
library; everything else is copied to the GPU and back.

    from nonet.gpu import solve_many
    solve_many(torch_tensor).status         # a tensor on the same GPU
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)

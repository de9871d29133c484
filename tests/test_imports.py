"""The import graph: a module imports only from layers above its own in LAYERS.

A module that LAYERS does not contain is an error, so a new part of the package must be added here.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from many_cases import for_cases

SOURCE = Path(__file__).resolve().parents[1] / "src"

# A part may import the parts in the lines above its own, but none in its own line. A part is a module of nonet, or a
# package with everything in it; each face is a part of its own.
LAYERS = """
    version
    display
    visible
    errors
    unraisable  plugins
    arguments
    lazy_names
    optional_import
    limits
    kept_files
    about
    messages
    _native
    native
    rng
    bitsets
    grouping
    parallel
    dimensions
    board_plans
    layout
    fields  rulings
    grid
    rules
    puzzle
    formats
    candidates
    step_json
    step
    symmetry
    canonical
    equivalence
    engines  logic
    solving
    true_candidates  estimate  clues
    records
    gpu
    many
    rating
    generate
    research
    jobs
    lines
    hints
    photo
    explain
    draw
    play
    bulk
    data
    models
    judge
    nonet
    faces
    faces.typed_lines
    faces.cli  faces.console  faces.file_solver  faces.mini  faces.tui  faces.web
    __main__
"""
RANK = {part: rank for rank, line in enumerate(LAYERS.split("\n")) for part in line.split()}

# The only module without a file in src/: it is compiled, if there is a compiler.
COMPILED = "nonet._native"

# Only cli imports the other faces, and only inside functions: starting one command loads no other.
NAMES_OTHER_FACES = "faces.cli"

# Which parts may import which third-party packages. `import nonet` needs none of them.
OUTSIDE = {
    "bulk": {"dask", "distributed", "fsspec", "numpy", "pandas", "polars", "pyarrow"},
    "candidates": {"numpy"},
    "data": {"datasets", "numpy", "pyarrow", "torch"},
    "faces.cli": {"click"},
    "faces.tui": {"rich", "textual"},
    "faces.web": {"h11", "starlette", "uvicorn"},
    "gpu": {"cupy", "numpy", "torch"},
    "grid": {"numpy"},
    "many": {"numpy"},
    "models": {"cupy", "gymnasium", "numpy", "pydantic", "torch"},
    "puzzle": {"numpy"},
    "records": {"numpy"},
}


@dataclass(frozen=True)
class Import:
    """One import statement of one module."""

    importer: str
    imported: str
    line: int
    lazy: bool


def part_of(module: str) -> str:
    """The part that a module belongs to: `engines` for `nonet.engines.base`, `nonet` for `nonet` itself."""
    names = module.split(".")[1:]
    if not names:
        return "nonet"
    return ".".join(names[:2]) if names[0] == "faces" else names[0]


def imports_of(module: str, text: str, modules: set[str]) -> Iterator[Import]:
    """Every import in a module, at any level. `modules` distinguishes submodules from names in a package.

    `import_module(f"nonet.formats.{name}")` counts as an import of every module of that package whose name is
    a string in the importing module, so that a table of modules hides no circle. Only such calls make it necessary to
    look at expressions, which are most of a module.
    """
    tree = ast.parse(text)
    children = ast.iter_child_nodes if "import_module" in text else statements_in
    rest: list[tuple[ast.AST, bool]] = [(tree, False)]
    while rest:
        node, lazy = rest.pop()
        found: list[str] = []
        match node:
            case ast.Import():
                found = [name.name for name in node.names]
            case ast.ImportFrom(module=None) | ast.ImportFrom(level=1 | 2 | 3):
                raise AssertionError(f"{module}, line {node.lineno}: write relative imports in full")
            case ast.ImportFrom(module=str(base)):
                inside = [f"{base}.{name.name}" for name in node.names]
                found = [name if name in modules or name == COMPILED else base for name in inside]
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
                found = [name]
            case ast.Call(
                func=ast.Name(id="import_module"),
                args=[ast.JoinedStr(values=[ast.Constant(value=str(package)), ast.FormattedValue()])],
            ):
                constants = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
                found = sorted(modules & {f"{package}{name}" for name in constants if isinstance(name, str)})
        for name in found:
            yield Import(module, name, getattr(node, "lineno", 0), lazy)
        lazy = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        rest.extend((child, lazy) for child in children(node))


def statements_in(node: ast.AST) -> Iterator[ast.AST]:
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        yield from getattr(node, block, ())


def direction_fault(edge: Import) -> str | None:
    """What is wrong with an import between two parts of nonet, if anything."""
    importer, imported = part_of(edge.importer), part_of(edge.imported)
    if edge.imported != "nonet" and edge.importer.startswith(f"{edge.imported}."):
        return "is the package that it is part of; import the module that defines the name"
    if importer == imported:
        return None
    if imported not in RANK:
        return "stands in no layer"
    if importer == NAMES_OTHER_FACES and imported.startswith("faces."):
        return None if edge.lazy else "must be imported inside a function"
    if RANK[imported] == RANK[importer]:
        return "stands beside it"
    return "stands below it" if RANK[imported] > RANK[importer] else None


def faults(sources: dict[str, str]) -> list[str]:
    """All violations of the layers in these modules (name to source text)."""
    modules = set(sources)
    found = [f"{module} stands in no layer" for module in sources if part_of(module) not in RANK]
    edges = [
        edge
        for module, text in sources.items()
        if part_of(module) in RANK
        for edge in imports_of(module, text, modules)
    ]
    for edge in edges:
        place = f"{edge.importer}, line {edge.line}: {edge.imported}"
        outermost = edge.imported.split(".")[0]
        if outermost == "nonet":
            fault = direction_fault(edge)
            if fault:
                found.append(f"{place} {fault}")
        elif outermost not in sys.stdlib_module_names | OUTSIDE.get(part_of(edge.importer), set()):
            found.append(f"{place} is not of the standard library")
    circle = a_circle(edges)
    return [*found, "a circle: " + " -> ".join(circle)] if circle else found


def a_circle(edges: Iterable[Import]) -> list[str]:
    """Modules that import each other in a circle, if there are any. Every import counts: those inside functions
    and those for types too.
    """
    graph: dict[str, set[str]] = {}
    for edge in edges:
        if not edge.importer.startswith(f"{edge.imported}."):  # direction_fault names it
            graph.setdefault(edge.importer, set()).add(edge.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_package_obeys_the_layers() -> None:
    sources = {}
    for path in sorted(SOURCE.glob("nonet/**/*.py")):
        names = path.relative_to(SOURCE).with_suffix("").parts
        stub = path.with_suffix(".pyi")  # the lazy names of a package
        sources[".".join(names[:-1] if names[-1] == "__init__" else names)] = "\n".join(
            file.read_text(encoding="utf-8") for file in (path, stub) if file.exists()
        )
    assert {"nonet", "nonet.layout", "nonet.engines", "nonet.engines.base"} <= set(sources)
    found = faults(sources)
    assert not found, "\n".join(found)


def parts() -> set[str]:
    """The parts that have a file or a folder in src/, and the compiled one."""
    package = SOURCE / "nonet"
    files = [*package.glob("*.py"), *package.glob("*/__init__.py"), *package.glob("faces/*.py")]
    files += package.glob("faces/*/__init__.py")
    modules = {file.parent if file.stem == "__init__" else file.with_suffix("") for file in files}
    return {part_of(".".join(path.relative_to(SOURCE).parts)) for path in modules} | {part_of(COMPILED)}


def test_every_layer_exists() -> None:
    assert set(RANK) == parts()


def test_the_design_names_every_part() -> None:
    """In the first column of its tree, the faces in their own line; and nothing else."""
    page = (SOURCE.parent / "docs/design.md").read_text(encoding="utf-8")
    tree = page.partition("src/nonet/\n")[2].partition("\nnative/ ")[0]
    named = set(" ".join(re.findall(r"^  (\w+(?: \w+)*)", tree, re.MULTILINE)).split())
    named |= {f"faces.{name}" for name in re.findall(r"(?:  |· )(\w+)", tree[tree.index("  faces/") + 7 :])}
    assert named == parts() - {"nonet", "__main__", part_of(COMPILED)}


@for_cases(
    [
        ("nonet.grid", "from nonet.layout import Layout", None),
        ("nonet.layout", "from nonet.grid import Grid", "below"),
        ("nonet.layout", "import nonet.grid", "below"),
        ("nonet.layout", "def f():\n    from nonet.grid import Grid", "below"),
        ("nonet.layout", "from nonet import Grid", "below"),
        ("nonet.errors", "if TYPE_CHECKING:\n    from nonet.layout import Layout", "below"),
        ("nonet.errors", "if TYPE_CHECKING:\n    from nonet.engines.base import Engine", "below"),
        ("nonet.engines.base", "from nonet import puzzle", None),
        ("nonet.engines.base", "from nonet.engines.order import Order", None),
        ("nonet.engines.order", "import nonet.engines.base", "a circle"),
        ("nonet.formats.plain", "from nonet.engines.base import Engine", "below"),
        ("nonet.engines.base", "from nonet.logic.path import path", "beside"),
        ("nonet.engines.order", "def f():\n    import nonet.engines.base", "a circle"),
        ("nonet.engines.order", "if TYPE_CHECKING:\n    from nonet.engines.base import Engine", "a circle"),
        ("nonet.engines.order", "from nonet.engines import engine", "part of"),
        ("nonet.engines.order", "NAME = 'base'\nimport_module(f'nonet.engines.{NAME}')", "a circle"),
        ("nonet.engines", "from nonet.engines.base import Engine", None),
        ("nonet.engines", "import nonet.engines.order", None),
        ("nonet.generate", "from nonet.engines import engine", None),
        ("nonet.generate", "from nonet.faces.console import play", "below"),
        ("nonet", "from nonet.generate import create", None),
        ("nonet", "from nonet.faces.cli import main", "below"),
        ("nonet.faces.console", "from nonet import Grid", None),
        ("nonet.faces.console", "def f():\n    from nonet.faces.mini import Sudoku", "beside"),
        ("nonet.faces.console", "from nonet.faces.cli import main", "beside"),
        ("nonet.faces.cli.mini", "def f():\n    from nonet.faces.mini import main", None),
        ("nonet.faces.cli.mini", "from nonet.faces.mini import main", "inside a function"),
        ("nonet.__main__", "from nonet.faces.cli import main", None),
        ("nonet.native", "import importlib\nimportlib.import_module('nonet._native')", None),
        ("nonet.native", "from nonet import _native", None),
        ("nonet.native", "import importlib\nimportlib.import_module('nonet.grid')", "below"),
        ("nonet.layout", "import numpy", "standard library"),
        ("nonet.grid", "import click", "standard library"),
        ("nonet.faces.cli.app", "import click", None),
        ("nonet.somewhere", "", "no layer"),
        ("nonet.faces.somewhere", "", "no layer"),
        ("nonet.faces.mini", "from nonet.somewhere import x", "no layer"),
    ]
)
def test_violations_are_found(importer: str, text: str, fault: str | None) -> None:
    sources = {"nonet.puzzle": "", "nonet.engines.base": "import nonet.engines.order"} | {importer: text}
    found = faults(sources)
    if fault is None:
        assert found == []
    else:
        assert len(found) == 1
        assert fault in found[0]


def classes_in(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ClassDef)}


def test_a_class_name_is_used_once() -> None:
    found: dict[str, list[Path]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for name in re.findall(r"^ *class (\w+)[(:]", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(path)
    assert "Layout" in found
    repeated = {name: paths for name, paths in found.items() if len(paths) > 1}
    classes = {name: [path for path in paths if name in classes_in(path)] for name, paths in repeated.items()}
    assert {
        name: paths for name, paths in classes.items() if len(paths) > 1
    } == {}  # the others are in docstrings

"""A release concluded in parts is the release concluded as a whole."""

from pathlib import Path

import pytest

from statchunk import page_steps, pipeline
from statchunk.box import Box
from statchunk.evidence.parts import part_ends
from statchunk.meaning.definitions import FoundDefinition
from statchunk.model.layout import Block, BlockKind, PageLayout
from statchunk.settings import Settings
from statchunk.store.packed import pack_document
from tests.store.packs import told, told_of

RELEASES = Path(__file__).parents[2] / "fixtures" / "releases"
PLACE = Box(0, 0, 100, 100)


def layouts(*pages: str) -> list[PageLayout]:
    """Pages of blocks by their kinds; "+" before a kind for one that goes on."""
    return [
        PageLayout(
            number,
            tuple(Block(_kind(word.lstrip("+")), number, PLACE, continues=word[0] == "+") for word in page.split()),
        )
        for number, page in enumerate(pages, 1)
    ]


def _kind(word: str) -> BlockKind:
    kinds: dict[str, BlockKind] = {"p": "paragraph", "h": "heading", "l": "list", "t": "table", "n": "note"}
    return kinds.get(word, "furniture")


@pytest.mark.parametrize(
    ("pages", "ends"),
    [
        (("p", "p", "p"), {1, 2}),
        (("p", "+p", "p"), {2}),
        (("p", "l", "+p"), set()),
        (("p", "h l", "+l"), {1}),
        (("p t", "p", "p"), {2}),
        (("p t f", "p"), set()),
        (("t p", "p"), {1}),
        (("p n", "n p"), set()),
        (("p",), set()),
        ((), set()),
    ],
)
def test_a_part_ends_where_nothing_goes_on(pages: tuple[str, ...], ends: set[int]) -> None:
    assert part_ends(layouts(*pages), []) == ends


def test_no_part_ends_within_a_definition() -> None:
    found = FoundDefinition("Term", ((1, 0), (3, 0)), run_in=True)
    assert part_ends(layouts("p", "p", "p", "p"), [found]) == {3}


def test_parts_have_a_least_length() -> None:
    assert part_ends(layouts(*["p"] * 8), [], 3) == {3, 6}


@pytest.mark.parametrize("path", sorted(RELEASES.glob("*.pdf")), ids=lambda path: path.stem)
def test_parts_make_the_same_document_chunks_and_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = pipeline.read(path)
    whole = pipeline.conclude(release, pipeline.analyse(release))
    monkeypatch.setattr(pipeline, "_PART_PAGES", 1)
    monkeypatch.setattr(page_steps, "_ROWS_HELD", 0)
    chunks = pipeline.chunk(whole)
    warnings: list[str] = []
    assert pipeline.document(path) == whole
    assert tuple(pipeline.chunks_of(path, warn=warnings.extend)) == chunks
    assert tuple(warnings) == whole.warnings
    assert told_of(path) == told(pack_document(whole, chunks))


def test_other_strategies_take_the_whole_document() -> None:
    path = RELEASES / "tamberland_cpi_methods.pdf"
    settings = Settings.model_validate({"chunking": {"strategy": "sentences:200"}})
    whole = pipeline.document(path)
    assert tuple(pipeline.chunks_of(path, settings=settings)) == pipeline.chunk(whole, settings)
    assert told_of(path, settings) == told(pack_document(whole, pipeline.chunk(whole, settings)))

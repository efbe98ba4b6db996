import pytest

from statchunk.evaluation.content import TrueCell, cells_of, completeness, repeated_share, spread
from statchunk.evaluation.questions import Proof
from statchunk.evaluation.relevance import JudgedText, proves
from tests.chunking.documents import document, table
from tests.store.made import prose

ROW = Proof(document="a.pdf", page=2, row_path=("All", "Food"), column_path=("Rate",), value_text="−3.5")


def text(shown: str, page: int = 2, document: str = "releases/a.pdf") -> JudgedText:
    return JudgedText(shown, [page], document)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("Food | 1.0 | −3.5", True),
        ("FOOD 1.0 -3.5", True),
        ("Food | 1.0\nRents | −3.5", False),
        ("Food | −3.51", False),
        ("Food | 1−3.5", False),
    ],
)
def test_a_value_proves_only_on_the_line_of_its_label(shown: str, expected: bool) -> None:
    assert proves(ROW, text(shown)) is expected


def test_another_page_or_file_proves_nothing() -> None:
    assert not proves(ROW, text("Food | −3.5", page=3))
    assert not proves(ROW, text("Food | −3.5", document="b.pdf"))
    assert proves(ROW.model_copy(update={"page": None, "document": None}), text("Food | −3.5", 3, "b.pdf"))


def test_sentences_are_compared_by_letters_and_passages_either_way() -> None:
    sentence = Proof(sentence="Prices rose by 3.5% in 12 months.")
    assert proves(sentence, text("prices  rose by 3.5%\nin 12 months"))
    assert not proves(sentence, text("Prices rose by 35% in 12 months"))
    passage = Proof(passage="Prices rose by 3.5%. They fell later.")
    assert proves(passage, text("They fell later."))
    assert not proves(passage, text(""))


def test_half_of_the_keywords_suffice() -> None:
    proof = Proof(keywords=("prices", "inflation", "trade", "exports"))
    assert proves(proof, text("Inflation of prices"))
    assert not proves(proof, text("Prices"))
    assert not proves(Proof(), text("Prices"))


def test_a_chunk_answers_for_a_cell_only_with_all_its_parts() -> None:
    cell = TrueCell(
        page=1,
        row_path=("Food",),
        column_path=("Index", "April"),
        value_text="101.2",
        caption="Table 1: Prices",
        unit=("2015=100", "index"),
        source="Source: Office",
    )
    bare = JudgedText("Food | 101.2", [1], "a.pdf")
    whole = JudgedText("Table 1: Prices\n2015=100\n| April\nFood | 101.2\nSource: Office", [1], "a.pdf")
    assert completeness([cell], [bare]).complete == 0.0
    assert completeness([cell], [bare]).row == 1.0
    assert completeness([cell], [bare, whole]).complete == 1.0


def test_a_unit_may_be_printed_in_words() -> None:
    evidence, observations = table()
    made = document(evidence, observations=tuple(o.model_copy(update={"unit": "‰"}) for o in observations))
    cell = cells_of([made])[0]
    assert {"‰", "per thousand", "pour mille"} <= set(cell.unit)
    assert (
        "2015=100"
        in cells_of([document(observations=(observations[0].model_copy(update={"unit": "index (2015=100)"}),))])[0].unit
    )


def test_what_is_said_again_is_counted() -> None:
    words = "one two three four five six seven eight nine"
    _, once = prose(f"{words}|ten eleven twelve")
    _, twice = prose(f"{words}|{words}")
    assert repeated_share(once) == 0.0
    assert repeated_share(twice) == 0.5


def test_a_sample_is_spread_evenly() -> None:
    cells = [TrueCell(page=i, row_path=(), column_path=(), value_text="1") for i in range(10)]
    assert [cell.page for cell in spread(cells, 5)] == [0, 2, 4, 6, 8]
    assert len(spread(cells, 50)) == 10

from statchunk.evidence.written import Hyphens, join_lines, written
from tests.evidence.made import Setter, word


def hyphens(*known: str) -> Hyphens:
    page = Setter()
    for row, text in enumerate(known):
        page.line(text, 50, 100 + 12 * row)
    return Hyphens({word.text for word in page.page().words})


def test_a_hyphen_at_a_line_end_is_undone() -> None:
    assert join_lines(["the impor-", "tance of food"], hyphens()) == "the importance of food"


def test_a_hyphen_that_the_release_writes_elsewhere_is_kept() -> None:
    assert join_lines(["owner-", "occupiers"], hyphens("the owner-occupiers")) == "owner-occupiers"


def test_a_word_that_the_release_writes_whole_is_joined() -> None:
    assert join_lines(["non-", "sense"], hyphens("some nonsense here")) == "nonsense"


def test_first_parts_of_compounds_keep_their_hyphen() -> None:
    assert join_lines(["non-", "alcoholic drinks"], hyphens()) == "non-alcoholic drinks"


def test_a_name_or_a_year_keeps_its_hyphen() -> None:
    assert join_lines(["KwaZulu-", "Natal"], hyphens()) == "KwaZulu-Natal"
    assert join_lines(["in 2024-", "25 prices"], hyphens()) == "in 2024-25 prices"


def test_a_dash_between_words_is_no_hyphen() -> None:
    assert join_lines(["prices -", "and rents"], hyphens()) == "prices - and rents"


def test_a_raised_mark_does_not_become_part_of_the_figure() -> None:
    words = [word("12.3", 0, 10, 0), word("1", 20, 10, 1, rise=1, glued=True)]
    assert written(words) == "12.3¹"


def test_a_raised_mark_that_opens_a_note_stays_plain() -> None:
    words = [word("1", 0, 10, 0, rise=1), word("See", 10, 10, 1)]
    assert written(words) == "1 See"


def test_touching_figures_are_kept_apart() -> None:
    words = [word("−3.4", 0, 10, 0), word("−10.4", 20, 10, 1, glued=True)]
    assert written(words) == "−3.4 −10.4"


def test_lines_of_chinese_run_together() -> None:
    hyphens = Hyphens(frozenset())
    assert hyphens.join("联合资信评估", "有限公司") == "联合资信评估有限公司"
    assert hyphens.join("2023 年", "3 月") == "2023 年 3 月"
    assert hyphens.join("한국", "통계") == "한국 통계"

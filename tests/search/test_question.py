import pytest

from statchunk.search import read_question


def periods(text: str) -> list[str | None]:
    return [p.iso() for p in read_question(text).periods]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Inflation in April 2025?", ["2025-04"]),
        ("How did rents change between March and April 2025?", ["2025-03", "2025-04"]),
        ("Employment in the first quarter of 2024", ["2024-Q1"]),
        ("Output in 2019", ["2019"]),
        ("What is a hectare?", []),
    ],
)
def test_periods(text: str, want: list[str]) -> None:
    assert want == periods(text)


@pytest.mark.parametrize(
    ("text", "measure", "basis"),
    [
        ("What was annual inflation in May 2023?", "change", 12),
        ("By how much did fares rise on the month in May 2023?", "change", 1),
        ("By how much did fares go up between April and May 2023?", "change", 1),
        ("How did inflation change between April and May 2023?", "change", None),
        ("How much dearer was bread in May 2023 than a year earlier?", "change", 12),
        ("What was the price index for bread in May 2023?", "index", None),
        ("What weight does housing have?", "weight", None),
        ("What did transport contribute to inflation in May 2023?", "points", None),
        ("How many people were employed in May 2023?", "amount", None),
    ],
)
def test_measure(text: str, measure: str | None, basis: int | None) -> None:
    question = read_question(text)
    assert (measure, basis) == (question.measure, question.basis)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What was inflation in May 2023?", "figure"),
        ("What is the latest inflation rate?", "figure"),
        ("What is meant by core inflation?", "definition"),
        ("What is a household?", "definition"),
        ("Why are the figures seasonally adjusted?", "explanation"),
        ("Which chart shows rents by region?", "chart"),
        ("When is the next release due?", "release"),
    ],
)
def test_kind(text: str, kind: str) -> None:
    assert kind == read_question(text).kind


def test_terms_are_the_subject() -> None:
    assert read_question("How many people were employed in education in May 2023?").terms == (
        "employed",
        "education",
    )


def test_numbers_are_terms_unless_they_are_periods_or_spans() -> None:
    assert read_question("How many men aged 25 to 34 were employed in May 2023?").terms == (
        "men",
        "25",
        "34",
        "employed",
    )
    assert "12" not in read_question("By how much did bread prices rise in the 12 months to May 2023?").terms


def test_tables_named_by_their_label() -> None:
    assert frozenset({"3"}) == read_question("What does Table 3 give for rents in May 2023?").tables
    assert frozenset({"c"}) == read_question("Quel est l'indice du tableau C ?", ["fr"]).tables
    assert frozenset() == read_question("What is the price of a table in May 2023?").tables


def test_places_are_names_not_words() -> None:
    assert [p.code for p in read_question("Was South African inflation above that of the US in 2023?").places] == [
        "ZA",
        "US",
    ]
    assert read_question("Tell us about turkey prices in 2023").places == ()


def test_extremes_over_a_stretch() -> None:
    question = read_question("In which month between May 2020 and May 2023 was inflation highest?")
    assert question.extreme == "highest"
    assert question.between is not None
    assert [p.iso() for p in question.between] == ["2020-05", "2023-05"]


def test_latest() -> None:
    assert read_question("What is the latest figure for rents?").relative == "latest"
    assert read_question("What were rents last year?").relative == "last_year"

import pytest

from statchunk.meaning.detection import base_languages, detect_languages, in_script, language_of_months


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("The index rose in April and the prices of food were up from the month before.", ("en",)),
        (
            "L'indice augmente de 0,8 % sur un an en avril et les prix des services ont augmenté dans la région.",
            ("fr",),
        ),
        ("Ο Δείκτης παρουσίασε αύξηση σε σχέση με τον αντίστοιχο μήνα", ("el",)),
        ("في شهر أبريل ارتفع الرقم القياسي لأسعار المستهلك", ("ar",)),
        ("Mfumuko wa bei wa taifa kwa mwaka ni asilimia 3.2 ikilinganishwa na mwezi Machi", ("sw",)),
        ("Pada April terjadi inflasi sebesar 1,95 persen dengan indeks yang naik dari 106", ("id",)),
        ("12 34 56", ()),
    ],
)
def test_the_language_of_a_text(text: str, languages: tuple[str, ...]) -> None:
    assert languages == detect_languages(text)


def test_a_bilingual_text_has_two() -> None:
    text = "The census of population and housing was taken in the year. ජන හා නිවාස සංගණනය සහ දත්ත සඳහා"
    assert {"en", "si"} == set(detect_languages(text))


def test_codes_of_regions_fall_back_on_their_language() -> None:
    assert base_languages(["en-GB", "pt-BR", "zz-zz-zz", "en"]) == ("en", "pt")


def test_a_neighbour_that_shares_some_frequent_words_is_not_the_language_of_sentences() -> None:
    words = "rozdata un que zelo no por mila o tarko con vesta una brelo no pira que"
    text = " ".join([words] * 10) + "."
    assert detect_languages(text, text) == ()


@pytest.mark.parametrize(
    ("said", "text", "kept"),
    [
        (("el",), "The index rose in April, group Ι.", ()),
        (("el",), "Ο Δείκτης", ("el",)),
        (("en",), "שיעור האבטלה", ()),
        (("en",), "อัตราการว่างงาน", ("en",)),
        (("nl",), "De index", ("nl",)),
    ],
)
def test_what_the_file_says_of_its_language_must_fit_the_script(
    said: tuple[str, ...], text: str, kept: tuple[str, ...]
) -> None:
    assert in_script(said, text) == kept


def test_a_language_of_few_words_is_told_by_its_months_and_a_frequent_word() -> None:
    assert language_of_months("Tingkat Inflasi IHK Juni 2024 IHK Mei 2025 Makanan dan Minuman") == ("id",)
    assert language_of_months("Table 3 IHK 150") == ()

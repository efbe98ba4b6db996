"""What a function of a text gave, kept at hand."""

from statchunk import memo


def test_the_function_works_once_for_each_text() -> None:
    asked: list[str] = []

    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    lengths = memo.TextMemo(length)
    assert [lengths.of(text) for text in ("one", "three", "one", "")] == [3, 5, 3, 0]
    assert asked == ["one", "three", ""]


def test_a_full_memo_forgets_all_and_answers_as_before() -> None:
    lengths = memo.TextMemo(len)
    texts = [str(number) for number in range(70_000)]
    assert [lengths.of(text) for text in texts] == [len(text) for text in texts]
    assert lengths.of("0") == 1

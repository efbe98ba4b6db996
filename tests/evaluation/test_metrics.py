import pytest

from statchunk.evaluation.metrics import bootstrap, score_rankings


def test_metrics_of_known_rankings() -> None:
    ranked = {"first": ("a", "b"), "third": ("x", "y", "c"), "never": ("x",), "absent": ("x",)}
    relevant = {
        "first": frozenset("a"),
        "third": frozenset("c"),
        "never": frozenset("z"),
        "absent": frozenset[str](),
    }
    scores = score_rankings(ranked, relevant)
    assert scores.recall_at_1.value == 0.25
    assert scores.recall_at_3.value == 0.5
    assert scores.mrr_at_10.value == pytest.approx((1 + 1 / 3) / 4, abs=1e-4)
    assert scores.ndcg_at_10.value == pytest.approx((1 + 0.5) / 4, abs=1e-4)


def test_a_question_without_hits_counts_as_missed() -> None:
    scores = score_rankings({"a": ("x",), "b": ()}, {"a": frozenset("x"), "b": frozenset("y")})
    assert scores.recall_at_5.value == 0.5


def test_the_interval_holds_the_mean_and_narrows_with_more_questions() -> None:
    few, many = bootstrap([0.0, 1.0] * 5), bootstrap([0.0, 1.0] * 500)
    assert few.low < few.value < few.high
    assert many.high - many.low < few.high - few.low
    assert bootstrap([0.0, 1.0] * 5) == few
    assert str(bootstrap([1.0])) == "1.00 [1.00, 1.00]"
    assert bootstrap([]).value == 0.0

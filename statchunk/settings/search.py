"""Settings of search: weights of ranking, and when a question is left unanswered."""

from statchunk.settings.group import Group


class SearchSettings(Group):
    """Weights of ranking; each group of weights adds up to 1."""

    limit: int = 10
    """Hits returned."""
    cells: int = 5
    """Cells named in a hit on a table, at most."""
    cell_margin: float = 0.06
    """A cell whose score is lower by more than this than the best one's is not named."""
    candidates: int = 60
    """Chunks that each signal (nearness, words, period) may put forward."""

    scored: int = 60
    """Chunks whose cells and sentences are scored: about 0.3 ms of CPU each."""
    foremost: int = 15
    """Of these, the best in words and the best in meaning, so many of each, whatever period they are for."""

    main_tables: int = 10
    """First chunks with totals for the period, of each release of which nothing but the whole is asked."""
    main_part: int = 160
    """Chunks with figures for the period among which these are looked for."""

    evidence: float = 0.8
    """Weight of how well the best cell or sentence answers: labels, period, measure."""
    dense: float = 0.12
    """Weight of the cosine of question and chunk."""
    lexical: float = 0.08
    """Weight of BM25, as a share of the best."""

    place: float = 0.12
    """Weight, beside the three, of the place: whether the release is about it or the chunk names it."""
    office: float = 0.12
    """Weight, beside the three, of the words that tell one office or series from another and that the release says of
    itself."""
    edition: float = 0.08
    """Weight, beside the three, of the edition: the release of the month asked for, the newest where none is."""
    language: float = 0.04
    """Weight, beside the three, of the language: whether the release is in that of the question."""
    early: float = 0.06
    """Weight, beside the three, of an early place in the release: the main tables come before the detailed ones."""
    focus: float = 0.06
    """Weight, beside the three, of the share of a table's cells that are on the subject."""

    reranked: int = 20
    """Best candidates that a reranker judges, where one is given."""
    reranker: float = 0.5
    """Weight of its score, beside the candidates' own."""

    reordered: int = 10
    """Best candidates that are put in order once more by whether their best cells are of the period and the measure."""

    much_better: float = 0.03
    """What a cell must score above that of an earlier table to go before it."""

    readings: int = 5
    """Other figures that are shown because they answer nearly as well, at most."""
    reading_margin: float = 0.065
    """What a cell may score below the first one to be another reading: a change over a month costs 0.06 where one over
    a year is taken to be meant."""
    reading_precision: float = 0.1
    """By how much less the share of its labels may be that is asked for."""

    judged: int = 3
    """Best candidates that are looked at to tell whether the question can be answered."""
    least_score: float = 0.4
    """A best score below this is no answer."""
    least_evidence: float = 0.38
    """What the best cell or sentence must count, weighted, to answer a question for a figure: right ones that were
    looked at count 0.41 and more."""
    least_period: float = 0.55
    """Least match of the period; 0.6 is a month of the year asked for."""
    lacking: float = 0.6
    """Share of a question for a figure, by weight, that the best chunks may leave unsaid, unless they are near."""
    near: float = 0.55
    """Cosine from which a chunk is near a question in meaning, whatever its words."""
    absent_in_figure: float = 0.35
    """Share of a question for a figure, by weight, that may stand nowhere in the index."""
    absent_without_capitals: float = 0.15
    """The same in scripts without capital letters, which tell no names."""
    absent_in_text: float = 0.6
    """The same for other questions, which are put in words that releases do not use."""

    cell_coverage: float = 0.4
    """Weight of the share of the question's words that a cell's labels say."""
    cell_precision: float = 0.2
    """Weight of the share of a cell's own labels that the question names."""
    cell_period: float = 0.2
    """Weight of the period."""
    cell_measure: float = 0.2
    """Weight of the measure: change, index, weight; annual or monthly."""
    unsaid: float = 0.4
    """What a cell or sentence counts that says no word of the question, however well period and measure fit."""
    fair_part: float = 0.2
    """Share of a question from which what says it counts in full."""
    other_subject: float = 0.4
    """What precision is multiplied by where labels exclude what they name and the question does not, or the other way
    round, or where they bear another acronym than the question (CPIH for CPI)."""
    other_compound: float = 0.7
    """What a cell counts whose labels lack a hyphenated word of the question that the labels of others say."""
    no_figure: float = 0.9
    """What a cell counts that holds a text, neither a figure nor a sign for none."""
    other_table: float = 0.7
    """What a cell counts of a table other than the one that the question names."""
    outer_precision: float = 0.3
    """Of precision: what is lost where no word of the group headings above a label is asked for."""
    bare_label: float = 0.7
    """The same where the label itself names nothing: "Total", "1 kg", "(percent)"."""
    caption_precision: float = 0.1
    """Of precision: what is lost where no word of the caption is asked for."""
    group_label: float = 0.85
    """What a word counts that stands in a group heading or spanner instead of the row or column itself."""
    caption_label: float = 0.8
    """The same in the caption or section heading."""
    title_label: float = 0.6
    """The same in the release's title, the notes, or elsewhere in the chunk."""
    other_head: float = 0.45
    """The same in caption or title where it heads other columns of the table, which it tells apart from this one."""

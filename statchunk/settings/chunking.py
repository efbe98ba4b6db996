"""Settings of chunking."""

from statchunk.settings.group import Group


class LlmSettings(Group):
    """The endpoint that proposes borders between chunks for the llm strategy; any that speaks as OpenAI's does."""

    base_url: str = ""
    """Up to and with the version: "http://localhost:11434/v1"; empty for none."""
    model: str = ""
    """As the endpoint calls it."""
    api_key_env: str = "OPENAI_API_KEY"
    """Name of the environment variable that holds the key; none is sent where it is not set."""
    timeout_seconds: float = 60.0
    """For one answer; small models on a CPU take half a minute for a section."""
    retries: int = 3
    """Times to ask again after a time-out, a busy or failing server, or an answer that is no grouping."""
    wait_seconds: float = 1.0
    """Before the first retry; doubled before each further one."""
    batch: int = 40
    """Evidence objects in one request; more are lost sight of by small models."""
    excerpt: int = 400
    """Characters of each object that are sent."""
    price_in: float = 0.0
    """Price of a million tokens sent, in the currency that the report is to be in."""
    price_out: float = 0.0
    """Price of a million tokens received."""


class ChunkSettings(Group):
    """Budgets of chunking."""

    strategy: str = "structure"
    """Its name, with its own size and overlap where they differ from the usual: "recursive:1000/150"."""
    max_tokens: int = 256
    """Tokens of the embedding model; what all-MiniLM-L6-v2 reads before it cuts silently."""
    max_text_tokens: int = 1_200
    """Tokens of what is shown; notes and source in full may exceed what is embedded, but a prompt has to hold several
    chunks."""
    narrative_tokens: int = 200
    """Tokens; paragraphs of one section are put together up to here. Below the budget, so that a long paragraph is
    rarely cut and a chunk stays on one subject."""
    context_share: float = 0.35
    """Of the budget: the most that title and section headings, or a caption with its headnote, may take of what is
    embedded before they are shortened."""
    head_share: float = 0.5
    """Of the budget: the most that column heads may take of what is embedded before the table is split by columns."""
    rows_together: int = 3
    """Rows that a chunk of a table has room for before the table is split by columns instead."""
    note_tokens: int = 32
    """Tokens of notes in what is embedded of a table, where there is room; the text shown holds them in full."""
    embed_values: bool = True
    """Whether the figures of a table are embedded beside their labels."""
    overlap_tokens: int = 32
    """Tokens that neighbouring chunks of words, sentences or paragraphs share; about a sentence and a half."""
    topic_shift: float = 1.0
    """Standard deviations above the mean distance of neighbouring sentences, from which the topic has changed."""
    least_shift: float = 0.15
    """Cosine distance below which it has not, however alike the other sentences are."""
    topic_tokens: int = 48
    """Tokens that stand on each side of a change of topic, at least; less is no topic of its own."""
    llm: LlmSettings = LlmSettings()

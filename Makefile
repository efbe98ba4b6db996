# Each check alone; `make check` runs them all, in the order in which they fail soonest.
.PHONY: check format lint types imports tests docs schema cli-docs months fixtures

check: lint types imports docs tests

format:
	ruff format .
	ruff check --fix .

lint:
	ruff format --check .
	ruff check .

types:
	mypy

imports:
	lint-imports

tests:
	pytest

docs:
	zensical build --clean --strict

schema:
	statchunk schema --out docs/schema

cli-docs:
	python -m statchunk.cli.reference docs/cli.md

months:
	python -m statchunk.languages.months statchunk/languages/months.json

fixtures:
	python -m fixtures.draw

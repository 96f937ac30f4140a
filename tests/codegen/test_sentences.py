"""Every function has one sentence of its own words, and no row of codegen/sentences.txt says what would be said anyway."""

import re

import pytest

from codegen import describe, header, operators, sentences

API = header.read()
SENTENCES = sentences.Sentences(API)
NAMES = {(one.schema.full if one.schema else one.name): one for one in API.functions.values()}


def said(name):
    return SENTENCES.of(NAMES[name])


def test_every_function_has_one_sentence():
    for name, function in NAMES.items():
        sentence = SENTENCES.of(function)
        assert re.fullmatch(r"\S.*\S\.", sentence) and len(sentence) < 250, f"{name}: {sentence!r}"
        assert sentence.count("`") % 2 == 0 and "  " not in sentence and "\n" not in sentence, name
        assert not re.search(r"\. [A-Z]\w+ \w+ \w+", sentence.replace("e.g. ", "")), f"{name}: {sentence}"


def test_no_sentence_is_filler():
    """The name again, or words that would fit any function."""
    for name, function in NAMES.items():
        words = set(re.findall(r"[a-z0-9|+*/@-]+", SENTENCES.of(function).lower()))
        assert len(words - set(re.split(r"[_.]", name.lower()))) > 1, name


def test_a_row_names_a_function_and_says_more(monkeypatch):
    rows = dict(sentences.table())
    described = {*API.handles, *API.callbacks} | {one.name for one in API.enums.values()}
    assert not set(rows) - set(NAMES) - described
    assert not [one.name for one in [*API.callbacks.values(), *API.enums.values()] if one.doc and one.name in rows]
    for name, row in rows.items():
        if name in described and name not in NAMES:
            continue
        rest = {other: one for other, one in rows.items() if other != name}
        monkeypatch.setattr(sentences, "table", lambda rest=rest: rest)
        assert said(name) != row, f"{name}: the row can go"


def test_every_type_has_one_too():
    said = describe.description(API)
    for one in said["handles"] + said["enums"] + said["structs"] + said["callbacks"]:
        assert one["doc"].endswith("."), one["name"]


def test_every_operator_has_words_in_its_header():
    assert not [name for name, function in NAMES.items() if function.schema and not function.doc]


def test_forms_say_what_the_operator_does():
    """A form in place, or with `out`, begins with the words of the operator that it is a form of."""
    relations, alike, forms = operators.Relations(API), 0, 0
    for function in API.functions.values():
        ending = re.search(r"; in place\.$|; written into (`\w+`(, | and )?)+\.$", function.doc)
        plain = function.schema and relations.of(function).get("functional")
        if ending and plain in API.functions:
            forms += 1
            alike += function.doc[: ending.start()] == SENTENCES.of(API.functions[plain]).rstrip(".")
    assert forms > 700 and alike == forms


def test_sentences_of_forms():
    assert said("mm") == "Matrix product of (n, m) and (m, p): (n, p)."
    assert said("mm.out") == "Matrix product of (n, m) and (m, p): (n, p); written into `out`."
    assert said("max.dim_max") == "The largest along `dim`, and where it is; written into `max` and `max_values`."
    assert said("arccos_") == "Alias of acos: inverse cosine in radians; NaN outside of [-1, 1]; in place."
    assert said("_foreach_add.ScalarList") == "For each tensor of `self` and its number in `scalars`: self + scalar."
    assert said("permute_copy") == "A copy with its dimensions in another order."


def test_the_first_sentence_of_a_comment():
    assert sentences.first("Closes it.  NULL does nothing.") == "Closes it."
    assert sentences.first('Reads "a.b", e.g. a name, and more. `x` is y.') == 'Reads "a.b", e.g. a name, and more.'
    assert sentences.first("One, without an end") == "One, without an end"


def test_a_name_that_stands_twice_is_refused():
    assert sentences.parsed("# words\n\nmm: One.\nmv: Two\n    and more.\n") == {"mm": "One.", "mv": "Two and more."}
    with pytest.raises(ValueError, match="mm stands there twice"):
        sentences.parsed("mm: One.\nmm: Two.")

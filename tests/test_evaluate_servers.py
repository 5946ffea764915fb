"""`numdiag evaluate` with servers on 127.0.0.1, good and bad."""

import json
import re
import signal
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from threading import Event, Thread
from time import sleep

import pytest

from tests.harness_rows import rows_of
from tests.test_evaluate import evaluated, needs_lm_eval, started
from train.evaluate.answers import Answers, Cut
from train.evaluate.models import refused_by, text_of
from train.evaluate.run import CACHE, configs_to_ask


@contextmanager
def server(reply):
    """An OpenAI-compatible server; reply(number of the request, payload) -> status and body.

    Status 0 closes the connection, and a body may be an iterator of parts, after which it is closed.
    """
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(payload)
            status, body = reply(len(asked), payload)
            if not status:
                return
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            if isinstance(body, bytes):
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # a client that is killed
                for part in [body] if isinstance(body, bytes) else body:
                    self.wfile.write(part)

        def log_message(self, *_):
            pass

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=made.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{made.server_port}/v1", asked
    finally:
        made.shutdown()
        made.server_close()


def told(error):
    """The lines of an error, without those of progress, which appear on a busy machine."""
    return [line for line in error.splitlines() if not re.fullmatch(r"\S+ \d+/\d+", line)]


def completion(text):
    return json.dumps({"choices": [{"index": 0, "message": {"content": text}}]}).encode()


CHOICE = {"index": 0, "message": {"content": "3"}, "text": "3"}
#: What a server may send in place of an answer.
NO_ANSWERS = {
    "an error beside it": {"error": {"code": 503}, "choices": [CHOICE]},
    "an error instead": {"object": "error", "message": "overloaded", "choices": [CHOICE]},
    "a text that ended with an error": {"choices": [CHOICE | {"finish_reason": "error"}]},
    "a request that was cancelled": {"choices": [CHOICE | {"finish_reason": "abort"}]},
    "a server without resources": {"choices": [CHOICE | {"finish_reason": "insufficient_system_resource"}]},
    "an error beside a text": {"choices": [CHOICE | {"error": {"code": 502}}]},
    "no object": [1],
    "nothing": [],
    "a list of replies": [{"choices": [CHOICE]}],
    "no choices": {},
    "choices that are none": {"choices": 3},
    "an empty list": {"choices": []},
    "a choice that is none": {"choices": [None]},
    "two choices": {"choices": [CHOICE, CHOICE]},
    "an end that is none": {"choices": [CHOICE | {"finish_reason": True}]},
    "an index that is none": {"choices": [CHOICE | {"index": False}]},
    "another index": {"choices": [CHOICE | {"index": 9}]},
    "null": {"choices": [CHOICE | {"message": {"content": None}, "text": None}]},
    "a number": {"choices": [CHOICE | {"message": {"content": 3}, "text": 3}]},
    "no text": {"choices": [{"index": 0, "message": {}}]},
    "half a character": {"choices": [CHOICE | {"message": {"content": "\ud800"}, "text": "\ud800"}]},
}


@pytest.mark.parametrize("is_chat", [True, False])
@pytest.mark.parametrize("reply", NO_ANSWERS)
def test_a_reply_without_an_answer_is_an_error(reply, is_chat):
    """Never an empty answer, which would be scored."""
    with pytest.raises(ValueError, match=r"text|surrogate|an error"):
        text_of(NO_ANSWERS[reply], is_chat)


def test_a_turn_of_a_user_is_no_answer():
    with pytest.raises(ValueError, match="is of no answer"):
        text_of({"choices": [{"message": {"role": "user", "content": "3"}}]}, is_chat=True)


@pytest.mark.parametrize("is_chat", [True, False])
def test_an_empty_answer_is_an_answer(is_chat):
    assert text_of({"choices": [CHOICE]}, is_chat) == "3"
    assert text_of({"choices": [{"message": {"content": ""}, "text": ""}]}, is_chat) == ""
    # thoughts that took all tokens
    null = {"message": {"content": None}, "text": None, "finish_reason": "length"}
    assert (text_of({"choices": [null]}, is_chat), type(text_of({"choices": [null]}, is_chat))) == ("", Cut)


def test_a_refusal_is_a_missing_answer():
    refused = {"message": {"content": None, "refusal": "I cannot help with that."}, "finish_reason": "stop"}
    assert text_of({"choices": [refused]}, is_chat=True) == ""


@needs_lm_eval
@pytest.mark.parametrize("batch", [1, 4])
@pytest.mark.parametrize("sent", [b"[]", b"[" * 200_000, b'{"choices"', json.dumps(NO_ANSWERS["null"]).encode()])
def test_a_broken_server_is_not_scored(sent, batch, sample_release, tmp_path):
    options = ("--model", "m", "--configs", "asdiv_a", "--limit", 2, "--batch-size", batch)
    with server(lambda *_: (200, sent)) as (url, asked):
        status, _, error = evaluated(sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h")
    assert (status, len(told(error))) == (2, 1), error
    assert "answered what is no completion, 4 times" in error
    assert len(asked) >= 4
    assert not list((tmp_path / "run").glob("predictions/*"))


@needs_lm_eval
@pytest.mark.parametrize(("first", "is_noticed"), [(2, True), (9, False)])
@pytest.mark.parametrize("batch", [1, 2])
def test_another_model_at_the_same_address_is_noticed(sample_release, tmp_path, first, is_noticed, batch):
    """As after a restart; answers of both would pass for those of one system."""

    def reply(number, payload):
        model = "m" if number <= first else "other"
        return 200, json.dumps(json.loads(completion("3")) | {"model": model}).encode()

    options = ("--model", "m", "--configs", "asdiv_a", "--limit", 4, "--batch-size", batch)
    with server(reply) as (url, _):
        status, _, error = evaluated(sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h")
    assert status == 0, error
    assert ("the server answered as m, other" in error) == is_noticed, error
    assert Answers(tmp_path / "run" / CACHE).models == ({"m", "other"} if is_noticed else {"m"})


@needs_lm_eval
def test_a_server_is_asked_and_one_that_fails_is_asked_on(sample_release, tmp_path):
    """What it answered before it failed is not asked again."""

    def failing(number, payload):
        return (200, completion("so it is 3")) if number <= 3 else (500, b"{}")

    options = ("--model", "m", "--configs", "asdiv_a", "--batch-size", 1)
    with server(failing) as (url, asked):
        status, _, error = evaluated(sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h")
        assert (status, "answered 500 Internal Server Error 4 times" in error) == (2, True)
        assert len(told(error)) == 1
        assert len(asked) == 3 + 4
        assert asked[0]["messages"][-1]["content"].endswith("without its unit.")
    port = url.split(":")[-1].split("/")[0]
    with server(lambda *_: (200, completion(""))) as (url, asked):
        run_file = tmp_path / "run" / "run.json"  # the same server, started anew at another port
        run_file.write_text(run_file.read_text().replace(f":{port}/", f":{url.split(':')[-1].split('/')[0]}/"))
        status, out, error = evaluated(
            sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h"
        )
    assert status == 0, error
    assert (len(asked), "13 answers unreadable" in out) == (13, True)


@needs_lm_eval
@pytest.mark.parametrize("batch", [1, 4])
def test_parameters_that_a_server_refuses_are_left_out(batch, sample_release, tmp_path):
    """As reasoning models do; the signature names them, and answers cut at the limit are counted after the scores."""

    def strict(_, payload):
        for name in ("max_tokens", "temperature", "stop", "seed"):
            if name in payload:
                return 400, json.dumps({"error": {"message": f"Unsupported parameter: '{name}'"}}).encode()
        choice = {"index": 0, "message": {"content": "so it is 3"}, "finish_reason": "length"}
        return 200, json.dumps({"choices": [choice]}).encode()

    options = ("--model", "m", "--configs", "asdiv_a", "--limit", 3, "--batch-size", batch, "--max-tokens", 7)
    with server(strict) as (url, asked):
        status, out, error = evaluated(
            sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h"
        )
    assert status == 0, error
    assert 4 + 3 <= len(asked) <= 4 * batch + 3
    assert asked[-1]["max_completion_tokens"] == 7
    assert "direct,chat,0-shot,7 tokens,without seed stop temperature" in out
    assert "3 answers cut at the limit of tokens" in out
    (made,) = json.loads((tmp_path / "run/results.json").read_text())["results"]
    assert made["cut_at_limit"] == 3


def soaked(kills, sample_release, folder):
    """Kill runs against a bad server; return the predictions, and the rows that were asked although they were saved."""
    tries: dict[str, int] = {}
    answered, saved, again, enough = [], set(), [], Event()

    def reply(_, payload):
        prompt = payload["messages"][-1]["content"]
        number = tries[prompt] = tries.get(prompt, len(tries)) + 1
        if prompt in saved:
            again.append(prompt)
        bad = [
            (0, b""), (429, b"slow"), (500, b"<b>"), (200, b'{"choices": [{"ind'), (200, b"[]"),
            (200, json.dumps(NO_ANSWERS["another index"]).encode()), (200, repeat(b" " * 100_000)),
        ]  # fmt: skip
        if number % 2:  # each second try of a prompt fails
            return bad[number // 2 % len(bad)]
        sleep(0.05 * (number % 5))
        answered.append(prompt)
        if len(answered) % 9 == 0:
            enough.set()
        return 200, completion(f"{prompt} It is {len(answered)}.")

    out = folder / "run"
    options = ("--model", "m", "--configs", "asdiv_a-*-attack", "--batch-size", 3)
    with server(reply) as (url, _):
        for kill in range(kills):
            enough.clear()
            with started(sample_release, out, *options, "--base-url", url, home=folder) as process:
                assert enough.wait(60)
                process.send_signal((signal.SIGKILL, signal.SIGTERM)[kill % 2])
            assert process.returncode not in (0, 1, 2)
            kept = [json.loads(line)["answer"] for line in (out / CACHE).read_text().splitlines()]
            saved |= {answer.rpartition(" It is ")[0] for answer in kept}
        status, _, error = evaluated(sample_release, out, *options, "--base-url", url, home=folder)
    assert status == 0, error
    assert saved
    return out / "predictions", again


@needs_lm_eval
@pytest.mark.slow
def test_a_run_that_is_killed_on_a_bad_server_loses_and_repeats_nothing(sample_release, tmp_path):
    predictions, again = soaked(4, sample_release, tmp_path)
    assert again == []
    for config in configs_to_ask(sample_release, ["asdiv_a-*-attack"]):
        lines = [json.loads(line) for line in (predictions / f"{config}.jsonl").read_text().splitlines()]
        assert [line["id"] for line in lines] == [row["id"] for row in rows_of(sample_release, config)]
        assert all(line["prediction"] for line in lines)


@pytest.mark.parametrize(("status", "body", "refused"), [
    (400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'", {"max_tokens"}),
    (400, "Unsupported value: 'temperature' does not support 0", {"temperature"}),
    (400, "Unknown parameters: stop, seed", {"stop", "seed"}),
    (400, "This model's context length is 4096 tokens: reduce max_tokens", set()),
    (500, "unsupported: seed", set()),
])  # fmt: skip
def test_parameters_that_a_server_refuses(status, body, refused):
    assert refused_by(status, body) == refused


@needs_lm_eval
def test_answers_that_are_kept_run_no_code(sample_release, tmp_path):
    """A run folder may come from others: its answers are text. A torn last line is asked again."""
    options = ("--model", "m", "--configs", "asdiv_a", "--limit", 2, "--batch-size", 1)
    with server(lambda number, _: (200, completion(f"It is {number}."))) as (url, asked):
        for torn in (None, 20, -9):
            if torn:
                whole = (tmp_path / "run" / CACHE).read_bytes()
                (tmp_path / "run" / CACHE).write_bytes(whole[:torn])
                (tmp_path / "run/predictions/asdiv_a.jsonl").unlink()
            status, _, error = evaluated(
                sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h"
            )
            assert status == 0, error
        assert len(asked) == 2 + 2 + 1
        for damage in (b"\x80\x04K.\n", b"[1]\n", b'{"asked": "a", "answer": 3}\n'):
            (tmp_path / "run" / CACHE).write_bytes(damage)
            status, _, error = evaluated(
                sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h"
            )
            assert (status, len(told(error))) == (2, 1), error
            assert f"{CACHE}, line 1" in error


class _Nonsense(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.wfile.write(b"nonsense\n\n")


@needs_lm_eval
@pytest.mark.parametrize("reply", [
    (202, completion("3")), (206, completion("3")), (300, completion("3")), (200, repeat(b" ", 10**9)),
], ids=str)  # fmt: skip
def test_a_success_that_is_no_whole_reply_is_no_answer(reply, sample_release, tmp_path):
    """Another status than 200, or blanks until the time is over."""
    options = ("--model", "m", "--configs", "asdiv_a", "--limit", 1, "--timeout", 1)
    status_sent, sent = reply

    def slowly():
        for part in sent:
            sleep(0.1)
            yield part

    def slow(*_):
        return status_sent, sent if isinstance(sent, bytes) else slowly()

    with server(slow) as (url, asked):
        status, _, error = evaluated(sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h")
    assert (status, len(told(error)), len(asked)) == (2, 1, 4), error
    assert ("in time" if status_sent == 200 else f"status {status_sent}") in error


class _Redirect(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(307)
        self.send_header("Location", self.path)
        self.send_header("Content-Length", "0")
        self.end_headers()


@needs_lm_eval
@pytest.mark.parametrize(("handler", "line"), [
    (_Nonsense, "sent what is not HTTP"), (_Redirect, "redirects without an end"),
])  # fmt: skip
def test_what_is_not_http_is_told_in_a_line(handler, line, sample_release, tmp_path):
    options = ("--model", "m", "--configs", "asdiv_a", "--limit", 1)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as raw:
        Thread(target=raw.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{raw.server_address[1]}/v1"
        status, _, error = evaluated(sample_release, tmp_path / "run", *options, "--base-url", url, home=tmp_path / "h")
        raw.shutdown()
    assert (status, len(told(error))) == (2, 1), error
    assert line in error

"""From a model's name to a model of lm-evaluation-harness."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.scoring.harness.prompts import Style

from .answers import Answers, AnswersError, Cut, prompt_text

_KEY = "OPENAI_API_KEY"
_ADDRESS = re.compile(r"https?://[!-~]+")
_TRIES = 4
#: Rows at once.
BATCH = 16
#: Seconds for a reply: a small machine may need minutes for a long answer.
TIMEOUT = 300
#: Parameters of a request that some servers refuse; a refused limit on tokens is sent under its newer name.
OPTIONAL = ("max_tokens", "temperature", "stop", "seed")
_NEWER = {"max_tokens": "max_completion_tokens"}
_REFUSES = re.compile(
    r"unsupported|not support|unrecogni|unknown|not permitted|not allowed|extra input",
    re.IGNORECASE,
)
#: Of a reply, which holds one answer.
_MOST_BYTES = 10**7
#: Characters of the name of a model in a reply.
_LONGEST_NAME = 100


class ModelError(InputError):
    """A missing model, or a server that does not answer; the message names it."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The model to query, and the settings of its prompts.

    Attributes:
        model: a folder or a name on the Hub; with `base_url` the server's name of it.
        base_url: the URL of an OpenAI-compatible server, such as ``http://127.0.0.1:8000/v1``; "" for a local
            model.
        style: one of `prompts.STYLES`.
        chat: whether prompts are chats; None: if the model has a chat template, or with a server.
        few_shot, seed: the number of examples, and the seed that selects them.
        most_tokens: the token budget of an answer.
        batch_size: rows per batch; with a server, concurrent requests.
        device, dtype: those of a local model.
        omit: the parameters of `OPTIONAL` that are not sent to a server.
        timeout: the seconds that a server may take for a reply.
    """

    model: str
    base_url: str = ""
    style: Style = "direct"
    chat: bool | None = None
    few_shot: int = 0
    seed: int = 1
    most_tokens: int = 256
    batch_size: int = BATCH
    device: str = ""
    dtype: str = "auto"
    omit: tuple[str, ...] = ()
    timeout: int = TIMEOUT

    @property
    def label(self) -> str:
        """The name in reports: the last part of the model's name, and prompt settings if not the default."""
        name = self.model.rstrip("/").rpartition("/")[2]
        ways = [self.style] * (self.style != "direct") + [f"{self.few_shot}-shot"] * bool(
            self.few_shot
        )
        return ", ".join([name, *ways])


class Model:
    """A language model that answers prompts; a file keeps its answers, so that no prompt is sent twice."""

    def __init__(self, asking: Asking, cache: Path) -> None:
        """Load it.

        Args:
            asking: the model and its settings.
            cache: a file for its answers.

        Raises:
            ModelError: it cannot be loaded. AnswersError: the file cannot be read.
        """
        self.asking = asking
        self._lm = _server(asking) if asking.base_url else _local(asking)
        self.is_chat = self._is_chat()
        self._answers = Answers(cache)

    @property
    def chat_template(self) -> Callable[..., Any]:
        """The function that formats the turns of a chat as lm-eval sends them."""
        made: Callable[..., Any] = self._lm.apply_chat_template
        return made

    @property
    def left_out(self) -> list[str]:
        """The parameters that the server did not get, but for a limit under its newer name."""
        return sorted(getattr(self._lm, "left_out", set()) - set(_NEWER))

    @property
    def served(self) -> list[str]:
        """The names that the server gave the models of all answers of the run."""
        return sorted(self._answers.models)

    @property
    def context(self) -> int | None:
        """The most tokens of prompt and answer together; None if only the server can count them."""
        return None if self.asking.base_url else int(self._lm.max_length)

    def tokens(self, text: str) -> int | None:
        """Return the number of tokens of a text; None if only the server can count them."""
        return None if self.asking.base_url else len(self._lm.tok_encode(text))

    def answers(self, requests: Sequence[Any], told: Callable[[str], None]) -> list[str]:
        """Return the answers to prompts; a `Cut` for each that ended at the limit of tokens.

        Args:
            requests: lm-eval's instances.
            told: called with each answer that was not in the cache.

        Raises:
            ModelError: a server fails. Its earlier answers are kept.
        """
        new = [request for request in requests if self._answers.get(request.arguments) is None]
        new = list({prompt_text(request.arguments[0]): request for request in new}.values())
        self._lm.set_cache_hook(_Told(self._answers, told, self._lm))
        try:
            found = self._lm.generate_until(new, disable_tqdm=True) if new else []
        except AnswersError:
            raise
        except Exception as error:
            if self.asking.base_url and (line := _failure(error)):
                raise ModelError(
                    f"{self.asking.base_url}: {line}; what was answered so far is kept, and the same command goes on"
                ) from error
            raise
        for request, text in zip(new, found, strict=True):
            self._answers.add(request.arguments, text)
        kept = (self._answers.get(request.arguments) for request in requests)
        return [text if isinstance(text, Cut) else self._with_end(str(text)) for text in kept]

    def _with_end(self, text: str) -> str:
        """Return a local model's text as a `Cut` if it has as many tokens as it may have."""
        tokens = self.tokens(text)
        return text if tokens is None or tokens < self.asking.most_tokens else Cut(text)

    def _is_chat(self) -> bool:
        if self.asking.base_url:
            return self.asking.chat is not False
        has_template = bool(getattr(self._lm.tokenizer, "chat_template", None))
        if self.asking.chat and not has_template:
            raise ModelError(f"{self.asking.model}: has no chat template; leave --chat out")
        return has_template if self.asking.chat is None else self.asking.chat


class _Told:
    """lm-eval's hook that stores an answer and also reports it."""

    def __init__(self, answers: Answers, told: Callable[[str], None], lm: Any) -> None:
        self._answers, self._told, self._lm = answers, told, lm

    def add_partial(self, _: str, request: Any, answer: str) -> None:
        """Store an answer."""
        self._answers.add(request, answer, getattr(self._lm, "served", ""))
        self._told(str(answer))


def _local(asking: Asking) -> Any:
    from lm_eval.models.huggingface import HFLM

    if asking.model.startswith((".", "/", "~")) and not Path(asking.model).exists():
        raise ModelError(f"{asking.model}: no such folder")
    try:
        return HFLM(
            pretrained=asking.model,
            device=asking.device or _device(),
            dtype=asking.dtype,
            batch_size=asking.batch_size,
        )
    except (
        OSError,
        ValueError,
        RuntimeError,
        ImportError,
        AttributeError,
        AssertionError,
    ) as error:
        first = (str(error).strip() or type(error).__name__).partition("\n")[0]
        raise ModelError(
            f"{asking.model}: cannot be loaded ({first:.200}); name a folder with a model, or a model of the Hub"
        ) from error


def _device() -> str:
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _server(asking: Asking) -> Any:
    from lm_eval.models.openai_completions import LocalChatCompletion, LocalCompletionsAPI

    try:
        address = urlsplit(asking.base_url)
        is_whole = bool(
            _ADDRESS.fullmatch(asking.base_url) and address.hostname and address.port != 0
        )
    except ValueError:
        is_whole = False
    if not is_whole:
        raise ModelError(
            f"--base-url {asking.base_url!r:.60}: an address begins with http:// or https:// and a host; a port is from 1 to 65535"
        )
    if address.query or address.fragment:
        raise ModelError(
            f"--base-url has a part after ? or #, and run.json would show it; a key belongs in {_KEY}"
        )
    if "@" in address.netloc:
        raise ModelError(f"--base-url holds a password, and run.json would show it; use {_KEY}")
    is_chat = asking.chat is not False
    client = LocalChatCompletion if is_chat else LocalCompletionsAPI

    class Checked(client):  # type: ignore[valid-type,misc]
        """lm-eval's client, which takes much for an empty answer; here all that is no text is an error, and tried again."""

        served = ""  # the model's name in the last reply

        def parse_generations(self, outputs: Any, **_: Any) -> list[str]:
            text = text_of(outputs, is_chat)
            self.served = str(outputs.get("model") or self.served)[:_LONGEST_NAME]
            return [text]

        def model_call(self, messages: Any, **options: Any) -> Any:
            # One request at once, with the limits on time and the checks of several.
            text = asyncio.run(self._call(messages, options))
            end = "length" if isinstance(text, Cut) else "stop"
            choice = {"message": {"content": text}, "text": text, "finish_reason": end}
            return {"choices": [choice]}

        async def amodel_call(self, session: Any, *given: Any, **options: Any) -> Any:
            limited = _LimitedSession(session, self.left_out)
            return await super().amodel_call(limited, *given, **options)

        async def _call(self, messages: Any, options: dict[str, Any]) -> str:
            from aiohttp import ClientSession, ClientTimeout

            async with ClientSession(timeout=ClientTimeout(total=self.timeout)) as session:
                (text,) = await self.amodel_call(
                    session, asyncio.Semaphore(), messages=messages, **options
                )
                return text

    if not os.environ.get(_KEY, "").isprintable():
        raise ModelError(f"{_KEY} holds a character that no key has, such as the end of a line")
    # Shared by all requests: a parameter is refused once.
    Checked.left_out = set(asking.omit)
    # Local servers need no key, but the clients require one.
    os.environ.setdefault(_KEY, "none")
    path = "chat/completions" if is_chat else "completions"
    return Checked(
        base_url=f"{asking.base_url.rstrip('/')}/{path}",
        model=asking.model,
        tokenizer_backend="None",
        tokenized_requests=False,
        num_concurrent=asking.batch_size,
        max_retries=_TRIES,
        timeout=asking.timeout,
    )


class _LimitedSession:
    """A session of aiohttp whose replies end, also where a server never stops sending; without the parameters that a server refuses."""

    def __init__(self, session: Any, left_out: set[str]) -> None:
        self._session, self._left_out = session, left_out

    @asynccontextmanager
    async def post(self, url: str, *, json: dict[str, Any], **options: Any) -> AsyncIterator[Any]:
        """Send a request, and read the whole reply.

        Raises:
            ValueError: it is too long, or its status is a success other than 200.
        """
        while True:
            sent = _without(json, self._left_out)
            async with self._session.post(url, json=sent, **options) as response:
                if response.ok and response.status != HTTPStatus.OK:
                    raise ValueError(f"status {response.status}")
                body = bytearray()
                async for chunk in response.content.iter_any():
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        raise ValueError(f"more than {_MOST_BYTES:,} bytes")
            refused = refused_by(response.status, body.decode(errors="replace")) & set(sent)
            if not refused:
                break
            self._left_out |= refused
        yield _Reply(response, body.decode())


def _without(sent: dict[str, Any], left_out: set[str]) -> dict[str, Any]:
    """Return a request without some parameters, or with their newer names."""
    names = {name: _NEWER.get(name, "") if name in left_out else name for name in sent}
    return {names[name]: value for name, value in sent.items() if names[name]}


def refused_by(status: int, body: str) -> set[str]:
    """Return the optional parameters that a reply refuses."""
    if status != HTTPStatus.BAD_REQUEST or not _REFUSES.search(body):
        return set()
    return {name for name in OPTIONAL if name in body}


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply of aiohttp with the text that was read."""

    response: Any
    body: str

    def __getattr__(self, name: str) -> Any:
        return getattr(self.response, name)

    async def text(self) -> str:
        return self.body

    async def json(self) -> Any:
        return json.loads(self.body)

    def raise_for_status(self) -> None:
        """Raise aiohttp's error with the server's words, such as "model not found", but never the key."""
        from aiohttp import ClientResponseError

        try:
            self.response.raise_for_status()
        except ClientResponseError as error:
            said = self.body.replace(os.environ.get(_KEY) or "\0", "...")
            error.message = f"{error.message}\n{said}"
            raise


_HALF = re.compile("[\ud800-\udfff]")
#: What `finish_reason` is where a limit or filter ended the text, and where the server did: DeepSeek's API has the last one.
_CUT_OFF = ("length", "content_filter")
_BROKEN_OFF = ("error", "abort", "insufficient_system_resource")


def text_of(output: Any, is_chat: bool) -> str:
    """Return the text of a server's reply.

    Raises:
        ValueError: it has none, more than one, or one that is no Unicode.
    """
    if isinstance(output, dict) and (output.get("error") or output.get("object") == "error"):
        raise ValueError(f"an error: {output.get('error') or output!r:.80}")
    try:
        (choice,) = output["choices"]
        text = choice["message"]["content"] if is_chat else choice["text"]
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(f"no text in {output!r:.80}") from error
    index, end = choice.get("index", 0), choice.get("finish_reason")
    refuses = is_chat and bool(choice["message"].get("refusal"))
    if text is None and (end in _CUT_OFF or refuses):
        text = ""  # a model that refuses, or one that reasons and whose thoughts took all tokens
    if text is None:
        raise ValueError(f"its text is null, and finish_reason is {end!r:.40}")
    role = choice["message"].get("role", "assistant") if is_chat else "assistant"
    is_answer = role == "assistant" and (end is None or isinstance(end, str))
    if not isinstance(text, str) or isinstance(index, bool) or index != 0 or not is_answer:
        raise ValueError(f"text, role, index or finish_reason is of no answer in {output!r:.80}")
    if end in _BROKEN_OFF or choice.get("error"):
        raise ValueError("a text that ended with an error")
    if _HALF.search(text):
        raise ValueError("a text with half a character (a lone surrogate)")
    return Cut(text) if end in _CUT_OFF else text


def _failure(error: Exception) -> str:
    """Return a server's failure in one line; "" if the error is not a server's."""
    import aiohttp

    if isinstance(error, aiohttp.TooManyRedirects):
        return "redirects without an end"
    if isinstance(error.__cause__, aiohttp.http.HttpProcessingError):
        return (
            f"sent what is not HTTP, {_TRIES} times ({' '.join(str(error.__cause__).split()):.120})"
        )
    if isinstance(error, aiohttp.ClientResponseError):
        reason, _, said = error.message.partition("\n")
        told = f" ({' '.join(said.split()):.160})" if said.strip() else ""
        return f"answered {error.status} {reason:.60} {_TRIES} times{told}"
    if isinstance(error, aiohttp.ClientConnectionError):
        return f"does not answer ({error!s:.120})"
    if isinstance(error, TimeoutError):
        return "does not answer in time"
    if isinstance(error, UnicodeDecodeError):
        return f"answered what is not UTF-8, {_TRIES} times"
    if isinstance(error, ValueError | RecursionError | aiohttp.ClientError):
        said = " ".join(str(error).split()) or type(error).__name__
        return f"answered what is no completion, {_TRIES} times ({said:.120})"
    return ""

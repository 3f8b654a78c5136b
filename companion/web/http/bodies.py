"""A request's body, whole or refused: half a form would be a different form, which nobody meant."""

from itertools import chain
from typing import IO

from flask import Request as FlaskRequest
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import BadRequest, ClientDisconnected
from werkzeug.formparser import FormDataParser
from werkzeug.utils import cached_property
from werkzeug.wsgi import get_content_length, get_input_stream


class _Input:
    """The server's own stream. What it raises over a truncated body, or one with invalid chunks, differs from
    server to server; here it is always the client's error.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """The next bytes; none at the end. Raises ClientDisconnected."""
        try:
            return self._stream.read(size)
        except Exception as fault:
            raise ClientDisconnected from fault


class _Forms(FormDataParser):
    """Reads forms, and refuses those that werkzeug would read as empty or as fields without a name."""

    def parse(
        self,
        stream: IO[bytes],
        mimetype: str,
        content_length: int | None,
        options: dict[str, str] | None = None,
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, FileStorage]]:
        """The stream, the fields and the files. Raises BadRequest."""
        self.silent = False
        try:
            found = super().parse(stream, mimetype, content_length, options)
        except ValueError as fault:
            raise BadRequest from fault
        _, fields, files = found
        if None in (*fields, *files):
            for file in chain.from_iterable(files.listvalues()):
                file.close()
            raise BadRequest
        return found


class Request(FlaskRequest):
    """A request whose body is as long as announced, or refused."""

    form_data_parser_class = _Forms

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body. Raises ClientDisconnected where it ends early."""
        environment = {**self.environ, "wsgi.input": _Input(self.environ["wsgi.input"])}
        if get_content_length(self.environ) is not None:
            # A server that terminates the stream also ends it when the phone has gone. Without that flag,
            # werkzeug counts the announced bytes.
            environment.pop("wsgi.input_terminated", None)
        return get_input_stream(environment, max_content_length=self.max_content_length)

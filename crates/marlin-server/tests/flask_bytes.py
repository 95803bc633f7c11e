"""Compares marlin-server's answers to `GET /solve?pos=` with those of a Flask server that returns the same by `jsonify`.

    python flask_bytes.py PATH_OF_MARLIN_SERVER

Both are asked over HTTP. The status, the body and the headers Content-Type and Content-Length must have the same bytes. The
Flask server gets its scores from another request of marlin-server, `/api/v1/analyze`.
"""

import json
import logging
import subprocess
import sys
import threading
from urllib.request import urlopen

from flask import Flask, jsonify, request
from werkzeug.serving import make_server

POSITIONS = ["", "44", "444444", "4433", "67477644412111", "1212121", "112233"]
HEADERS = ["Content-Type", "Content-Length"]


def flask_app(marlin: str) -> Flask:
    """Return a server that answers the scores as a list, 100 for a column that cannot be played."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = Flask(__name__)

    @app.get("/solve")
    def solve():
        pos = request.args.get("pos", "")
        with urlopen(f"{marlin}/api/v1/analyze?moves={pos}") as answer:
            scores = json.load(answer)["scores"]
        return jsonify({"pos": pos, "score": [100 if score is None else score for score in scores]})

    return app


def response(url: str) -> tuple:
    """Return the parts of a response that are compared."""
    with urlopen(url) as answer:
        return (answer.status, *(answer.headers[name] for name in HEADERS), answer.read())


def main() -> int:
    command = [sys.argv[1], "--listen", "127.0.0.1:0", "--log-format", "off"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            marlin = server.stdout.readline().removeprefix("Serving on ").strip()
            flask = make_server("127.0.0.1", 0, flask_app(marlin))
            threading.Thread(target=flask.serve_forever, daemon=True).start()
            differ = 0
            for pos in POSITIONS:
                ours = response(f"{marlin}/solve?pos={pos}")
                theirs = response(f"http://127.0.0.1:{flask.server_port}/solve?pos={pos}")
                differ += ours != theirs
                print(f"{pos or '(empty)'}: {'equal' if ours == theirs else f'{ours} and not {theirs}'}")
            flask.shutdown()
        finally:
            server.terminate()
    print(f"{len(POSITIONS) - differ} of {len(POSITIONS)} responses are equal")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())

"""Whether a server answers what its document says: every answer below has to fit the schema of its status.

Usage: answers.py BINARY DOCUMENT FOLDER
"""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

from jsonschema.validators import extend
from openapi_schema_validator import OAS31Validator

binary, document_path, folder = sys.argv[1:]
with open(document_path, encoding="utf-8") as file:
    document = json.load(file)
judged = 0
kinds = set()
key = None


def one_of(validator, members, instance, schema):
    """As the judge has it, who asks a discriminator of null too, and then fails: null has no property."""
    if not isinstance(instance, dict):
        schema = {name: value for name, value in schema.items() if name != "discriminator"}
    yield from OAS31Validator.VALIDATORS["oneOf"](validator, members, instance, schema)


Judge = extend(OAS31Validator, {"oneOf": one_of})


def serve(database):
    """Starts a server, and gives its process and its URL."""
    command = [binary, "serve", "--listen", "127.0.0.1:0", "--database-url", database]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return server, re.search(r"http://[\d.]+:\d+", server.stdout.readline())[0]


def judge(method, template, status, body):
    """Fails where the document knows no such answer, or describes another."""
    global judged
    operation = document["paths"][template][method]
    response = operation["responses"].get(str(status))
    place = f"{method} {template} {status}"
    assert response is not None, f"{place} is not in the document: {body}"
    if "$ref" in response:
        response = document["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    content = response.get("content", {})
    if not content:
        assert not body, f"{place} has a body that the document does not know"
        return
    (media,) = (media for media in content.values())
    schema = {**media["schema"], "components": document["components"]}
    errors = sorted(Judge(schema).iter_errors(json.loads(body)), key=lambda error: error.json_path)
    for error in errors[:1]:
        deepest = error
        while deepest.context:
            deepest = max(deepest.context, key=lambda inner: len(inner.absolute_path))
        raise AssertionError(f"{place}: {deepest.json_path}: {deepest.message}\n{body[:2000]}")
    judged += 1
    if status >= 400:
        kinds.add(json.loads(body)["type"])


def ask(method, template, parameters=None, query="", body=None, headers=None, raw=None):
    """Asks the server, judges the answer, and gives status and JSON."""
    path = re.sub(r"\{(\w+)\}", lambda name: parameters[name[1]], template)
    data = raw if raw is not None else None if body is None else json.dumps(body).encode()
    headers = {**({"content-type": "application/json"} if data is not None else {}), **(headers or {})}
    if key is not None:
        headers["authorization"] = f"Bearer {key}"
    request = urllib.request.Request(base + path + query, method=method.upper(), data=data, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        status, text = refused.code, refused.read().decode()
    judge(method, template, status, text)
    if status < 400:
        fits(method, template, query)
    return status, json.loads(text) if text else None


def fits(method, template, query):
    """Fails where the server took a parameter that the document does not allow: whoever checks patterns could not ask so."""
    patterns = {parameter["name"]: parameter["schema"].get("pattern") for parameter in document["paths"][template][method].get("parameters", [])}
    for name, value in urllib.parse.parse_qsl(query.lstrip("?")):
        pattern = patterns[name]
        assert pattern is None or re.search(pattern, value), f"{method} {template}: {name} is {value!r}, which {pattern} does not match"


def follow(template, query, events, parameters=None):
    """Reads the first events of a stream, and judges the data of each."""
    path = re.sub(r"\{(\w+)\}", lambda name: parameters[name[1]], template)
    with urllib.request.urlopen(base + path + query) as stream:
        while events:
            line = stream.readline().decode()
            assert line, f"{template} ended"
            if line.startswith("data:"):
                judge("get", template, stream.status, line.removeprefix("data:"))
                events -= 1


def pages(template, parameters=None, query=""):
    """Reads a list to its end, one entry a page, by the cursors that it names."""
    cursor = ""
    while cursor is not None:
        page = ask("get", template, parameters, f"?limit=1{query}{cursor}")[1]
        cursor = f"&cursor={urllib.parse.quote(page['next'])}" if "next" in page else None


def example(method, template, key):
    return document["paths"][template][method]["requestBody"]["content"]["application/json"]["examples"][key]["value"]


GAME = "/v1/games/{game}"
RULESETS = list(document["components"]["schemas"]["OpenRequest"]["discriminator"]["mapping"])
server, base = serve(f"sqlite://{folder}/answers.db")
try:
    for ruleset in RULESETS:
        game = {"game": f"answers-{ruleset}"}
        ask("put", GAME, game, body=example("put", GAME, ruleset))
        ask("put", GAME, game, body=example("put", GAME, ruleset))
        ask("post", "/v1/games", body=example("post", "/v1/games", ruleset))
        events = example("post", GAME + "/events", ruleset)
        for event in events:
            ask("post", GAME + "/events", game, "?observer=seat:0", body=event)
        ask("post", GAME + "/turn", game, body=example("post", GAME + "/turn", ruleset))
        retraction = {"type": "retract", "data": {"revision": len(events), "reason": "it is tried out"}}
        ask("post", GAME + "/events", game, body=[{"type": "note", "data": {"text": "hello"}}, retraction])
        ask("get", "/v1/rulesets/{ruleset}", {"ruleset": ruleset})
        for observer in ("public", "seat:0", "referee"):
            query = f"?observer={observer}"
            for route in ("", "/events", "/belief", "/evidence", "/curve", "/audit"):
                ask("get", GAME + route, game, query)
            ask("post", GAME + "/queries", game, body={**example("post", GAME + "/queries", ruleset), "observer": observer})
            for form in ["now"] + (["deal"] if ruleset == "hearts" else []):
                ask("post", GAME + "/worlds", game, body={"observer": observer, "count": 5, "seed": 1, "as": form})
            ask("post", GAME + "/what-if", game, body={"observer": observer, "without": [1]})
        for route in ("/events", "/evidence", "/curve"):
            pages(GAME + route, game, "&observer=referee")
        for observer in ("public", "seat:0", "referee"):
            follow(GAME + "/events/stream", f"?from=0&observer={observer}", len(events) + 3, game)
        ask("get", GAME + "/truth", game)
        ask("get", GAME + "/curve", game, "?observer=seat:0&truth=true")
    for observer in ("public", "referee"):
        pages("/v1/events", query=f"&observer={observer}")
    catan = {"game": "answers-catan"}
    start = ask("get", "/v1/events", query="?limit=1")[1]["cursor"]
    for observer in ("public", "referee"):
        follow("/v1/events/stream", f"?cursor={start}&observer={observer}", 5 * len(RULESETS))
    turn = ask("post", GAME + "/turn", catan, body={"observer": "seat:0", "queries": [{"type": "confidence", "seat": 9}]})[1]
    assert turn["answers"] == [None], turn
    for path in ("/v1/games", "/v1/rulesets", "/v1/players", "/v1/caller", "/health/live", "/health/ready", "/problems"):
        ask("get", path)
    ask("get", "/v1/players/{player}", {"player": "ann"})
    ask("put", "/v1/players/{player}", {"player": "ann"}, body={"display_name": "Ann"})
    pages("/v1/players/{player}/history", {"player": "ann"})
    for path in ("/v1/games", "/v1/players"):
        pages(path)
    ask("get", "/problems/{kind}", {"kind": "contradiction"})
    # What can go wrong.
    steal = {"type": "steal", "data": {"thief": 0, "victim": 0}}
    city = {"type": "build", "data": {"seat": 2, "piece": "city"}}
    append = GAME + "/events"
    ask("get", GAME, {"game": "no-such-game"})
    ask("get", GAME, catan, "?observer=nobody")
    ask("get", GAME, catan, headers={"host": "elsewhere.example"})
    ask("get", GAME, catan, headers={"accept": "text/html"})
    ask("put", GAME, catan, body={"ruleset": "catan", "seats": [{"player": "x"}, {"player": "y"}]})
    ask("post", append, catan, raw=b"{")
    ask("post", append, catan, body=steal)
    ask("post", append, catan, body=city)
    ask("post", append, catan, body={"type": "steal", "data": {}})
    ask("post", append, catan, body=steal, headers={"content-type": "text/plain"})
    ask("post", append, catan, body=steal, headers={"if-match": '"99"'})
    ask("post", append, catan, body={"id": "move-1", "type": "note", "data": {"text": "other"}})
    ask("post", append, catan, body=[{"type": "note", "data": {"text": "n"}}] * 1001)
    ask("post", GAME + "/worlds", catan, body={"count": 1000000})
    ask("post", append, catan, body={"type": "finish"})
    ask("post", append, catan, body=steal)
    ask("delete", "/v1/players/{player}", {"player": "bob"})
    ask("get", "/v1/players/{player}", {"player": "bob"})
    wanted = """not-found parameter host not-acceptable game-exists not-json refusal contradiction malformed media-type
        revision-moved id-reused too-large over-limit game-finished player-forgotten"""
    missing = {f"/problems/{kind}" for kind in wanted.split()} - kinds
    assert not missing, f"nothing was answered with {missing}"
finally:
    server.terminate()
    server.wait()

# A tenant whose log has several partitions: a cursor has a place in each.
for partitions in (2, 3, 4):
    database, tenant = f"sqlite://{folder}/partitions-{partitions}.db", f"of-{partitions}"
    of_tenant = ["--tenant", tenant, "--role", "admin", "--json", "--database-url", database]
    subprocess.run([binary, "tenants", "create", tenant, "--partitions", str(partitions), "--database-url", database], check=True, capture_output=True)
    key = json.loads(subprocess.run([binary, "keys", "create", *of_tenant], check=True, capture_output=True, text=True).stdout)["key"]
    server, base = serve(database)
    try:
        for number, ruleset in enumerate(RULESETS):
            ask("put", GAME, {"game": f"of-{partitions}-{number}"}, body=example("put", GAME, ruleset))
        for path in ("/v1/games", "/v1/events", "/v1/players"):
            pages(path)
        pages("/v1/players/{player}/history", {"player": "ann"})
    finally:
        server.terminate()
        server.wait()
print(f"{judged} answers fit the document, and {len(kinds)} kinds of problems")

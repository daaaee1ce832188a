# Calls views: one line of JSON in, one out. Each code is loaded in a process of its own, and each request answered by
# a copy of that, so that a view leaves nothing behind: no models, no managers, no caches.
import datetime, gc, inspect, json, os, signal, sys, types
import django, psycopg
from django.conf import settings
from django.db import connection, transaction
from psycopg.conninfo import conninfo_to_dict

answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)  # whatever else prints goes to stderr
class HTTPError(Exception):
    """A refused request."""
web, module = types.ModuleType("web"), types.ModuleType("service")  # the latter is the one installed application
web.HTTPError, web.Me, web.handlers = HTTPError, types.SimpleNamespace, []
web.route = lambda method, path: lambda handler: web.handlers.append(handler) or handler
module.__file__, sys.modules["web"], sys.modules["service"] = "/service/__init__.py", web, module
settings.configure(INSTALLED_APPS=["service"], USE_TZ=True, TIME_ZONE="UTC", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql"}})
django.setup()
def say(reply):
    answers.write(json.dumps(reply) + "\n")
    answers.flush()
def load(code):
    exec(compile(code, "service.py", "exec"), module.__dict__)
    if len(web.handlers) != 1:
        raise TypeError(f"it has {len(web.handlers)} routes, and a test has one")
    return web.handlers[0]
def text(v):
    if v is None or isinstance(v, str):
        return v
    return json.dumps(v, default=str, sort_keys=True) if isinstance(v, (bool, dict, list)) else str(v)
def answer(result):
    rows = [] if result is None else [result] if isinstance(result, dict) else list(result)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return {"columns": columns, "rows": [[text(row.get(name)) for name in columns] for row in rows]}
def failure(e):
    cause = e.__cause__ if isinstance(e.__cause__, psycopg.Error) else e
    code = "refused" if isinstance(e, HTTPError) else getattr(cause, "sqlstate", None) or "thrown"
    return {"error": {"code": code, "message": f"{type(cause).__name__}: {cause}"}}
def signature(handler):
    _, *given = inspect.signature(handler).parameters.values()
    return {"params": [p.name for p in given], "optional": [p.name for p in given if p.default is not p.empty]}
def enter(database):
    to = conninfo_to_dict(database)
    connection.settings_dict.update(HOST=to.pop("host"), NAME=to.pop("dbname"), USER=to.pop("user"), PASSWORD=to.pop("password"), OPTIONS=to)
    connection.ensure_connection()
def call(handler, r):
    me = dict(r["me"], now=datetime.datetime.fromisoformat(r["me"]["now"]))
    try:
        enter(r["database"])
        with transaction.atomic():  # as with ATOMIC_REQUESTS
            if r["before"]:
                connection.cursor().execute(r["before"])
            done = answer(handler(web.Me(**me), **r["params"]))
            transaction.set_rollback(not r["keep"])
            return done
    except Exception as e:
        return failure(e)
def serve(code, lines):
    broken, first = None, True
    try:
        handler = load(code)
    except Exception as e:
        broken = failure(e)
    for line in lines:
        r = json.loads(line)
        if broken or "signature" in r:
            say(broken or signature(handler))
            continue
        if first:  # what the first connection prepares, once
            first = enter(r["database"])
            connection.close()
            gc.freeze()
        child = os.fork()
        if child == 0:
            say(call(handler, r))
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            say({"error": {"code": "thrown", "message": "the handler ended its process"}})
say({"packages": {"Python": str(sys.version_info[0]), "Django": django.__version__, "psycopg": psycopg.__version__}})
loaded = {}  # code -> process id and pipe
for line in sys.stdin:
    request = json.loads(line)
    code = request.get("signature", request.get("code"))
    if code not in loaded:
        if len(loaded) >= 6:
            pid, pipe = loaded.pop(next(iter(loaded)))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            pipe.close()
        lines, pipe = os.pipe()
        pid = os.fork()
        if pid == 0:
            serve(code, os.fdopen(lines, encoding="utf-8"))
            os._exit(0)
        os.close(lines)
        loaded[code] = pid, os.fdopen(pipe, "w", encoding="utf-8")
    loaded[code][1].write(line)
    loaded[code][1].flush()
os.killpg(0, signal.SIGKILL)  # this process leads its group

# Calls handlers: one line of JSON in, one out. Each code is loaded in a process of its own, and each request answered by
# a copy of that, so that a handler leaves nothing behind: no models, no hooks, no identity map.
import datetime, gc, inspect, json, os, signal, sys, types
import psycopg, sqlalchemy
from sqlalchemy import create_engine, exc, pool
from sqlalchemy.orm import Session, configure_mappers

answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)  # whatever else prints goes to stderr

class HTTPError(Exception):
    """A refused request."""
web = types.ModuleType("web")
web.HTTPError, web.Me, web.handlers = HTTPError, types.SimpleNamespace, []
web.route = lambda method, path: lambda handler: web.handlers.append(handler) or handler
sys.modules["web"] = web
def say(reply):
    answers.write(json.dumps(reply) + "\n")
    answers.flush()
def load(code):
    module = sys.modules["handler"] = types.ModuleType("handler")
    exec(compile(code, "handler.py", "exec"), module.__dict__)
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
    cause = e.orig if isinstance(e, exc.DBAPIError) else e
    code = "refused" if isinstance(e, HTTPError) else getattr(cause, "sqlstate", None) or "thrown"
    return {"error": {"code": code, "message": f"{type(cause).__name__}: {cause}"}}
def signature(handler):
    given = list(inspect.signature(handler).parameters.values())[2:]
    return {"params": [p.name for p in given], "optional": [p.name for p in given if p.default is not p.empty]}
def call(handler, engine, r):
    me = dict(r["me"], now=datetime.datetime.fromisoformat(r["me"]["now"]))
    try:
        with engine.connect() as connection:
            outer = connection.begin()
            if r["before"]:
                connection.exec_driver_sql(r["before"])
            try:
                with Session(connection, join_transaction_mode="create_savepoint") as db:
                    return answer(handler(db, web.Me(**me), **r["params"]))
            finally:
                outer.commit() if r["keep"] else outer.rollback()
    except Exception as e:
        return failure(e)
def serve(code, lines):
    handler, broken, first = None, None, True
    try:
        handler = load(code)
    except Exception as e:
        broken = failure(e)
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(where), poolclass=pool.NullPool)
    for line in lines:
        r = json.loads(line)
        where = r.get("database")
        if broken or "signature" in r:
            say(broken or signature(handler))
            continue
        if first:  # reads what depends on the version of the server, once
            first = engine.connect().close()
            configure_mappers()
            gc.freeze()
        child = os.fork()
        if child == 0:
            say(call(handler, engine, r))
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            say({"error": {"code": "thrown", "message": "the handler ended its process"}})

say({"packages": {"Python": str(sys.version_info[0]), "SQLAlchemy": sqlalchemy.__version__, "psycopg": psycopg.__version__}})
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

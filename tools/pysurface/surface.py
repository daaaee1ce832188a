#!/usr/bin/env python3
"""Gives every Python test below DIR a surface: python3 tools/pysurface/surface.py DIR [SEED]

The text under `# Minimal`, or under `# Code` where there is none, becomes the minimal one, and `# Code` the same
handler in other words, drawn by seed and file: sides of comparisons, order of conditions and models, forms of NULL
tests, names of local variables, quotes. `assay verify` executes both and compares what they do (docs/tenancy.md).
"""
import ast, hashlib, io, pathlib, random, re, sys, tokenize

NAMES = {
    "found": ["found", "query", "chosen", "wanted", "stmt"], "page": ["page", "rows", "result", "listed"],
    "works_there": ["works_there", "on_queue", "assigned", "belongs"], "shown": ["shown", "visible", "thread_rows", "kept"],
    "mine": ["mine", "own", "current", "valid"], "customers": ["customers", "lookup", "owners", "people"],
    "counted": ["counted", "load_query", "totals", "per_queue"], "waiting": ["waiting", "counts", "by_queue", "numbers"],
    "source": ["source", "origin", "picked", "values_from"], "added": ["added", "new", "created", "saved"],
    "change": ["change", "edit_stmt", "patched", "statement"], "m": ["m", "membership", "member", "seat"],
    "key": ["key", "order", "column", "sort_by"], "ticket": ["ticket", "t0", "issue", "case"],
    "customer": ["customer", "c0", "client", "person"], "t": ["t", "item", "row", "each"],
}
DJANGO = {
    "seat": ["seat", "member", "caller", "m"], "orders": ["orders", "found", "chosen", "work"],
    "page": ["page", "listed", "shown_rows", "part_of_it"], "notes": ["notes", "messages", "texts"],
    "values": ["values", "wanted", "given_values", "new_values"], "sites": ["sites", "target", "places"],
    "customers": ["customers", "owners", "clients"], "answer": ["answer", "result", "out"],
    "rows": ["rows", "objects", "batch", "new_rows"], "gone": ["gone", "deleted", "closed"],
    "done": ["done", "finished", "completed", "work"], "live": ["live", "present", "current"],
    "shares": ["shares", "open_shares", "grants"], "given": ["given", "share_of_it", "grant", "opened"],
    "report": ["report", "people", "totals"], "per_person": ["per_person", "own_orders", "grouped"],
    "size": ["size", "limit", "count"], "key": ["key", "column", "order_key"], "n": ["n", "note", "item", "each"],
    "o": ["o", "order", "item", "each"], "line": ["line", "entry", "row", "item"], "shown": ["shown", "visible", "wanted"],
}


def at(code, node):
    """The bytes of a node in the encoded text."""
    starts = [0]
    for line in code.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def put(code, start, end, text):
    raw = code.encode()
    return (raw[:start] + text.encode() + raw[end:]).decode()


def nodes(tree, lambdas=False):
    """All nodes, inner ones first, without those of lambdas."""
    for child in ast.iter_child_nodes(tree):
        if lambdas or not isinstance(child, (ast.Lambda, ast.JoinedStr)):
            yield from nodes(child, lambdas)
    yield tree


def text(code, node):
    start, end = at(code, node)
    return code.encode()[start:end].decode()


def comparisons(code, dice):
    found = [n for n in nodes(ast.parse(code)) if isinstance(n, ast.Compare) and len(n.ops) == 1]
    for n in sorted(found, key=lambda n: at(code, n), reverse=True):
        swapped = {ast.Eq: "==", ast.LtE: ">=", ast.GtE: "<=", ast.Lt: ">", ast.Gt: "<"}.get(type(n.ops[0]))
        left, right = text(code, n.left), text(code, n.comparators[0])
        if swapped and dice.random() < 0.5:
            code = put(code, *at(code, n), f"{right} {swapped} {left}")
        elif type(n.ops[0]) in (ast.In, ast.NotIn) and isinstance(n.comparators[0], ast.Tuple):
            words = [text(code, e) for e in n.comparators[0].elts]
            dice.shuffle(words)
            code = put(code, *at(code, n.comparators[0]), "(" + ", ".join(words) + ")")
    return code


def nulls(code, dice):
    found = [n for n in nodes(ast.parse(code)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
             and n.func.attr == "is_" and isinstance(n.args[0], ast.Constant)]
    for n in sorted(found, key=lambda n: at(code, n), reverse=True):
        if dice.random() < 0.5:
            value = n.args[0].value
            code = put(code, *at(code, n), f"{text(code, n.func.value)} == {value}")
    return code


def conditions(code, dice):
    def eligible():
        return [n for n in nodes(ast.parse(code)) if isinstance(n, ast.Call) and len(n.args) > 1 and not n.keywords
                and (getattr(n.func, "id", "") in ("and_", "or_") or getattr(n.func, "attr", "") == "where")]
    k = 0
    while k < len(eligible()):
        before = eligible()
        n = before[k]
        args = [text(code, a) for a in n.args]
        dice.shuffle(args)
        raw, spans = code.encode(), [at(code, a) for a in n.args]
        between = [raw[one[1]:two[0]].decode() for one, two in zip(spans, spans[1:])]
        if getattr(n.func, "attr", "") == "where" and dice.random() < 0.4:
            between[0] = ").where("
        code = put(code, spans[0][0], spans[-1][1], "".join(x + y for x, y in zip(args, between + [""])))
        if len(eligible()) == len(before):
            k += 1
    return code


def models(code, dice):
    """Reorders models that name no other, and their columns that are no part of a key."""
    tree = ast.parse(code)
    classes = [n for n in tree.body if isinstance(n, ast.ClassDef)
               and any(getattr(b, "id", "") == "Base" or getattr(b, "attr", "") == "Model" for b in n.bases)]
    known = {n.name for n in classes}
    texts = []
    for n in classes:
        columns = [c for c in n.body if isinstance(c, ast.AnnAssign) and "(" not in text(code, c)
                   or isinstance(c, ast.Assign) and re.search(r"= models\.\w+Field\((null=True)?\)$", text(code, c))]
        lines = [text(code, c) for c in columns]
        dice.shuffle(lines)
        whole, base = text(code, n), at(code, n)[0]
        for c, line in sorted(zip(columns, lines), key=lambda p: at(code, p[0]), reverse=True):
            start, end = at(code, c)
            whole = put(whole, start - base, end - base, line)
        texts.append(whole)
    names_of = [set(re.findall(r"\w+", whole)) & known - {n.name} for n, whole in zip(classes, texts)]
    free = [i for i, n in enumerate(classes) if not names_of[i] and not any(n.name in others for others in names_of)]
    order = free[:]
    dice.shuffle(order)
    final = texts[:]
    for where, which in zip(free, order):
        final[where] = texts[which]
    for n, new in sorted(zip(classes, final), key=lambda p: at(code, p[0]), reverse=True):
        code = put(code, *at(code, n), new)
    return code


def keywords(code, dice):
    """Reorders the conditions of Django's lookups, and writes some tests for NULL in the other form."""
    def lookups():
        return [n for n in nodes(ast.parse(code)) if isinstance(n, ast.Call) and n.keywords
                and (getattr(n.func, "id", "") == "Q" or getattr(n.func, "attr", "") in ("filter", "exclude"))]
    for k in range(len(lookups())):
        given = [w for w in lookups()[k].keywords if w.arg]
        words = [text(code, w) for w in given]
        for i, w in enumerate(given):
            if isinstance(w.value, ast.Constant) and w.value.value is None and dice.random() < 0.5:
                words[i] = f"{w.arg}__isnull=True"
        dice.shuffle(words)
        for w, word in sorted(zip(given, words), key=lambda p: at(code, p[0]), reverse=True):
            code = put(code, *at(code, w), word)
    return code


def names(code, dice):
    for name, others in (DJANGO if "from django" in code else NAMES).items():
        new = dice.choice(others)
        if new == name or re.search(rf"\b{new}\b", code):
            continue
        uses = [n for n in nodes(ast.parse(code), True) if isinstance(n, ast.Name) and n.id == name]
        if any(isinstance(n.ctx, ast.Store) for n in uses):
            for n in sorted(uses, key=lambda n: at(code, n), reverse=True):
                code = put(code, *at(code, n), new)
    return code


def quotes(code, dice):
    if dice.random() < 0.5:
        return code
    changes = []
    for t in tokenize.generate_tokens(io.StringIO(code).readline):
        if t.type == tokenize.STRING and t.string[0] == '"' and t.string[:3] != '"""' and "'" not in t.string:
            changes.append((t.start, t.end, "'" + t.string[1:-1] + "'"))
    lines = code.splitlines(keepends=True)
    for (row, a), (_, b), new in reversed(changes):
        lines[row - 1] = lines[row - 1][:a] + new + lines[row - 1][b:]
    return "".join(lines)


def surface(code, dice):
    lookups = (keywords,) if "from django" in code else (nulls, conditions)
    for rewrite in (comparisons, *lookups, models, names, quotes):
        code = rewrite(code, dice)
    ast.parse(code)
    return code


def main(root, seed="1"):
    for file in sorted(pathlib.Path(root).rglob("*-[0-9][0-9]-*.md")):
        md = file.read_text()
        found = re.search(r"# Code\n```python\n(.*?)```\n", md, re.S)
        if not found:
            continue
        minimal = re.search(r"\n# Minimal\n```python\n(.*?)```\n", md, re.S)
        original = minimal[1] if minimal else found[1]
        md = md.replace(minimal[0], "") if minimal else md
        dice = random.Random(hashlib.sha256(f"{seed} {file.parent.name}/{file.name}".encode()).hexdigest())
        md = md.replace(found[1], surface(original, dice)).rstrip("\n")
        file.write_text(f"{md}\n\n# Minimal\n```python\n{original}```\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

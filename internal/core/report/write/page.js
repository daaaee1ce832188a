"use strict";
// Search, filters and links of a report. What subjects, suites and providers wrote is set as
// text, never as markup. The state stands in the fragment, so that a link gives the view again.
(() => {
  const $ = (id) => document.getElementById(id);
  const form = $("find"), list = $("bases"), table = $("trials"), panel = $("one");
  if (!form) return;
  const el = (name, props, ...children) => {
    const e = Object.assign(document.createElement(name), props);
    e.append(...children.filter((c) => c !== "" && c != null));
    return e;
  };
  const say = (text) => { form.elements.found.value = text; };
  const unpack = async (id) => {
    const bytes = Uint8Array.from(atob($(id).textContent), (c) => c.charCodeAt(0));
    return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  };

  const page = 100; // trials that the table shows at once
  const keys = ["q", "show", "subject", "suite", "subset", "class", "truth", "counted", "sort", "one"];
  const fields = keys.slice(0, -1);
  const shows = {
    "": ["any verdict", () => true],
    wrong: ["wrong", (t) => state(t)[0] === "v-wrong"],
    missed: ["flaw not found", (t) => state(t)[0] === "v-half"],
    right: ["right", (t) => state(t)[0] === "v-right"],
    refused: ["refused", (t) => state(t)[2] === "refused"],
    none: ["no answer", (t) => state(t)[0] === "v-none"],
    unscored: ["judge unsure", (t) => state(t)[2].endsWith("unscored")],
    judges: ["judges disagree", (t) => t[4] === 1],
    subjects: ["subjects differ", (t) => differ[t[0]]],
  };
  let x, words; // the index, and the texts once somebody needs them
  let differ = [], ofBase = [], ofText = [], low = [], replies = new Map();
  let now = { view: "samples" }, found = [], shown = [], limit = page, ignored = [];
  const bases = [...document.querySelectorAll("details.base")];
  const homes = bases.map((b) => b.parentNode);

  const state = (t) => x.states[t[3]];
  const text = (t) => x.texts[t[0]];
  const base = (t) => x.bases[text(t).base];
  const nameOf = (t) => `${text(t).key}~${x.subjects[t[1]]}~${t[2]}`;
  const baseName = (b) => `${x.suites[b.suite]}/${b.id}`;
  const read = async () => { words ??= await unpack("words"); };

  // The fragment.
  const address = (s) => {
    const p = new URLSearchParams();
    for (const k of keys) if (s[k]) p.set(k, s[k]);
    return `#${s.view}${String(p) && "?"}${p}`;
  };
  const parse = () => {
    const m = /^#(samples|trials)(?:\?(.*))?$/.exec(location.hash);
    if (!m) return null;
    const p = new URLSearchParams(m[2] || ""), s = { view: m[1] };
    ignored = [];
    for (const [k, v] of p) {
      const f = form.elements[k];
      if (!keys.includes(k) || f instanceof HTMLSelectElement && ![...f.options].some((o) => o.value === v)) ignored.push(`${k}=${v}`);
      else s[k] = v;
    }
    return s;
  };
  const go = (s, push) => {
    now = s;
    history[push ? "pushState" : "replaceState"](null, "", address(s));
    return apply();
  };

  // Filters.
  const has = (t, terms) => terms.every((w) =>
    base(t).id.toLowerCase().includes(w) || (text(t).class || "").toLowerCase().includes(w) || text(t).name.toLowerCase().includes(w) ||
    x.subjects[t[1]].toLowerCase().includes(w) || source(t[0]).includes(w) || answer(t).includes(w));
  const source = (i) => (low[i] ??= (words.texts[i].source || "").toLowerCase());
  const answer = (t) => {
    if (!replies.has(t)) {
      const r = words.replies[t.place] || {};
      replies.set(t, [r.reason, r.response, ...(r.findings || []).flatMap((f) => [f.type, f.location, f.explanation, f.reason])].join("\n").toLowerCase());
    }
    return replies.get(t);
  };
  const fits = (t, s) => (!s.subject || x.subjects[t[1]] === s.subject) && (!s.suite || x.suites[base(t).suite] === s.suite) && (!s.subset || base(t).group === s.subset) &&
    (!s.class || text(t).class === s.class) && (!s.truth || text(t).truth === s.truth) && (!s.counted || text(t).counted);
  const rank = { "v-wrong": 0, "v-half": 1, "v-none": 2, "v-right": 3 };
  const orders = {
    "": ["in order", (a, b) => a.place - b.place],
    wrong: ["wrong first", (a, b) => rank[state(a)[0]] - rank[state(b)[0]] || a.place - b.place],
    subject: ["by subject", (a, b) => a[1] - b[1] || a.place - b.place],
    verdict: ["by verdict", (a, b) => a[3] - b[3] || a.place - b.place],
  };

  const apply = async () => {
    const s = now, terms = (s.q || "").toLowerCase().split(/\s+/).filter(Boolean);
    if (terms.length || s.one) await read();
    if (s !== now) return;
    for (const k of fields) form.elements[k].value = s[k] || "";
    for (const r of form.elements.view) r.checked = r.value === s.view;
    const some = x.trials.filter((t) => fits(t, s) && (!terms.length || has(t, terms)));
    for (const o of form.elements.show.options) o.textContent = `${shows[o.value][0]} (${some.filter(shows[o.value][1]).length})`;
    found = some.filter(shows[s.show || ""][1]).sort(orders[s.sort || ""][1]);
    const hits = new Map();
    for (const t of found) hits.set(text(t).base, (hits.get(text(t).base) || 0) + 1);
    const order = bases.map((_, i) => i);
    if (s.sort) {
      const wrong = (i) => ofBase[i].filter((t) => state(t)[0] === "v-wrong").length;
      order.sort((a, b) => wrong(b) - wrong(a) || a - b);
    }
    shown = order.filter((i) => hits.has(i));
    bases.forEach((b, i) => { b.hidden = !hits.has(i); });
    if (s.sort !== list.dataset.sort) for (const i of order) homes[i].append(bases[i]);
    list.dataset.sort = s.sort || "";
    list.hidden = s.view !== "samples";
    table.hidden = s.view !== "trials" || Boolean(s.one);
    panel.hidden = true;
    if (s.view === "trials") {
      const t = s.one && x.trials.find((t) => nameOf(t) === s.one);
      if (t) trial(t);
      else { table.hidden = false; rows(); }
    } else {
      bases.forEach((b, i) => { if (b.open && baseName(x.bases[i]) !== s.one) b.open = false; });
      const i = x.bases.findIndex((b) => baseName(b) === s.one);
      if (i >= 0) { bases[i].hidden = false; bases[i].open = true; fill(i); bases[i].scrollIntoView({ block: "start" }); }
      else if (s.one) ignored.push(`one=${s.one}`);
    }
    say(`${shown.length} of ${bases.length} samples, ${found.length} of ${x.trials.length} trials${ignored.length ? `; not known: ${ignored.join(", ")}` : ""}`);
  };

  const step = (by) => {
    const trials = now.view === "trials", all = trials ? found : shown;
    const at = all.findIndex((a) => (trials ? nameOf(a) : baseName(x.bases[a])) === now.one);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
    if (next !== undefined) go({ ...now, one: trials ? nameOf(next) : baseName(x.bases[next]) }, true);
  };

  // Trials.
  const verdict = (t) => el("span", { className: state(t)[0] }, `${state(t)[1]} ${state(t)[2]}`);
  const rows = () => {
    const body = el("tbody", {});
    for (const t of found.slice(0, limit)) {
      body.append(el("tr", {}, el("th", { scope: "row" }, el("a", { href: address({ ...now, one: nameOf(t) }) }, base(t).id)), ...[text(t).name, text(t).class || "–", x.subjects[t[1]] + (t[2] ? `, repetition ${t[2]}` : "")].map((c) => el("td", {}, c)), el("td", {}, verdict(t))));
    }
    const head = el("tr", {}, ...["Sample", "Text", "Class", "Subject", "Verdict"].map((c) => el("th", { scope: "col" }, c)));
    const scroll = el("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Trials" }, el("table", { className: "list" }, el("thead", {}, head), body));
    const rest = found.length - limit;
    table.replaceChildren(scroll, rest > 0 ? el("button", { type: "button", onclick: () => { limit += page; rows(); } }, `Show ${Math.min(rest, page)} more of ${rest}`) : "");
  };
  const trial = (t) => {
    panel.replaceChildren(
      el("p", {}, el("a", { href: address({ ...now, one: "" }) }, "Back to the list"), " · ", el("a", { href: address({ view: "samples", one: baseName(base(t)) }) }, "All of this sample")),
      el("h3", {}, `${x.subjects[t[1]]} on ${base(t).id}, ${text(t).name}`),
      el("p", {}, verdict(t), t[2] ? ` · repetition ${t[2]}` : "", ` · the text is ${text(t).truth}`, text(t).class ? ` · ${text(t).class}` : ""),
      el("div", { className: "beside" }, el("div", {}, ...code(t[0], true, (words.replies[t.place] || {}).findings)), el("div", {}, ...reply(t))));
    panel.hidden = false;
    panel.scrollIntoView({ block: "start" });
    const box = panel.querySelector("[data-opens]");
    if (box) seen(box, box.dataset.opens);
    panel.focus({ preventScroll: true });
  };
  // seen scrolls a text, in its own box, to one of its lines.
  const seen = (box, n) => {
    const row = box.querySelector(`[data-line="${n}"]`);
    if (row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    for (const r of box.querySelectorAll("tr.here")) r.classList.remove("here");
    if (row) row.classList.add("here");
  };
  const atLine = (n) => el("button", { type: "button", className: "line", onclick: () => {
    const box = panel.querySelector("[data-opens]");
    if (box) { seen(box, n); box.scrollIntoView({ block: "nearest" }); }
  } }, `line ${n}`);
  const reply = (t) => {
    const r = words.replies[t.place];
    if (!r) return [el("p", { className: "empty" }, "The answer is left out to keep this file small.")];
    const out = [];
    if (r.reason) out.push(el("p", { className: "reason" }, r.reason));
    if (r.confidence) out.push(el("p", { className: "meta" }, `Confidence ${r.confidence}`));
    const items = (r.findings || []).map((f) => el("li", {}, el("span", { className: `judged ${f.class}` }, f.judged), " ", el("b", {}, f.type), f.location ? " at " : "", f.location ? el("code", {}, f.location) : "",
      f.severity ? ` (${f.severity})` : "", ...(f.lines || []).flatMap((n) => [" ", atLine(n)]), f.explanation ? `: ${f.explanation}` : "", f.reason ? el("i", {}, ` Judge: ${f.reason}`) : "", f.repair ? el("span", {}, el("b", {}, " Its repair, executed: "), f.repair) : ""));
    if (r.more) items.push(el("li", {}, `and ${r.more} more`));
    if (items.length) out.push(el("ul", { className: "found" }, ...items));
    if (r.response) out.push(el("pre", { tabIndex: 0 }, r.response));
    else out.push(el("p", { className: "empty" }, "No response text."));
    if (r.cut) out.push(el("p", { className: "caption" }, r.cut));
    return out;
  };

  // Texts.
  const lexers = {
    solidity: /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\b(abstract|as|assembly|break|catch|constant|constructor|continue|contract|delete|do|else|emit|enum|error|event|external|fallback|for|function|if|immutable|import|indexed|interface|internal|is|library|mapping|memory|modifier|new|override|payable|pragma|private|public|pure|receive|require|return|returns|revert|storage|struct|super|this|throw|try|unchecked|using|view|virtual|while)\b|\b(u?int\d*|bytes\d*|address|bool|string)\b/g,
    sql: /(--.*|\/\*.*?(?:\*\/|$))|('(?:''|[^'])*')|\b(select|from|where|and|or|not|in|is|null|exists|join|left|right|inner|outer|full|cross|lateral|on|using|group|by|order|having|limit|offset|union|all|distinct|with|recursive|as|insert|into|values|update|set|delete|returning|case|when|then|else|end|between|like|ilike|asc|desc|over|partition|conflict|do|nothing|for)\b|(:\w+|\$\d+)/gi,
  };
  const paint = (td, line, kind, inside) => {
    let open = inside, at = 0;
    const put = (cls, s) => { if (s) td.append(cls ? el("span", { className: cls }, s) : s); };
    if (open) {
      at = line.indexOf("*/") + 2;
      if (at < 2) { put("c", line); return true; }
      put("c", line.slice(0, at));
      open = false;
    }
    let last = at;
    for (const m of kind ? line.slice(at).matchAll(kind) : []) {
      put("", line.slice(last, at + m.index));
      put(["", "c", "s", "w", "t"][m.findIndex((g, i) => i && g !== undefined)], m[0]);
      last = at + m.index + m[0].length;
      open = m[0].startsWith("/*") && !m[0].endsWith("*/");
    }
    put("", line.slice(last));
    return open;
  };
  const linesOf = (i) => (words.texts[i].source || "").replace(/\n$/, "").split("\n");
  const painter = (i) => {
    const kind = lexers[{ postgresql: "sql" }[words.texts[i].language] || words.texts[i].language];
    let inside = false;
    return linesOf(i).map((line) => {
      const td = el("td", { className: "src" });
      inside = paint(td, line, kind, inside);
      return td;
    });
  };
  // changes compares two texts by lines: [sign, place in a, place in b].
  const changes = (a, b) => {
    let pre = 0, post = 0;
    while (pre < a.length && pre < b.length && a[pre] === b[pre]) pre++;
    while (post < a.length - pre && post < b.length - pre && a[a.length - 1 - post] === b[b.length - 1 - post]) post++;
    const n = a.length - pre - post, m = b.length - pre - post, out = [];
    for (let i = 0; i < pre; i++) out.push([" ", i, i]);
    const common = n * m > 4e6 ? null : Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
    if (common) for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) common[i][j] = a[pre + i] === b[pre + j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    let i = 0, j = 0;
    while (i < n || j < m) {
      if (common && i < n && j < m && a[pre + i] === b[pre + j]) out.push([" ", pre + i++, pre + j++]);
      else if (i < n && (!common || j === m || common[i + 1][j] >= common[i][j + 1])) out.push(["-", pre + i++, -1]);
      else out.push(["+", -1, pre + j++]);
    }
    for (let k = 0; k < post; k++) out.push([" ", a.length - post + k, b.length - post + k]);
    return out;
  };
  const block = (caption, trs, cls) => el("div", { className: "scroll code", tabIndex: 0, role: "region", ariaLabel: caption }, el("table", { className: `code ${cls}` }, el("caption", {}, caption), el("tbody", {}, ...trs)));
  const number = (n) => el("td", { className: "ln" }, n < 0 ? "" : String(n + 1));
  const difference = (i, k) => {
    const all = changes(linesOf(i), linesOf(k)), a = painter(i), b = painter(k), trs = [];
    let gap = 0;
    all.forEach((c, at) => {
      if (!all.slice(Math.max(0, at - 3), at + 4).some((d) => d[0] !== " ")) { gap++; return; }
      if (gap) trs.push(el("tr", { className: "skip" }, el("td", { colSpan: 4 }, `… ${gap} unchanged`)));
      gap = 0;
      trs.push(el("tr", { className: { "-": "del", "+": "add" }[c[0]] || "" }, number(c[1]), number(c[2]), el("td", { className: "sg" }, { "-": "−" }[c[0]] || c[0]), c[0] === "+" ? b[c[2]] : a[c[1]]));
    });
    return block(`Difference of ${x.texts[i].name} to ${x.texts[k].name}`, trs, "diff");
  };
  const flaw = ["l-root-cause", "l-secondary-vuln", "l-prereq"]; // styles of labels that are parts of a flaw
  const importance = (l) => flaw.indexOf(l.class);
  const note = (style, ...text) => el("tr", { className: `note ${style}` }, el("td"), el("td"), el("td", {}, el("p", {}, ...text)));
  const code = (i, whole, findings) => {
    const w = words.texts[i], t = x.texts[i], out = [];
    const twinOf = x.texts.reduce((all, o, k) => (o.twin === i ? [...all, k] : all), []);
    const shared = t.twin >= 0 && x.texts.filter((o) => o.twin === t.twin).length > 1;
    for (const v of w.violates || []) out.push(el("p", { className: "violates" }, el("b", {}, `Violates requirement ${v.number}.`), ` ${v.text}`));
    if (w.about) out.push(el("p", {}, w.about));
    if (w.source) {
      if (t.twin >= 0 && words.texts[t.twin].source) out.push(difference(i, t.twin));
      else if (whole && twinOf.length && words.texts[twinOf[0]].source) out.push(difference(twinOf[0], i));
      if (whole || !(shared || twinOf.length === 1)) {
        const gone = new Set(t.twin >= 0 ? changes(linesOf(i), linesOf(t.twin)).filter((c) => c[0] === "-").map((c) => c[1]) : []);
        const trs = painter(i).map((td, n) => {
          const on = (w.labels || []).filter((l) => l.line <= n + 1 && n + 1 <= l.end);
          const row = el("tr", { className: [gone.has(n) ? "chg" : "", on.some((l) => flaw.includes(l.class)) ? "flaw" : ""].join(" ").trim() }, number(n), el("td", { className: "sg" }, gone.has(n) ? "−" : ""), td);
          row.dataset.line = n + 1;
          const notes = on.filter((l) => l.line === n + 1).map((l) => note(l.class, el("b", {}, l.name), l.text ? ` ${l.text}` : ""));
          const said = (findings || []).filter((f) => (f.lines || []).includes(n + 1)).map((f) => note("", `the answer: ${f.type}`));
          return [row, ...notes, ...said];
        }).flat();
        const box = block(w.path + (t.twin >= 0 ? `; lines marked − differ from ${x.texts[t.twin].name}` : ""), trs, "");
        const first = [...(w.labels || [])].sort((a, b) => importance(a) - importance(b) || a.line - b.line).find((l) => flaw.includes(l.class));
        box.dataset.opens = first ? first.line : (findings || []).flatMap((f) => f.lines || [])[0] || 1;
        out.push(box);
        const legend = words.legend.filter((d) => (w.labels || []).some((l) => l.class === d[0]));
        if (legend.length) out.push(el("p", { className: "caption legend" }, ...legend.map((d) => el("span", {}, el("b", { className: `chip ${d[0]}` }, d[1]), ` ${d[2]}`))));
      }
    }
    if (w.cut) out.push(el("p", { className: "caption" }, w.cut));
    const plain = (l) => el("li", {}, el("b", { className: `chip ${l.class}` }, l.name), ` ${l.where}${l.text ? `: ${l.text}` : ""}`);
    if (w.labels && !w.source) out.push(el("ul", { className: "labels" }, ...w.labels.map(plain)));
    return out;
  };
  // fill puts the texts of a base, and what was answered, into its place in the list.
  const fill = (i) => {
    if (bases[i].querySelector(".rich")) return;
    const out = el("div", { className: "rich" }, el("dl", { className: "truth" }, ...words.truths[i].map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v)))));
    x.texts.forEach((t, k) => {
      if (t.base !== i) return;
      out.append(el("h4", {}, `${t.name} `, el("span", { className: `tag t-${t.truth}` }, t.truth)), ...code(k, false));
      for (const a of ofText[k] || []) {
        const d = el("details", { className: "answer" }, el("summary", {}, el("span", { className: "subject" }, x.subjects[a[1]]), a[2] ? ` repetition ${a[2]} ` : " ", verdict(a)));
        d.addEventListener("toggle", () => {
          if (d.open && d.childElementCount === 1) d.append(...reply(a), el("p", {}, el("a", { href: address({ view: "trials", one: nameOf(a) }) }, "This trial alone")));
        });
        out.append(d);
      }
    });
    bases[i].append(out);
  };

  const options = (name, values) => form.elements[name].replaceChildren(...values.map(([v, label]) => el("option", { value: v }, label)));
  const start = async () => {
    if (typeof DecompressionStream === "undefined") {
      form.replaceWith(el("p", { className: "warning" }, "This browser cannot open compressed texts, so there is no search here and no text of a sample."));
      return;
    }
    x = await unpack("index");
    x.trials.forEach((t, i) => {
      t.place = i;
      (ofBase[text(t).base] ??= []).push(t);
      (ofText[t[0]] ??= []).push(t);
    });
    bases.forEach((_, i) => { ofBase[i] ??= []; });
    differ = x.texts.map((_, i) => new Set((ofText[i] || []).map((t) => state(t)[1]).filter((s) => s !== "·")).size > 1);
    const all = (label, list) => [["", label], ...[...new Set(list.filter(Boolean))].sort().map((v) => [v, v])];
    options("show", Object.entries(shows).map(([k, v]) => [k, v[0]]));
    options("subject", all("all subjects", x.subjects));
    options("suite", all("all suites", x.suites));
    options("subset", all("all subsets", x.bases.map((b) => b.group)));
    options("class", all("all classes", x.texts.map((t) => t.class)));
    options("truth", [["", "any truth"], ["vulnerable", "vulnerable"], ["safe", "safe"]]);
    options("counted", [["", "all"], ["yes", "of the headline"]]);
    form.elements.counted.closest("label").hidden = x.texts.every((t) => t.counted);
    options("sort", Object.entries(orders).map(([k, v]) => [k, v[0]]));
    form.hidden = $("steps").hidden = false;
    let waiting;
    const changed = () => {
      const s = { view: form.elements.view.value };
      for (const k of fields) s[k] = form.elements[k].value;
      limit = page;
      ignored = [];
      go(s, false);
    };
    form.addEventListener("input", (e) => {
      clearTimeout(waiting);
      if (e.target.name === "q") waiting = setTimeout(changed, 150);
      else changed();
    });
    form.addEventListener("submit", (e) => { e.preventDefault(); changed(); });
    form.addEventListener("reset", (e) => { e.preventDefault(); limit = page; ignored = []; go({ view: now.view }, false); });
    form.elements.next.addEventListener("click", () => step(1));
    form.elements.previous.addEventListener("click", () => step(-1));
    bases.forEach((b, i) => b.addEventListener("toggle", async () => {
      if (!b.open) return;
      await read();
      fill(i);
      if (now.one !== baseName(x.bases[i])) {
        now = { ...now, one: baseName(x.bases[i]) };
        history.replaceState(null, "", address(now));
      }
    }));
    document.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea")) return;
      if (e.key === "/") { e.preventDefault(); form.scrollIntoView(); form.elements.q.focus(); }
      if (e.key === "j") step(1);
      if (e.key === "k") step(-1);
      if (e.key === "Escape" && now.one) go({ ...now, one: "" }, true);
    });
    const follow = async () => {
      const s = parse();
      if (!s) return;
      now = s;
      await apply();
      if (!s.one) form.scrollIntoView({ block: "start" });
    };
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    if (parse()) await follow();
    else await apply();
    document.documentElement.dataset.ready = "yes";
  };
  start();
})();

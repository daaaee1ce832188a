"use strict";
// Search, filters and order of the tables of a board. Without it they are whole, and in
// order of rank. The state stands in the fragment, so that a link gives the view again.
(() => {
  const form = document.getElementById("choose");
  if (!form) return;
  const tables = [...document.querySelectorAll("table.board")];
  const rows = tables.map((t) => [...t.tBodies[0].rows]);
  const few = rows.flat().every((r) => r.dataset.builtin); // nothing but built-in subjects: show them
  const preset = () => ({ q: "", builtin: few, barred: true, by: "" });
  let now = preset();

  const value = (row, column, kind) => {
    const cell = row.cells[column];
    if (kind !== "number") return cell.textContent.trim().toLowerCase();
    return cell.dataset.v === "" ? null : Number(cell.dataset.v);
  };
  const sort = () => {
    const [column, down] = now.by ? [Number(now.by.slice(1)), now.by[0] === "-"] : [1, false]; // by rank
    tables.forEach((t, i) => {
      const heads = [...t.tHead.rows[0].cells];
      const head = heads[column] || heads[1];
      const order = rows[i].map((r, at) => [value(r, head.cellIndex, head.dataset.sort), at, r]);
      order.sort(([a, i], [b, j]) => {
        if (a === null || b === null) return (a === null) - (b === null) || i - j; // what is not known stands last
        return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1) || i - j;
      });
      t.tBodies[0].append(...order.map((o) => o[2]));
      heads.forEach((h) => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
    });
  };
  const show = () => {
    let n = 0, all = 0, builtin = 0;
    const words = now.q.toLowerCase().split(/\s+/).filter(Boolean);
    for (const r of rows.flat()) {
      const text = r.textContent.toLowerCase();
      r.hidden = !(words.every((w) => text.includes(w)) && (now.builtin || !r.dataset.builtin) && (now.barred || !r.dataset.barred));
      all++;
      if (!r.hidden) n++;
      else if (r.dataset.builtin && !now.builtin) builtin++;
    }
    form.elements.found.value = `${n} of ${all} rows${builtin ? `; ${builtin} of built-in subjects hidden` : ""}`;
  };
  const apply = () => {
    form.elements.q.value = now.q;
    form.elements.builtin.checked = now.builtin;
    form.elements.barred.checked = now.barred;
    sort();
    show();
  };
  const keep = () => {
    const p = new URLSearchParams(), d = preset();
    for (const k of Object.keys(d)) if (now[k] !== d[k]) p.set(k, String(now[k]));
    history.replaceState(null, "", String(p) ? `#${p}` : location.pathname + location.search);
  };
  const parse = () => {
    const p = new URLSearchParams(location.hash.slice(1));
    now = preset();
    for (const k of ["q", "by"]) if (p.has(k)) now[k] = p.get(k);
    if (!/^[+-]\d+$/.test(now.by)) now.by = "";
    for (const k of ["builtin", "barred"]) if (p.has(k)) now[k] = p.get(k) === "true";
  };
  for (const t of tables) {
    for (const h of t.tHead.rows[0].cells) {
      const b = document.createElement("button");
      b.type = "button";
      b.append(...h.childNodes);
      h.append(b);
      b.addEventListener("click", () => {
        const c = h.cellIndex, was = h.getAttribute("aria-sort");
        const down = was ? was === "ascending" : h.dataset.sort === "number" && !h.dataset.low;
        now.by = (down ? "-" : "+") + c;
        keep();
        sort();
      });
    }
  }
  form.addEventListener("input", () => {
    now = { ...now, q: form.elements.q.value, builtin: form.elements.builtin.checked, barred: form.elements.barred.checked };
    keep();
    show();
  });
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("reset", (e) => { e.preventDefault(); now = preset(); keep(); apply(); });
  addEventListener("hashchange", () => { parse(); apply(); });
  form.hidden = false;
  parse();
  apply();
  document.documentElement.dataset.ready = "yes";
})();

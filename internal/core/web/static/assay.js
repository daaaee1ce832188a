// Everything here adds to pages that work without it. Answers of the server are
// put in place as parsed documents, in which scripts do not run; nothing is
// built from strings.
"use strict";

// refresher returns what asks for the page again and puts the parts with an id
// that changed in place; it tells what became of <main>.
function refresher(after) {
  let busy = false, again = false;
  return async function refresh() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const r = await fetch(location.href, { credentials: "same-origin", redirect: "error" });
      if (!r.ok) return;
      const doc = new DOMParser().parseFromString(await r.text(), "text/html");
      for (const id of ["progress", "leaders", "registered", "trials", "numbers", "board", "list"]) {
        const here = document.getElementById(id), there = doc.getElementById(id);
        if (here && there && here.innerHTML !== there.innerHTML && !here.contains(document.activeElement)) here.replaceWith(document.adoptNode(there));
      }
      after(doc.getElementById("main"));
    } catch (e) {
      // the next event tries again
    } finally {
      busy = false;
      if (again) { again = false; refresh(); }
    }
  };
}

// live: data-live names a stream of events, after each of which the page is stale.
function live(main) {
  const source = new EventSource(main.dataset.live);
  const refresh = refresher((next) => {
    if (next && next.dataset.again) setTimeout(refresh, 500);
    else if (next && !next.dataset.live) source.close(); // it has ended
  });
  source.addEventListener("change", refresh);
}

// whole: a page with data-again is asked for until it is whole.
function whole() {
  const refresh = refresher((next) => {
    if (next && next.dataset.again) setTimeout(refresh, 500);
    else document.getElementById("main").removeAttribute("data-again");
  });
  setTimeout(refresh, 500);
}

// autosave: every change of the form is posted, with the version that it is made
// from; the newest state of this page wins. What another page saved meanwhile
// stays: then Save sends the form itself, for the page that shows both.
function autosave(form) {
  const status = document.getElementById("saved");
  const count = refresher(() => {}); // how far the reviewer is
  const reveal = () => { if (form.elements.found.value) document.getElementById("truth").open = true; };
  let running = false, dirty = false, stale = false, timer = 0, idle = Promise.resolve(), done = () => {};
  async function save() {
    clearTimeout(timer);
    if (running) { dirty = true; return idle; }
    running = true;
    idle = new Promise((ok) => { done = ok; });
    do {
      dirty = false;
      try {
        const r = await fetch(form.action, { method: "POST", credentials: "same-origin", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/plain" } });
        status.textContent = r.ok ? await r.text() : "Not saved: " + (await r.text());
        status.dataset.ok = r.ok ? "yes" : "no";
        if (r.ok) { form.elements.version.value = r.headers.get("Assay-Version"); count(); reveal(); }
        stale = r.status === 409;
      } catch (e) {
        status.textContent = "Not saved: the server does not answer.";
        status.dataset.ok = "no";
      }
    } while (dirty);
    running = false;
    done();
  }
  form.addEventListener("change", save);
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(save, 600); status.dataset.ok = "wait"; });
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (!stale) await save();
    if (stale) form.submit();
    else if (e.submitter && e.submitter.name === "next" && status.dataset.ok === "yes") document.getElementById("next").click();
  });
  return async () => { await save(); };
}

// keys of a review: y and n decide, t and l turn, r a s step scores, m writes a note.
function reviewKeys(form, save) {
  const choose = (name, value) => { const b = form.querySelector(`input[name="${name}"][value="${value}"]`); if (b) { b.checked = true; b.dispatchEvent(new Event("change", { bubbles: true })); } };
  const turn = (name) => { const now = form.querySelector(`input[name="${name}"]:checked`); choose(name, now && now.value === "yes" ? "no" : "yes"); };
  const step = (name) => {
    const i = form.elements[name];
    i.value = i.value === "" ? "0" : Number(i.value) >= 1 ? "" : String(Math.min(1, Math.floor(Number(i.value) * 4 + 1) / 4));
    i.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const go = async (id) => { const a = document.getElementById(id); if (a) { await save(); if (document.getElementById("saved").dataset.ok !== "no") a.click(); } };
  const acts = {
    y: () => choose("found", "yes"), n: () => choose("found", "no"), t: () => turn("type"), l: () => turn("location"),
    r: () => step("rcir"), a: () => step("ava"), s: () => step("fsv"), m: () => form.elements.note.focus(), j: () => go("next"), k: () => go("prev"),
  };
  document.addEventListener("keydown", (e) => {
    const at = document.activeElement;
    if (e.key === "Escape" && at) { at.blur(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || at && (at.tagName === "TEXTAREA" || at.tagName === "SELECT" || at.tagName === "INPUT" && at.type !== "radio")) return;
    const act = acts[e.key];
    if (act) { e.preventDefault(); act(); }
  });
}

// opens: a long text is scrolled, in its own box, to the line that a reader looks for, or to that of the address.
function opens() {
  for (const box of document.querySelectorAll(".code[data-opens]")) {
    const named = /^#L\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    const row = named || document.getElementById(box.dataset.opens);
    if (row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    for (const r of box.querySelectorAll("tr.here")) r.classList.remove("here");
    if (named) { named.classList.add("here"); box.scrollIntoView({ block: "nearest" }); }
  }
}
opens();
addEventListener("hashchange", opens);

const main = document.querySelector("[data-live]");
if (main) live(main);
if (document.querySelector("[data-again]")) whole();
const marks = document.getElementById("marks");
if (marks) reviewKeys(marks, autosave(marks));

"""Computes what `assay compare --json` says about CSV, with SciPy and statsmodels. Arguments: scores.csv, compare.json,
and for one pair the means of its resamples."""

import csv
import json
import sys
from collections import defaultdict

import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_paired

score, cluster = defaultdict(dict), {}
for r in csv.DictReader(open(sys.argv[1])):
    score[r["subject"]][r["item"]] = float(r["score"])
    cluster[r["item"]] = r["cluster"] or r["item"]
out = json.load(open(sys.argv[2]))
margin, checked, worst = out.get("margin", 0), 0, 0.0


def near(what, got, want):
    global checked, worst
    checked += 1
    error = abs(got - want) / max(1.0, abs(want))
    worst = max(worst, error)
    if not error < 1e-9:
        sys.exit(f"{what}: assay says {got!r}, expected {want!r}")


def tango(n, b, c, delta):
    """The score statistic for "first rate minus second is delta" (Tango 1998), by the roots of its equation."""
    q = max(np.roots([2 * n, -b - c + (2 * n - b + c) * delta, -c * delta * (1 - delta)]).real)
    return (b - c - n * delta) / np.sqrt(n * (2 * q + delta * (1 - delta)))


for s in out["subjects"]:
    if "yes" in s and s["clusters"] == s["items"]:
        lo, hi = proportion_confint(s["yes"], s["items"], method="wilson")
        near("Wilson, lower", s["interval"]["lo"], lo)
        near("Wilson, upper", s["interval"]["hi"], hi)

adjusted = multipletests([p["p"] for p in out["pairs"]], method="holm")[1]
for k, p in enumerate(out["pairs"]):
    a, b = score[p["a"]], score[p["b"]]
    items = [i for i in a if i in b]
    d = np.array([b[i] - a[i] for i in items])
    groups = np.unique([cluster[i] for i in items], return_inverse=True)[1]
    name = p["a"] + " and " + p["b"]
    near(name + ": difference", p["delta"], d.mean())
    near(name + ": Holm", p["adjusted"], adjusted[k])
    if "counts" in p:
        n = p["counts"]
        table = [[n["both"], n["only_b"]], [n["only_a"], n["neither"]]]
        near(name + ": McNemar", n["mcnemar_p"], mcnemar(table, exact=True).pvalue)
        few, discordant = min(n["only_a"], n["only_b"]), n["only_a"] + n["only_b"]
        mid = 2 * stats.binom.cdf(few, discordant, .5) - stats.binom.pmf(few, discordant, .5)
        near(name + ": mid-p", n["mid_p"], mid if n["only_a"] != n["only_b"] else
             1 - stats.binom.pmf(few, discordant, .5) / 2)
        args = (len(items), n["only_b"], n["only_a"])
        for end, z in (("lo", stats.norm.ppf(.975)), ("hi", stats.norm.ppf(.025))):
            near(name + ": Tango's statistic at " + end, tango(*args, p["tango"][end]), z)
    own = p["clusters"] == p["items"]
    fit = sm.OLS(d, np.ones(len(d))).fit(cov_type="cluster", cov_kwds={"groups": groups})
    se, df = fit.bse[0], p["clusters"] - 1
    if p["resampled"]["method"] == "t over clusters":
        near(name + ": lower limit of t", p["resampled"]["lo"], d.mean() - stats.t.ppf(.975, df) * se)
        near(name + ": upper limit of t", p["resampled"]["hi"], d.mean() + stats.t.ppf(.975, df) * se)
    if p["test"].startswith("sign flips") and p["clusters"] > 2000:
        sums = np.bincount(groups, d)
        near(name + ": sign flips of many", p["p"], 2 * stats.norm.sf(abs(sums.sum()) / np.sqrt((sums**2).sum())))
    if p["test"].startswith("sign flips") and p["clusters"] <= 16:
        sums = np.bincount(groups, d)
        flips = 1 - 2 * ((np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums))) & 1)
        near(name + ": all sign flips", p["p"], np.mean(abs(flips @ sums) >= abs(sums.sum()) * (1 - 1e-12)))
    if margin and len(out["pairs"]) == 1:
        if "counts" in p and own:
            lo, hi = stats.norm.sf(tango(*args, -margin)), stats.norm.cdf(tango(*args, margin))
            both = max(lo, hi)
        elif own:
            x, y = np.array([b[i] for i in items]), np.array([a[i] for i in items])
            both, (_, lo, _), (_, hi, _) = ttost_paired(x, y, -margin, margin)
        else:
            lo, hi = stats.t.sf((d.mean() + margin) / se, df), stats.t.cdf((d.mean() - margin) / se, df)
            both = max(lo, hi)
        near(name + ": equivalence", p["equivalence_p"], both)
        near(name + ": B not worse", p["noninferiority_p"], lo)
        near(name + ": A not worse", p["a_noninferiority_p"], hi)
    if len(sys.argv) > 3:
        # Efron's BCa interval from the resampled means of assay, and the means without one item each.
        draws = np.array(json.load(open(sys.argv[3])))
        z0 = stats.norm.ppf(((draws < d.mean()).sum() + (draws == d.mean()).sum() / 2) / len(draws))
        left = (d.sum() - d) / (len(d) - 1)
        gap = left.mean() - left
        accel = (gap**3).sum() / (6 * (gap**2).sum()**1.5)
        for end, z in (("lo", stats.norm.ppf(.025)), ("hi", stats.norm.ppf(.975))):
            level = stats.norm.cdf(z0 + (z0 + z) / (1 - accel * (z0 + z)))
            near(name + ": BCa, " + end, p["resampled"][end], np.quantile(draws, level))
print(f"{checked} numbers, the largest difference {worst:.1e}")

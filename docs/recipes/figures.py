"""Figures of the paper and a model with clusters: python3 figures.py trials.csv DIRECTORY

trials.csv is what `assay report --format csv` writes. A trial without an answer counts as
not found and as wrong; one that was not asked is left out. Intervals are bootstrapped over bases with a fixed seed.
"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from statsmodels.stats.proportion import proportion_confint


def interval(rows: pd.DataFrame, column: str, draws: int = 2000) -> tuple[float, float]:
    """Returns the middle 95 % of the share of column when bases are drawn anew.

    Where all are alike every draw is too: there it is Wilson's interval with a base as one observation.
    """
    share = rows[column].mean()
    if share in (0, 1):
        low, high = proportion_confint(share * rows["base"].nunique(), rows["base"].nunique(), method="wilson")
        return low, high
    by_base = rows.groupby("base")[column].agg(["sum", "count"]).to_numpy()
    picks = np.random.default_rng(1).integers(0, len(by_base), (draws, len(by_base)))
    totals = by_base[picks].sum(axis=1)
    low, high = np.percentile(totals[:, 0] / totals[:, 1], [2.5, 97.5])
    return low, high


# Colours that readers with any vision tell apart (Okabe and Ito).
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"]


def bars(axes, rows: pd.DataFrame, column: str, groups: str) -> None:
    """Draws the share of column for each group, one colour a subject, with intervals."""
    subjects, names = sorted(rows["subject"].unique()), sorted(rows[groups].unique(), key=lambda name: (name != "original", name))
    width = 0.8 / len(subjects)
    for i, subject in enumerate(subjects):
        own = rows[rows["subject"] == subject]
        cells = [(j, own[own[groups] == name]) for j, name in enumerate(names)]
        cells = [(j, cell, interval(cell, column)) for j, cell in cells if len(cell)]
        share = np.array([cell[column].mean() for _, cell, _ in cells])
        low, high = np.array([between for _, _, between in cells]).T
        where = [j + (i - (len(subjects) - 1) / 2) * width for j, _, _ in cells]
        axes.bar(where, share, width, label=subject, color=COLOURS[i % len(COLOURS)])
        errors = np.clip([share - low, high - share], 0, None)
        axes.errorbar(where, share, errors, fmt="none", ecolor="black", capsize=2, linewidth=0.8)
    axes.set_xticks(range(len(names)), names, rotation=20, ha="right")
    axes.set_ylim(0, 1)
    axes.grid(axis="y", alpha=0.3)


def figure(rows: pd.DataFrame, column: str, groups: str, title: str, file: pathlib.Path) -> None:
    fig, axes = plt.subplots(figsize=(10, 4.5), layout="constrained")
    bars(axes, rows, column, groups)
    axes.set_title(title)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, fontsize="small")
    fig.savefig(file, dpi=120, metadata={"Software": None})
    plt.close(fig)


def model(suite: str, rows: pd.DataFrame) -> None:
    """Prints odds of a right verdict, with errors that allow for texts of one base."""
    shares = rows.groupby(["subject", "truth"])["right"].mean()
    extreme = shares[shares.isin([0, 1])].index.unique("subject")
    for name in extreme:
        print(f"left out {suite} {name}")  # no finite odds on its vulnerable or its safe texts
    rows = rows[~rows["subject"].isin(extreme)]
    if rows["base"].nunique() < 10 or rows["subject"].nunique() < 2:
        print(f"no model {suite}: it takes ten bases and two subjects")
        return
    fit = smf.gee("right ~ C(subject) * C(truth)", "base", rows, family=sm.families.Binomial(),
                  cov_struct=sm.cov_struct.Exchangeable()).fit()
    for term, odds in np.exp(fit.params).items():
        low, high = np.exp(fit.conf_int().loc[term])
        print(f"odds {suite} {term} {odds:.3f} [{low:.3f}, {high:.3f}]")


def main() -> None:
    source, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    trials = pd.read_csv(source, dtype=str, keep_default_na=False)
    trials = trials[(trials["counted"] == "true") & (trials["outcome"] != "")]
    trials["right"] = (trials["verdict"] == trials["truth"]).astype(int)
    trials["found"] = (trials["strict"] == "hit").astype(int)
    for suite, rows in trials.groupby("suite"):
        originals = rows[rows["chain"] == ""]
        for subject, own in originals.groupby("subject"):
            print(f"right {suite} {subject} {own['right'].sum()} of {len(own)}")
        flawed = rows[(rows["truth"] == "vulnerable") & (rows["strict"] != "unscored")]
        first = flawed[flawed["chain"] == ""]
        figure(first, "found", "group", f"{suite}: target detection rate by part", out / f"{suite}-parts.png")
        if (first["tier"] != "").any():
            figure(first[first["tier"] != ""], "found", "tier", f"{suite}: target detection rate by tier", out / f"{suite}-tiers.png")
        if (flawed["chain"] != "").any():
            chains = flawed.assign(chain=flawed["chain"].replace("", "original"))
            figure(chains, "found", "chain", f"{suite}: target detection rate by transformation", out / f"{suite}-chains.png")
        model(suite, originals)


main()

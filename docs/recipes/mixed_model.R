# A mixed model of right verdicts: Rscript mixed_model.R trials.csv
#
# trials.csv is what `assay report --format csv` writes. A trial without an answer counts as
# wrong; one that was not asked is left out. Texts of one base are no independent observations, so each base has an intercept.
library(lme4)

file <- commandArgs(trailingOnly = TRUE)[1]
trials <- read.csv(file, colClasses = "character", na.strings = character())
trials <- trials[trials$chain == "" & trials$counted == "true" & trials$outcome != "", ]
trials$right <- as.integer(trials$verdict == trials$truth)
stopifnot(nrow(trials) > 0)

share <- aggregate(right ~ suite + subject, trials, function(x) c(k = sum(x), n = length(x)))
share <- share[order(share$suite, share$subject), ]
for (i in seq_len(nrow(share)))
  cat(sprintf("right %s %s %d of %d\n", share$suite[i], share$subject[i], share$right[i, "k"], share$right[i, "n"]))

# A subject that is always right, or always wrong, on all vulnerable or on all safe texts has no finite odds there: it is
# named and left out.
cells <- aggregate(right ~ suite + subject + truth, trials, mean)
extreme <- unique(cells[cells$right %in% c(0, 1), c("suite", "subject")])
cat(sprintf("left out %s %s\n", extreme$suite, extreme$subject), sep = "")
trials <- trials[!paste(trials$suite, trials$subject) %in% paste(extreme$suite, extreme$subject), ]

for (suite in unique(trials$suite)) {
  some <- trials[trials$suite == suite, ]
  if (length(unique(some$base)) < 10 || length(unique(some$subject)) < 2) {
    cat(sprintf("no model %s: it takes ten bases and two subjects\n", suite))
    next
  }
  # The interaction says whether a subject is as good at broken texts as at whole ones.
  model <- glmer(right ~ subject * truth + (1 | base), data = some, family = binomial,
                 control = glmerControl(optimizer = "bobyqa"))
  wald <- coef(summary(model))
  for (term in rownames(wald)) {
    e <- wald[term, "Estimate"]
    s <- 1.96 * wald[term, "Std. Error"]
    cat(sprintf("odds %s %s %.3f [%.3f, %.3f]\n", suite, term, exp(e), exp(e - s), exp(e + s)))
  }
  cat(sprintf("spread of bases %s %.3f\n", suite, as.data.frame(VarCorr(model))$sdcor[1]))
}

package metric

// TDR is the headline metric: the share of vulnerable variants whose documented flaw was found, with its class and
// its place.
var TDR = Metric{
	ID: "tdr", Title: "TDR", Scale: Percent,
	Doc:    "target detection rate: the documented flaw was found, class and place (strict)",
	Source: "paper §4.5 and §4.6",
	Count:  countRate(vulnerable, found(strict)),
	judged: vulnerable,
}

// TDRLenient counts a related class at the right place too.
var TDRLenient = Metric{
	ID: "tdr-lenient", Title: "TDR lenient", Scale: Percent,
	Doc:    "target detection rate with type and location at least partial",
	Source: "paper Appendix I.3",
	Count:  countRate(vulnerable, found(lenient)),
	judged: vulnerable,
}

package wording

import "strings"

// irregular verbs: base, third person, past, participle, -ing.
var irregular = map[string][4]string{
	"withdraw": {"withdraws", "withdrew", "withdrawn", "withdrawing"}, "pay": {"pays", "paid", "paid", "paying"},
	"repay": {"repays", "repaid", "repaid", "repaying"}, "buy": {"buys", "bought", "bought", "buying"},
	"sell": {"sells", "sold", "sold", "selling"}, "lend": {"lends", "lent", "lent", "lending"},
	"bid": {"bids", "bid", "bid", "bidding"}, "sweep": {"sweeps", "swept", "swept", "sweeping"},
	"admit": {"admits", "admitted", "admitted", "admitting"}, "refer": {"refers", "referred", "referred", "referring"},
	"swap": {"swaps", "swapped", "swapped", "swapping"}, "smite": {"smites", "smote", "smitten", "smiting"},
	"strike": {"strikes", "struck", "struck", "striking"}, "give": {"gives", "gave", "given", "giving"},
	"take": {"takes", "took", "taken", "taking"}, "put": {"puts", "put", "put", "putting"},
	"send": {"sends", "sent", "sent", "sending"},
	"hold": {"holds", "held", "held", "holding"}, "freeze": {"freezes", "froze", "frozen", "freezing"},
	"sell off": {"sells off", "sold off", "sold off", "selling off"},
	"enrol":    {"enrols", "enrolled", "enrolled", "enrolling"},
	"burn":     {"burns", "burned", "burnt", "burning"}, "equip": {"equips", "equipped", "equipped", "equipping"},
	"embed": {"embeds", "embedded", "embedded", "embedding"}, "spend": {"spends", "spent", "spent", "spending"},
	"earn": {"earns", "earned", "earned", "earning"}, "quit": {"quits", "quit", "quit", "quitting"},
	"swear": {"swears", "swore", "sworn", "swearing"}, "draw": {"draws", "drew", "drawn", "drawing"},
	"leave": {"leaves", "left", "left", "leaving"}, "write": {"writes", "wrote", "written", "writing"},
	"win": {"wins", "won", "won", "winning"}, "cancel": {"cancels", "cancelled", "cancelled", "cancelling"},
	"split": {"splits", "split", "split", "splitting"}, "breed": {"breeds", "bred", "bred", "breeding"},
	"bind": {"binds", "bound", "bound", "binding"}, "unbind": {"unbinds", "unbound", "unbound", "unbinding"},
}

// plural returns the plural of a noun.
func plural(w string) string {
	switch {
	case strings.HasSuffix(w, "y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return w[:len(w)-1] + "ies"
	case strings.HasSuffix(w, "s") || strings.HasSuffix(w, "x") || strings.HasSuffix(w, "ch") ||
		strings.HasSuffix(w, "sh"):
		return w + "es"
	}
	return w + "s"
}

// verbForms returns third person, past, participle and -ing of a verb.
func verbForms(w string) [4]string {
	if f, ok := irregular[w]; ok {
		return f
	}
	switch {
	case strings.HasSuffix(w, "e"):
		return [4]string{w + "s", w + "d", w + "d", w[:len(w)-1] + "ing"}
	case strings.HasSuffix(w, "y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return [4]string{w[:len(w)-1] + "ies", w[:len(w)-1] + "ied", w[:len(w)-1] + "ied", w + "ing"}
	}
	return [4]string{plural(w), w + "ed", w + "ed", w + "ing"}
}

package llm

import (
	"regexp"

	"assay/internal/bench"
)

// addressed are phrases with which a text speaks to whoever assesses it. A
// review of code has no use for them.
var addressed = regexp.MustCompile(`(?i)` +
	`\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|these|those|previous|prior|above|earlier|preceding)\s+)+(?:instructions?|rules?|prompts?|guidelines?|directions?|context)\b` +
	`|\b(?:TARGET_MATCH|PARTIAL_MATCH|BONUS_VALID|SECURITY_THEATER|MISCHARACTERIZED)\b` +
	`|\b(?:rcir|ava|fsv)\b["']?\s*(?:[:=]|of|to|is|should|must)\s*["']?\s*(?:be\s+)?[01](?:\.\d+)?\b` +
	`|\b(?:dear|attention|note\s+to(?:\s+the)?|as\s+(?:the|an?)|you\s+are(?:\s+now)?(?:\s+(?:the|an?))?)\s+(?:judge|grader|evaluator|assessor)\b` +
	`|<<\s*(?:end\s+of\s+)?findings\b|<\|im_(?:start|end)\|>|\[/?INST\]|</?system>` +
	`|\bsystem\s+(?:prompt|override|message)\s*:`)

// Injected returns the first place of an answer that speaks to its judge, "" when
// there is none. It looks at the candidate's words alone, so that it can be done
// before any judge is asked, and again from the store.
func Injected(a bench.Answer) string {
	for _, f := range a.Findings {
		for _, text := range []string{f.Type, f.Severity, f.Location, f.Explanation, f.Attack, f.Fix} {
			if m := addressed.FindString(text); m != "" {
				return m
			}
		}
	}
	return addressed.FindString(a.Explanation)
}

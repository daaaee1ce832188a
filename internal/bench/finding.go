package bench

import (
	"slices"
	"strings"
)

// Finding is one flaw that a subject claims. Type and Location are the
// subject's words; Class, Lines, Scopes and Requirements are parsed from them and
// are empty where parsing finds nothing.
type Finding struct {
	Type         string   `json:"type"`
	Class        Class    `json:"class,omitempty"`
	Severity     string   `json:"severity,omitempty"`
	Location     string   `json:"location,omitempty"`
	Lines        []Range  `json:"lines,omitempty"`
	Scopes       []string `json:"scopes,omitempty"` // function names
	Requirements []int    `json:"requirements,omitempty"`
	Explanation  string   `json:"explanation,omitempty"`
	Attack       string   `json:"attack_scenario,omitempty"`
	Fix          string   `json:"suggested_fix,omitempty"`
	Repair       []Edit   `json:"repair,omitempty"` // nil when none was asked for or given
}

// Names reports whether the finding is located in the function: Scopes contains its name,
// or Location has it as a word, such as redeem in "what redeem pays out". No finding
// names "".
func (f Finding) Names(function string) bool {
	if function == "" {
		return false
	}
	if slices.Contains(f.Scopes, function) {
		return true
	}
	location := f.Location
	if slices.Contains([]string{"constructor", "fallback", "receive"}, function) { // keywords, not names
		location = strings.ToLower(location)
	}
	for at := 0; ; {
		i := strings.Index(location[at:], function)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(function)
		if (from == 0 || !inName(location[from-1])) && (to == len(location) || !inName(location[to])) {
			return true
		}
		at = to
	}
}

func inName(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Range is an inclusive range of 1-based lines of the code under review.
type Range struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Answer is the parsed content of a response. Confidence is nil when the subject gave
// none. A safe verdict may have findings: such a contradiction is kept as data.
type Answer struct {
	Verdict     Truth     `json:"verdict"`
	Confidence  *float64  `json:"confidence,omitempty"`
	Findings    []Finding `json:"findings,omitempty"`
	Explanation string    `json:"explanation,omitempty"`
	Repaired    bool      `json:"repaired,omitempty"` // the JSON was malformed and was repaired without guessing

	// Unread counts, by name, the members that were not understood. They may say more of a finding than was read.
	Unread map[string]int `json:"unread,omitempty"`

	// Extent is the level of the extent ([AidExtent]) that the question had, where a finding has a repair: only what was
	// shown can be edited. "" is the whole file.
	Extent string `json:"extent,omitempty"`

	// Kind is "" for a review. An AnswerExploit has one finding, whose Attack is the
	// attacker's contract or, for a query, the attempt as JSON. An AnswerPatch has one
	// finding, whose Fix is the repaired file.
	Kind AnswerKind `json:"kind,omitempty"`
}

// Claims reports whether there is something to judge. An answer that claims nothing, and has no code, is decided
// without asking a judge: on it, judges neither agree nor differ.
func (a *Answer) Claims() bool { return len(a.Findings) > 0 || a.Kind != "" }

// AnswerKind is the kind of content that an answer gives in addition to its verdict.
type AnswerKind string

const (
	AnswerExploit AnswerKind = "exploit" // a contract, or calls of a query, that attack the code
	AnswerPatch   AnswerKind = "patch"   // the repaired file or query
	AnswerTest    AnswerKind = "test"    // a test of a query or handler, as JSON in Attack
)

// TaskAudit is the name of the task to review a project of several files for all of its
// flaws. Its answers are those of a review.
const TaskAudit = "audit"

// AuditSuite is the name of the suite of listings. FileMark begins the line above a file of a listing or a project.
const AuditSuite, FileMark = "audit", "// File: "

// Tasks lists the tasks of a subject by their names in `run --task`.
func Tasks() []string {
	return []string{"detect", TaskAudit, TaskChange, AnswerExploit.Task(), AnswerPatch.Task(), AnswerTest.Task()}
}

// Task returns the name of the task that asks for answers of the kind: "detect",
// "exploit", "repair" or "test".
func (k AnswerKind) Task() string {
	switch k {
	case AnswerExploit:
		return "exploit"
	case AnswerPatch:
		return "repair"
	case AnswerTest:
		return "test"
	}
	return "detect"
}

// FindingClass is a judge's classification of one finding (paper §4.5).
type FindingClass string

const (
	TargetMatch      FindingClass = "TARGET_MATCH"
	PartialMatch     FindingClass = "PARTIAL_MATCH"
	BonusValid       FindingClass = "BONUS_VALID"
	Hallucinated     FindingClass = "HALLUCINATED"
	Mischaracterized FindingClass = "MISCHARACTERIZED"
	DesignChoice     FindingClass = "DESIGN_CHOICE"
	OutOfScope       FindingClass = "OUT_OF_SCOPE"
	SecurityTheater  FindingClass = "SECURITY_THEATER"
	Informational    FindingClass = "INFORMATIONAL"
)

// FindingClasses lists the nine classes in the paper's order.
func FindingClasses() []FindingClass {
	return []FindingClass{TargetMatch, PartialMatch, BonusValid, Hallucinated, Mischaracterized,
		DesignChoice, OutOfScope, SecurityTheater, Informational}
}

// Correct reports whether a finding of class c counts as correct in finding
// precision (docs/decisions/0005-what-judgements-count-as.md).
func (c FindingClass) Correct() bool { return c == TargetMatch || c == PartialMatch || c == BonusValid }

// Match grades a claimed type or location against the ground truth (Appendix G.2).
type Match string

const (
	MatchExact   Match = "exact"
	MatchPartial Match = "partial"
	MatchWrong   Match = "wrong"
	MatchNone    Match = "none" // the finding does not say
)

// AtLeastPartial reports whether m counts towards the lenient target match of Appendix I.3.
func (m Match) AtLeastPartial() bool { return m == MatchExact || m == MatchPartial }

// FindingVerdict is the decision on one finding, in the order of Answer.Findings.
type FindingVerdict struct {
	Class    FindingClass `json:"class"`
	Type     Match        `json:"type_match"`
	Location Match        `json:"location_match"`
	Reason   string       `json:"reason,omitempty"`

	// Target is the number of the label set of a match, a bonus or a wrong mechanism,
	// where the variant has several; 0 means no label set, or unknown.
	Target int `json:"target,omitempty"`

	// Decided is what a panel decided apart from the class, in which its judges may have no majority; nil where the
	// class says it all.
	Decided *Majority `json:"decided,omitempty"`
}

// Majority is a panel's decision on a finding whose class has no majority, or which has another majority on a coarser
// scale: votes for several classes may agree that a finding is correct.
type Majority struct {
	Correct Decision     `json:"correct"`          // Unscored: a missing vote would decide
	Coarse  FindingClass `json:"coarse,omitempty"` // one of [CoarseClasses]; "" without a majority
	Open    bool         `json:"open,omitempty"`   // a missing vote could give the class a majority
}

// Correct returns whether the finding counts as correct in finding precision: by its class, or by the majority of a
// panel.
func (f FindingVerdict) Correct() Decision {
	switch {
	case f.Class == "" && f.Decided != nil:
		return f.Decided.Correct
	case f.Class == "":
		return Unscored // a panel that was stored before it decided on this
	case f.Class.Correct():
		return Hit
	}
	return Miss
}

// Is returns whether the finding has a class. A finding without a majority on its class has none, unless a missing vote
// could decide for it.
func (f FindingVerdict) Is(c FindingClass) Decision {
	switch {
	case f.Class == c:
		return Hit
	case f.Open() && (f.Correct() == Unscored || (f.Correct() == Hit) == c.Correct()):
		return Unscored
	}
	return Miss
}

// Open reports whether the finding has no class because a vote is missing.
func (f FindingVerdict) Open() bool { return f.Class == "" && (f.Decided == nil || f.Decided.Open) }

// String returns the class, or what there is instead of it.
func (f FindingVerdict) String() string {
	switch {
	case f.Class != "":
		return string(f.Class)
	case f.Open():
		return "not judged: a vote is missing"
	case f.Correct() == Hit:
		return "no majority on the class, correct"
	}
	return "no majority on the class, not correct"
}

// Found reports whether type and location both fit the documented flaw at least in
// part: the target match of Appendix I.3, whatever the class.
func (f FindingVerdict) Found() bool { return f.Type.AtLeastPartial() && f.Location.AtLeastPartial() }

// Coarse maps the class of a finding to one of the five [CoarseClasses] of Appendix G, ""
// for a panel without a majority on them. A partial match becomes a target match where
// [FindingVerdict.Found] holds, and mischaracterised otherwise.
func (f FindingVerdict) Coarse() FindingClass {
	if f.Decided != nil && f.Decided.Coarse != "" {
		return f.Decided.Coarse
	}
	switch f.Class {
	case PartialMatch:
		if f.Found() {
			return TargetMatch
		}
		return Mischaracterized
	case DesignChoice, OutOfScope, Informational:
		return SecurityTheater
	}
	return f.Class
}

// CoarseClasses lists the five classes of Appendix G in its order.
func CoarseClasses() []FindingClass {
	return []FindingClass{TargetMatch, BonusValid, Mischaracterized, SecurityTheater, Hallucinated}
}

// Decision says whether a target was found. The zero value is invalid.
type Decision string

const (
	Hit      Decision = "hit"
	Miss     Decision = "miss"
	Unscored Decision = "unscored" // the judge could not decide; counted separately, never as a miss of the model
)

// Verdict is a judge's decision on one answered trial.
//
// Strict and Lenient say whether the documented flaw was found under §4.5 and
// under Appendix I.3; both are "" on a safe variant, which has no target. The
// reasoning scores lie in [0, 1] and are nil where the judge does not score
// reasoning or no target was found. Where a variant has several documented flaws,
// Targets decides on each, Strict and Lenient say whether any was found, and the
// scores are the means over those that were.
type Verdict struct {
	Judge    string           `json:"judge"`
	Strict   Decision         `json:"strict,omitempty"`
	Lenient  Decision         `json:"lenient,omitempty"`
	Findings []FindingVerdict `json:"findings,omitempty"`
	RCIR     *float64         `json:"rcir,omitempty"`
	AVA      *float64         `json:"ava,omitempty"`
	FSV      *float64         `json:"fsv,omitempty"`
	Reason   string           `json:"reason,omitempty"`   // why a decision is unscored
	Unscored bool             `json:"unscored,omitempty"` // nothing was decided, on the target or on findings

	Targets []TargetVerdict `json:"targets,omitempty"` // by number of the documented flaw; nil with one flaw or none

	Executed *Executed `json:"executed,omitempty"` // result of the execution; nil without one

	// results of the repairs that a review proposes, in the order of Answer.Findings; nil without execution
	Repairs []RepairVerdict `json:"repairs,omitempty"`
}

// TargetVerdict is the decision on one of several documented flaws.
type TargetVerdict struct {
	Target  int      `json:"target"` // number of the label set
	Strict  Decision `json:"strict"`
	Lenient Decision `json:"lenient"`
	RCIR    *float64 `json:"rcir,omitempty"`
	AVA     *float64 `json:"ava,omitempty"`
	FSV     *float64 `json:"fsv,omitempty"`
}

// Sum derives the verdict on the whole variant from Targets: found where any target was
// found, missed where every target was missed, otherwise unscored. It sets the reasoning
// scores to the means over the found targets.
func (v *Verdict) Sum() {
	any := func(of func(TargetVerdict) Decision) Decision {
		out := Miss
		for _, t := range v.Targets {
			switch d := of(t); {
			case d == Hit:
				return Hit
			case d != Miss:
				out = Unscored
			}
		}
		return out
	}
	mean := func(of func(TargetVerdict) *float64) *float64 {
		sum, n := 0.0, 0
		for _, t := range v.Targets {
			if x := of(t); x != nil {
				sum, n = sum+*x, n+1
			}
		}
		if n == 0 {
			return nil
		}
		sum /= float64(n)
		return &sum
	}
	v.Strict = any(func(t TargetVerdict) Decision { return t.Strict })
	v.Lenient = any(func(t TargetVerdict) Decision { return t.Lenient })
	v.RCIR = mean(func(t TargetVerdict) *float64 { return t.RCIR })
	v.AVA = mean(func(t TargetVerdict) *float64 { return t.AVA })
	v.FSV = mean(func(t TargetVerdict) *float64 { return t.FSV })
}

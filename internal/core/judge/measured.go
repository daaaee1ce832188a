package judge

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"assay/internal/core/taxonomy"
)

// Measurement is the agreement of one version of the rule judge with other judges on recorded answers. It is computed,
// and written to measured.json, by: go run ./internal/tools/judge measure
type Measurement struct {
	Judge   string     `json:"judge"`   // name and version
	Hash    string     `json:"hash"`    // of the words and weights that the judge had, [Rule.Hash]
	Address string     `json:"address"` // of the recorded answers
	Digest  string     `json:"digest"`  // SHA-256 of these answers and of the judgements on them, as imported
	Date    string     `json:"date"`    // of the measurement
	Data    []Measured `json:"data"`
}

// Measured is the agreement of the rule judge with the majority of the judges of one set of recorded answers: Cohen's
// kappa of its strict decisions with its 95 % interval, and precision and recall of its hits.
type Measured struct {
	Subset     string  `json:"subset"`
	Answers    int     `json:"answers"`
	Kappa      float64 `json:"kappa"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Precision  float64 `json:"precision"`
	Recall     float64 `json:"recall"`
	FirstPlace float64 `json:"first_place"` // kappa of a rule that requires only the place of the first finding
	ClassPlace float64 `json:"class_place"` // kappa of a rule that requires the class name and the place
	Fleiss     float64 `json:"fleiss"`      // kappa of the judges among themselves
	Fitted     bool    `json:"fitted"`      // thresholds and weights were fitted to this set
}

//go:embed measured.json
var measured []byte

// RuleMeasured returns the last measurement of the rule judge. It is of the judge that decides now only where
// [Measurement.Of] says so.
func RuleMeasured() Measurement {
	var m Measurement
	if err := json.Unmarshal(measured, &m); err != nil {
		panic("judge: measured.json is part of the program: " + err.Error())
	}
	return m
}

// Of reports whether the measurement is of this program's rule judge, and whether that is the named judge.
func (m Measurement) Of(name string) bool {
	return m.Hash == Rule{}.Hash() && m.Judge == Rule{}.Name() && m.Judge == name
}

// Hash identifies the words and weights that decide: those of the taxonomy, and the numbers in likeness.go.
func (Rule) Hash() string {
	h := sha256.New()
	h.Write([]byte(taxonomy.Digest()))
	fmt.Fprintln(h, weightBias, weightClass, weightFlaw, strictFrom, lenientFrom, titleWeight, codeFactor, otherWeight,
		maxRange, maxRequirements)
	return hex.EncodeToString(h.Sum(nil))
}

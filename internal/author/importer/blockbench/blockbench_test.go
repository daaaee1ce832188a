package blockbench_test

import (
	"testing"

	"assay/internal/author/importer/blockbench"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, blockbench.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, blockbench.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, blockbench.Format, `dataset/temporal_contamination/minimalsanitized/metadata/ms_tc_001.json`,
		"{\n\"sample_id\": 1\n}",
		`dataset/temporal_contamination/minimalsanitized/metadata/ms_tc_001.json:2: is not the expected JSON: "sample_id" is number`)
	importertest.Damage(t, blockbench.Format, `dataset/temporal_contamination/minimalsanitized/metadata/ms_tc_001.json`,
		"{\n\n", `dataset/temporal_contamination/minimalsanitized/metadata/ms_tc_001.json:3: is not the expected JSON: unexpected end`)
	importertest.Damage(t, blockbench.Format, `dataset/temporal_contamination/minimalsanitized/contracts/ms_tc_001.sol`,
		"", `dataset/temporal_contamination/minimalsanitized/contracts/ms_tc_001.sol: is missing`)
	importertest.Damage(t, blockbench.Format,
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml`,
		"code_acts:\n  - lines: [1]\n    security_function: MAGIC\n",
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml: "MAGIC" is not a security function`)
	importertest.Damage(t, blockbench.Format,
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml`, "code_acts:\n  - lines: [x]\n",
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml:2: `)
	importertest.Damage(t, blockbench.Format,
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml`, "a: &a [1]\nb: [*a, *a]\n",
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml:1: has an anchor`)
	importertest.Damage(t, blockbench.Format, `results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json`,
		"{\"sample_id\": \"ms_tc_001\", \"parsing\": {}}",
		`results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json: has no model`)
	importertest.Damage(t, blockbench.Format, `results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json`,
		"{\"model\": \"m\", \"parsing\": {}}",
		`results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json: has no answer`)
	importertest.Damage(t, blockbench.Format, `results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json`,
		"{\"model\": \"m\"}",
		`results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json: is neither a recorded answer`)
	importertest.Damage(t, blockbench.Format,
		`results/detection_evaluation/llm-judge/some-judge/some-model/tc/minimalsanitized/j_ms_tc_001.json`,
		"{\"detector_model\": \"m\", \"judge_model\": \"j\", \"target_assessment\": {}}",
		`results/detection_evaluation/llm-judge/some-judge/some-model/tc/minimalsanitized/j_ms_tc_001.json: has neither complete_found nor found`)
	importertest.Damage(t, blockbench.Format,
		`results/detection_evaluation/llm-judge/some-judge/some-model/tc/minimalsanitized/j_ms_tc_001.json`,
		"{\"judge_model\": \"j\", \"target_assessment\": {\"found\": true}}",
		`results/detection_evaluation/llm-judge/some-judge/some-model/tc/minimalsanitized/j_ms_tc_001.json: does not name both`)
}

func FuzzMetadata(f *testing.F) {
	importertest.Fuzz(f, blockbench.Format, `dataset/temporal_contamination/minimalsanitized/metadata/ms_tc_001.json`)
}

func FuzzCodeActs(f *testing.F) {
	importertest.Fuzz(f, blockbench.Format,
		`dataset/temporal_contamination/minimalsanitized/code_acts_annotation/ms_tc_001.yaml`)
}

func FuzzSource(f *testing.F) {
	importertest.Fuzz(f, blockbench.Format, `dataset/temporal_contamination/minimalsanitized/contracts/ms_tc_001.sol`)
}

func FuzzAnswer(f *testing.F) {
	importertest.Fuzz(f, blockbench.Format, `results/detection/llm/some-model/tc/minimalsanitized/d_ms_tc_001.json`)
}

func FuzzJudgement(f *testing.F) {
	importertest.Fuzz(f, blockbench.Format,
		`results/detection_evaluation/llm-judge/some-judge/some-model/tc/minimalsanitized/j_ms_tc_001.json`)
}

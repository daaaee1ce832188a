package calib

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"assay/internal/core/stats"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.6f, want %.6f", what, got, want)
	}
}

// of makes forecasts of single clusters from probabilities and outcomes "10…".
func of(ps []float64, ys string) []Forecast {
	var out []Forecast
	for i, p := range ps {
		out = append(out, Forecast{P: p, Y: ys[i] == '1', Cluster: fmt.Sprintf("%03d", i)})
	}
	return out
}

func TestBrierAndMurphy(t *testing.T) {
	fs := of([]float64{.9, .9, .9, .1, .1, .5}, "110011")
	// By hand: .01 + .01 + .81 + .01 + .81 + .25 = 1.90 of 6.
	b := Brier(fs, 1)
	near(t, "Brier", b.Value, 1.90/6, 1e-12)
	rel, res, unc, ok := Murphy(fs)
	if !ok {
		t.Fatal("not ok")
	}
	// Groups .9 (2 of 3), .1 (1 of 2), .5 (1 of 1); base rate 4/6.
	near(t, "reliability", rel, (3*math.Pow(.9-2.0/3, 2)+2*math.Pow(.1-.5, 2)+math.Pow(.5-1, 2))/6, 1e-12)
	near(t, "uncertainty", unc, 2.0/9, 1e-12)
	near(t, "identity", rel-res+unc, b.Value, 1e-12)
}

// scikit-learn's documented example: labels 0 0 1 1, scores .1 .4 .35 .8, area 0.75.
func TestAUROC(t *testing.T) {
	near(t, "AUROC", AUROC(of([]float64{.1, .4, .35, .8}, "0011"), 1).Value, 0.75, 1e-12)
	near(t, "ties", AUROC(of([]float64{.5, .5, .5, .5}, "0011"), 1).Value, 0.5, 1e-12)
	near(t, "ties within", AUROC(of([]float64{.5, .5, .9}, "011"), 1).Value, 0.75, 1e-12)
	if e := AUROC(of([]float64{.5, .6}, "11"), 1); e.OK || e.Value != 0 || len(e.Warnings) == 0 {
		t.Errorf("one class: %+v", e)
	}
}

func TestAURC(t *testing.T) {
	// By hand, most confident first: right, wrong, right: risks 0, 1/2, 1/3.
	near(t, "AURC", AURC(of([]float64{.9, .8, .7}, "101"), 1).Value, (0+1.0/2+1.0/3)/3, 1e-12)
	// All equal: the error rate at every coverage.
	near(t, "all ties", AURC(of([]float64{.5, .5, .5, .5}, "1010"), 1).Value, 0.5, 1e-12)
	// The worst order is worse than the best.
	best, worst := AURC(of([]float64{.9, .8, .2}, "110"), 1).Value, AURC(of([]float64{.9, .8, .2}, "011"), 1).Value
	if best >= worst {
		t.Errorf("best %v, worst %v", best, worst)
	}
}

func TestCalibrationByHand(t *testing.T) {
	// Two bins of four: .2 with 1 of 4, .8 with 2 of 4: gaps −.05 and .3.
	fs := of([]float64{.2, .2, .2, .2, .8, .8, .8, .8}, "10001100")
	e := Calibration(fs, 2, 1)
	near(t, "ECE", e.ECE.Value, (0.05+0.3)/2, 1e-12)
	if e.Debiased >= e.ECE.Value {
		t.Errorf("%+v", e)
	}
	bins := Reliability(fs, 2)
	if len(bins) != 2 || bins[0].K != 1 || bins[0].N != 4 || bins[1].Rate != 0.5 || bins[1].Lo != .8 ||
		math.Abs(bins[0].Mean-.2) > 1e-12 {
		t.Errorf("%+v", bins)
	}
	// Equal probabilities stay together.
	if bins := Reliability(of([]float64{.5, .5, .5, .5, .5, .9}, "110011"), 3); len(bins) != 2 || bins[0].N != 5 {
		t.Errorf("%+v", bins)
	}
	bands := Bands(of([]float64{.1, .3, .59, .6, .84, .85, 1}, "0101111"))
	if len(bands) != 4 || bands[0].N != 1 || bands[1].N != 2 || bands[2].N != 2 || bands[3].N != 2 || bands[3].K != 2 {
		t.Errorf("%+v", bands)
	}
}

func TestNothing(t *testing.T) {
	for what, e := range map[string]stats.Estimate{
		"Brier": Brier(nil, 1), "AUROC": AUROC(nil, 1), "AURC": AURC(nil, 1), "ECE": Calibration(nil, 10, 1).ECE,
	} {
		if e.OK || e.Value != 0 || e.Interval != nil {
			t.Errorf("%s of nothing: %+v", what, e)
		}
	}
	if _, _, _, ok := Murphy(nil); ok {
		t.Error("Murphy of nothing is ok")
	}
	if b := Reliability(nil, 10); b != nil {
		t.Errorf("bins of nothing: %v", b)
	}
	if e := Brier(of([]float64{.5}, "1"), 1); !e.OK || e.Interval != nil || len(e.Warnings) == 0 {
		t.Errorf("one cluster: %+v", e)
	}
	if c := Calibration(nil, 10, 1); math.IsNaN(c.Debiased) {
		t.Errorf("%+v", c)
	}
}

// A perfectly calibrated subject has a plug-in error well above 0 and a
// debiased one near it; one that is off by 0.2 is found out by both.
func TestDebiasing(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation; run without -short")
	}
	rng := rand.New(rand.NewPCG(3, 3))
	var plug, debiased, off float64
	const runs = 100
	for range runs {
		var good, bad []Forecast
		for i := range 300 {
			p := 0.2 + 0.6*rng.Float64()
			c := fmt.Sprintf("%03d", i)
			good = append(good, Forecast{p, rng.Float64() < p, c})
			bad = append(bad, Forecast{p, rng.Float64() < p-0.2, c})
		}
		a, b := calibrationError(good, cut(good, 10))
		plug, debiased = plug+a/runs, debiased+b/runs
		_, b = calibrationError(bad, cut(bad, 10))
		off += b / runs
	}
	if plug < 0.05 || debiased > plug*0.65 {
		t.Errorf("calibrated: plug-in %.4f, debiased %.4f", plug, debiased)
	}
	near(t, "off by 0.2", off, 0.2, 0.02)
}

package calib

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"assay/internal/core/stats"
)

// Areas from counts are those of going through the forecasts one by one, and so
// are their intervals.
func TestCurvesOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var fs []Forecast
	for i := range 2400 {
		p := math.Round(20*rng.Float64()) / 20
		if i%3 == 0 {
			p = rng.Float64()
		}
		fs = append(fs, Forecast{p, rng.Float64() < 0.3+0.4*p, fmt.Sprintf("%02d", rng.IntN(40))})
	}
	in, n := clusters(fs)
	rising := byP(fs)
	auroc := func(w []float64) (float64, bool) {
		var wins, positive, negative float64
		for i := 0; i < len(rising); {
			j, up, down := i, 0.0, 0.0
			for ; j < len(rising) && fs[rising[j]].P == fs[rising[i]].P; j++ {
				x := w[in[rising[j]]]
				up, down = up+x*one(fs[rising[j]].Y), down+x*(1-one(fs[rising[j]].Y))
			}
			wins += up * (negative + down/2)
			positive, negative, i = positive+up, negative+down, j
		}
		return wins / (positive * negative), positive*negative > 0
	}
	aurc := func(w []float64) (float64, bool) {
		var covered, errors, area float64
		for i := len(rising); i > 0; {
			j, here, wrong := i-1, 0.0, 0.0
			for ; j >= 0 && fs[rising[j]].P == fs[rising[i-1]].P; j-- {
				here += w[in[rising[j]]]
				wrong += w[in[rising[j]]] * (1 - one(fs[rising[j]].Y))
			}
			for k := 1.0; k <= here; k++ {
				area += (errors + wrong*k/here) / (covered + k)
			}
			covered, errors, i = covered+here, errors+wrong, j+1
		}
		return area / covered, covered > 0
	}
	for what, c := range map[string]struct {
		got  stats.Estimate
		want func([]float64) (float64, bool)
	}{"AUROC": {AUROC(fs, 3), auroc}, "AURC": {AURC(fs, 3), aurc}} {
		want := stats.WeightedBootstrap(n, c.want, 3)
		near(t, what, c.got.Value, want.Value, 1e-12)
		near(t, what+" lo", c.got.Interval.Lo, want.Interval.Lo, 1e-12)
		near(t, what+" hi", c.got.Interval.Hi, want.Interval.Hi, 1e-12)
	}
}

func TestHarmonic(t *testing.T) {
	h, sum := newHarmonic(), 0.0
	for k := 1.0; k <= 5000; k++ {
		sum += 1 / k
		near(t, fmt.Sprint(k), h.of(k), sum, 1e-12)
	}
}

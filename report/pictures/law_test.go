package pictures

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/plot"
	"gmnc/predict/law"
	"gmnc/run"
	"gmnc/system"
)

// TestTrueForcesOfCharges: the true force is known of simulated charges, is drawn at a share of 0.5 % of the
// pairs and more, and where pairs are apart, in the order of distances.
func TestTrueForcesOfCharges(t *testing.T) {
	points := []law.Point{{Distance: 4, Pairs: 990}, {Distance: 0, Pairs: 5}, {Distance: 2, Pairs: 5}}
	found := &law.Law{Curves: []law.Curve{{Pairs: "all", Charges: true, Points: points}}}
	truth := coulomb(found.Curves)
	require.Equal(t, []float64{2, 4}, truth[0].X)
	points[2].Pairs, points[0].Pairs = 4, 991
	require.Equal(t, []float64{4}, coulomb(found.Curves)[0].X)
	about := datasets.About{LengthUnit: "natural units", VelocityUnit: "natural units"}
	for want, charge := range map[int][]float32{2: {1, 1}, 1: nil} {
		data := &datasets.Data{About: about, Test: []system.Sample{{Position: make([]float32, 6), Charge: charge}}}
		_, charts := LawCurves("forces", found, data).Charts()
		require.Len(t, charts[0].Series, want)
	}
}

// TestForcesOfSubjects: forces between pairs are drawn of a model that has them, in the units of its training, from
// the first 200 samples. The last sample of the test reaches farther than the others.
func TestForcesOfSubjects(t *testing.T) {
	samples := fixtures.Samples(system.Composition{4}, mostOfLaw+1, 1)
	last := slices.Clone(samples[mostOfLaw].Position)
	for k := range last {
		last[k] *= 100
	}
	samples[mostOfLaw].Position = last
	s := &Subject{Title: "run", Split: "test", File: "data.npz", Samples: samples, Data: &datasets.Data{Test: samples}}
	require.Empty(t, s.forces(), "predictions alone have no forces")
	s.Model = ofRun(t, config.Config{})
	figures := s.forces()
	require.Len(t, figures, 1)
	require.Equal(t, "learned_forces", figures[0].Name)
	_, charts := figures[0].Drawing.Charts()
	require.Less(t, float64(charts[0].Series[0].X[len(charts[0].Series[0].X)-1]), 50.)
	s.Conversion.What = "centimeters are converted to meters"
	require.Empty(t, s.forces())
	s.Conversion.What = ""
	s.Samples = fixtures.Samples(system.Composition{1}, 2, 1)
	require.Empty(t, s.forces(), "there are no pairs")
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "none"}}})
	require.Empty(t, s.forces(), "this program lacks the model")
}

// TestScaledDensity: a density is as high as the largest force, whichever sign that has.
func TestScaledDensity(t *testing.T) {
	for _, forces := range [][]float64{{0.5, 0.25}, {0.25, -0.5}} {
		density := scaled(plot.Series{Y: []float64{0.1, 0.2}}, plot.Series{Y: forces})
		require.InDelta(t, 0.25, density.Y[0], 1e-12)
		require.InDelta(t, 0.5, density.Y[1], 1e-12)
	}
}

package plot

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// errorTolerance covers the rounding of float32 coordinates near 1.
const errorTolerance = 1e-5

// pair are two samples of a stick and an isolated particle, with errors of 1,
// 2 and 3 in every coordinate of the particles 0, 1 and 2.
func pair() (samples []system.Sample, position []float32) {
	sample := system.Sample{
		Position: make([]float32, 9), TargetPosition: []float32{1, 1, 1, 2, 2, 2, 3, 3, 3}, Objects: system.Objects{system.Stick.Of(0, 2)},
	}
	return []system.Sample{sample, sample}, make([]float32, 18)
}

func TestErrorsOverParticles(t *testing.T) {
	samples, position := pair()
	exact := slices.Repeat(samples[0].TargetPosition, 2)
	require.Equal(t, []Bar{{"0", "stick", 100, 0}, {"1", "isolated", 400, 0}, {"2", "stick", 900, 0}}, FromParticles(samples, position, exact))
	require.Equal(t, []Bar{{"0", "stick", 0, 100}, {"1", "isolated", 0, 400}, {"2", "stick", 0, 900}}, FromParticles(samples, exact, position))
	samples[1].Objects = system.Objects{system.Stick.Of(0, 1)}
	require.Equal(t, []Bar{{"isolated", "isolated", 650, 0}, {"stick end", "stick", 375, 0}}, FromParticles(samples, position, exact))
	samples[1].Objects = system.Objects{system.Hinge.Of(1, 0, 2)}
	require.Equal(t, []Bar{
		{"isolated", "isolated", 400, 0}, {"stick end", "stick", 500, 0}, {"hinge joint", "hinge", 400, 0}, {"hinge end", "hinge", 500, 0},
	}, FromParticles(samples, position, exact))
}

func TestErrorsOverTime(t *testing.T) {
	origin := datasets.Origin{Cases: []int64{7, 3}, Starts: []int64{5, 1, 2, 9}}
	require.Equal(t, []Series{
		{Name: "recording 7", X: []float64{1, 5}, Y: []float64{20, 10}},
		{Name: "recording 3", X: []float64{2, 9}, Y: []float64{30, 40}},
	}, FromStarts(origin, []float64{0.1, 0.2, 0.3, 0.4}))

	many := datasets.Origin{Starts: make([]int64, 10*pointsOverTime)}
	errors := make([]float64, len(many.Starts))
	for i := range many.Starts {
		many.Starts[i], errors[i] = int64(i), float64(i)
	}
	series := FromStarts(many, errors)
	require.Len(t, series, 1)
	require.Len(t, series[0].X, pointsOverTime)
	require.InDelta(t, 4.5, series[0].X[0], errorTolerance)
	require.InDelta(t, 450, series[0].Y[0], errorTolerance)
}

func TestErrorsOverSamples(t *testing.T) {
	require.Equal(t, Series{Name: "samples", X: []float64{100, 200}, Y: []float64{100. / 3, 200. / 3}},
		FromErrors([]float64{2, math.NaN(), 1}))
}

func TestBarsAndPlaces(t *testing.T) {
	bars := func(values ...float64) func(string) error {
		return func(path string) error {
			var all []Bar
			for i, value := range values {
				all = append(all, Bar{Name: "x", Kind: []string{"isolated", "stick", "hinge"}[i%3], Value: value, Straight: 2})
			}
			return Bars(Axes{Title: "errors", X: "particle", Y: "error"}, ParticleKinds(), all).Save(path)
		}
	}
	nan := math.NaN()
	at := func(values ...float64) func(string) error {
		m := Measurements{Name: "a", Expected: []Estimate{{2, 0.1}, {nan, nan}}}
		for _, value := range values {
			m.Measured = append(m.Measured, Estimate{value, 0.5})
		}
		return func(path string) error {
			return Places(Axes{Title: "a table", Y: "error", LogY: true}, []string{"1,2,0", "2,0,1"}, "paper", []Measurements{m}).Save(path)
		}
	}
	requireSaneDrawing(t, bars(1, math.NaN(), 1e20, 3))
	requireSaneDrawing(t, at(1, 1e-9))
	requireSaneDrawing(t, at(0, 4))
	drawn := written(t, "bars.png", bars(1, 2, 3))
	require.Greater(t, pixels(t, drawn, blue), 1000)
	require.Greater(t, pixels(t, drawn, vermilion), 1000)
	require.Contains(t, string(written(t, "bars.svg", bars(1))), StraightLine)
	require.Greater(t, pixels(t, written(t, "places.png", at(1, 2)), blue), 100)
	drawn = written(t, "places.svg", at(1, math.Inf(1)))
	for _, text := range []string{"a (1 not shown)", "1,2,0", "2,0,1", ">paper<"} {
		require.Contains(t, string(drawn), text)
	}

	// A value that has no logarithm leaves the axis linear.
	requireSaneDrawing(t, scaling(Series{Name: "s", X: []float64{0, 1}, Y: []float64{1, 2}}))

	for message, picture := range map[string]func(string) error{
		"no error is finite":                                bars(math.NaN()),
		"p.png: no error is finite":                         at(math.Inf(1), nan),
		`"a" has 1 measured and 2 expected numbers at 2 pl`: at(1),
		"bond 0: there is no particle 9":                    trajectory(bonded(9)),
		"p.png: bond 0: there is no particle 9":             beside(onePicture(), bonded(9)),
		"p.png: there are no predictions":                   beside(),
		"are not of one system":                             beside(onePicture(), otherPicture()),
	} {
		require.ErrorContains(t, picture(t.TempDir()+"/p.png"), message)
	}
}

func beside(pictures ...Picture) func(string) error {
	return func(path string) error { return Beside("models", pictures).Save(path) }
}

// otherPicture is of another system than onePicture.
func otherPicture() Picture {
	picture := onePicture()
	picture.Truth = slices.Clone(picture.Truth)
	picture.Truth[0][0]++
	return picture
}

// TestBeside: pictures stand beside each other, and a prediction far away is told
// of below its model.
func TestBeside(t *testing.T) {
	good, far := onePicture(), onePicture()
	good.Title, far.Title = "one model", "another model"
	far.Prediction = slices.Clone(far.Prediction)
	far.Prediction[0] = [3]float32{1e6, 0, 0}
	drawn := string(written(t, "beside.svg", beside(good, far)))
	for _, text := range []string{"one model", "another model (1 not shown)", ">prediction<"} {
		require.Contains(t, drawn, text)
	}
	requireSaneDrawing(t, beside(good, far))
}

func bonded(particle int) Picture {
	picture := onePicture()
	picture.Bonds = [][2]int{{0, particle}}
	return picture
}

// TestBondsThatAreSticksAreDrawnOnce, as sticks.
func TestBondsThatAreSticksAreDrawnOnce(t *testing.T) {
	require.Equal(t, onePicture().joints(), bonded(1).joints())
	require.Len(t, bonded(4).joints(), 4)
	require.NotContains(t, string(written(t, "s.svg", trajectory(bonded(1)))), ">bond<")
	require.Contains(t, string(written(t, "s.svg", trajectory(bonded(4)))), ">bond<")
}

// TestTouchingNames: a long name touches its neighbours though all names
// together would fit.
func TestTouchingNames(t *testing.T) {
	require.False(t, touching([]string{"GNN", "RF", "EGNN", "EGNNReg", "GMN", "GMN-L"}))
	require.False(t, touching([]string{"1,2,0 · 500", "2,0,1"}))
	require.True(t, touching([]string{"RF", "EGNN", "GMN, hinges and sticks", "GMN", "GMN-ODE"}))
}

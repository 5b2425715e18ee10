package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBarsAndPlaces(t *testing.T) {
	bars := func(values ...float64) func(string) error {
		return func(path string) error {
			var all []Bar
			for i, value := range values {
				all = append(all, Bar{Name: "x", Kind: []string{"isolated", "stick", "hinge"}[i%3], Value: value, Straight: 2})
			}
			return Bars(Axes{Title: "errors", X: "particle", Y: "error"}, []string{"isolated", "stick", "hinge"}, all).Save(path)
		}
	}
	nan := math.NaN()
	at := func(values ...float64) func(string) error {
		m := Measurements{Name: "a", Expected: []Estimate{{2, 0.1}, {nan, nan}}}
		for _, value := range values {
			m.Measured = append(m.Measured, []float64{value, 2 * value, value})
		}
		return func(path string) error {
			return DotPlot(Axes{Title: "a table", Y: "error", LogY: true}, []string{"1,2,0", "2,0,1"}, "paper", []Measurements{m}).Save(path)
		}
	}
	requireSaneDrawing(t, bars(1, math.NaN(), 1e20, 3))
	requireSaneDrawing(t, at(1, 1e-9))
	requireSaneDrawing(t, at(0, 4))
	drawn := written(t, "bars.png", bars(1, 2, 3))
	require.Greater(t, pixels(t, drawn, blue), 1000)
	require.Greater(t, pixels(t, drawn, Input.Color()), 1000)
	require.Contains(t, string(written(t, "bars.svg", bars(1))), StraightLine)
	require.Greater(t, pixels(t, written(t, "places.png", at(1, 2)), blue), 100)
	drawn = written(t, "places.svg", at(1, math.Inf(1)))
	for _, text := range []string{"a (3 not finite)", "1,2,0", "2,0,1", ">paper<"} {
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

// TestSeedsAreDots, and their median a mark; a deviation that would leave a logarithmic
// axis is drawn above its number alone.
func TestSeedsAreDots(t *testing.T) {
	row := &dotRow{count: 1}
	require.Equal(t, 1, row.add(Measurements{Measured: [][]float64{{3, 1, math.NaN(), 8}}, Expected: []Estimate{{2, 3}}}, dotStyle("GMN", 0), 0))
	require.Len(t, row.dots, 3)
	require.Equal(t, 3.0, row.marks[0].at.Value)
	_, _, low, high := row.DataRange()
	require.Equal(t, [2]float64{1, 8}, [2]float64{low, high}, "2 - 3 is no place on the axis")
	require.Greater(t, dotStyle("GMN", 0).Radius, dotStyle("EGNN", 0).Radius, "what the paper is about")
	all := []Measurements{{Name: "GMN", Measured: [][]float64{{1, 2}, {3}}, Expected: make([]Estimate, 2)}}
	drawn := string(written(t, "f.svg", Facets(Axes{Title: "t", Y: "error", LogY: true}, []string{"1,2,0", "2,0,1"}, "paper", all).Save))
	require.Equal(t, 1, strings.Count(drawn, ">GMN<"))
	require.Contains(t, drawn, ">1,2,0<")
}

// TestManyPlacesLie below each other, the first above, with their names whole.
func TestManyPlacesLie(t *testing.T) {
	const name = "GMN-ODE, directions over the squared distance"
	names, m := make([]string, mostUpright+1), Measurements{Name: "3,2,1"}
	for i := range names {
		names[i] = fmt.Sprint("model ", i)
		m.Measured, m.Expected = append(m.Measured, []float64{float64(i + 1)}), append(m.Expected, Estimate{Value: 2, Deviation: 3})
	}
	names[0] = name
	places := func(count int) *Drawing {
		return DotPlot(Axes{Y: "error", LogY: true}, names[:count], "paper", []Measurements{{m.Name, m.Measured[:count], m.Expected[:count]}})
	}
	lying := places(len(names))
	require.Equal(t, []float64{-0.5, mostUpright + 0.5}, []float64{lying.plot.Y.Min, lying.plot.Y.Max})
	require.Greater(t, lying.plot.Y.Norm(0), lying.plot.Y.Norm(1))
	require.Equal(t, "error", lying.plot.X.Label.Text)
	drawn := string(written(t, "lying.svg", lying.Save))
	require.Contains(t, drawn, ">"+name+"<")
	require.NotContains(t, drawn, "rotate")
	require.Contains(t, string(written(t, "upright.svg", places(mostUpright).Save)), "rotate")
	requireSaneDrawing(t, lying.Save)
}

func beside(pictures ...Picture) func(string) error {
	return func(path string) error { return SideBySide("models", pictures).Save(path) }
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
	for _, text := range []string{"one model", "another model", "(1 left the scene)", ">prediction<"} {
		require.Contains(t, drawn, text)
	}
	requireSaneDrawing(t, beside(good, far))
	one, three := written(t, "one.png", beside(good)), written(t, "three.png", beside(good, good, good))
	require.Greater(t, pixels(t, three, Prediction.Color()), pixels(t, one, Prediction.Color()), "a scene in each panel")
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

// TestTouchingNames: a long name touches its neighbors though all names
// together would fit.
func TestTouchingNames(t *testing.T) {
	require.False(t, touching([]string{"GNN", "RF", "EGNN", "EGNNReg", "GMN", "GMN-L"}))
	require.False(t, touching([]string{"1,2,0 · 500", "2,0,1"}))
	require.True(t, touching([]string{"RF", "EGNN", "GMN, hinges and sticks", "GMN", "GMN-ODE"}))
}

// TestNamesOfBarsThatFit: twelve have all their names, more have every other; long
// ones stand at an angle.
func TestNamesOfBarsThatFit(t *testing.T) {
	for bars, names := range map[int]int{1: 1, 12: 12, 13: 7, 24: 12, 25: 9} {
		p := newPlot("", "")
		(&barRow{bars: make([]Bar, bars)}).name(p)
		require.Len(t, p.X.Tick.Marker.Ticks(0, 0), names, "%d bars", bars)
		require.Zero(t, p.X.Tick.Label.Rotation)
	}
	p := newPlot("", "")
	(&barRow{bars: []Bar{{Name: "left femur"}, {Name: "right_shoulder_blade_end"}, {Name: "another_of_the_longest"}}}).name(p)
	require.NotZero(t, p.X.Tick.Label.Rotation)
}

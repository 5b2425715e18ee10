package plot

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gmnc/system"
)

// TestPatchesOfPlanes: the directions of a patch are in its plane and square to each other, whichever axis is nearest to
// the normal, and a plane is near up to the diagonal of the box.
func TestPatchesOfPlanes(t *testing.T) {
	picture := onePicture()
	picture.Up = ZAxis
	b := newScene(picture).box
	for _, normal := range []Axis{XAxis, YAxis, ZAxis, {0.6, 0.8, 0}, {0.8, 0.6, 0}} {
		p, near := b.patchOf(Plane{normal, 0.5})
		require.True(t, near)
		for i, across := range p.across {
			require.InDelta(t, 1, r3.Norm(across), 1e-12)
			require.InDelta(t, 0, r3.Dot(across, normal.vector()), 1e-12)
			require.Less(t, p.extent[i][0], p.extent[i][1])
		}
		require.InDelta(t, 0, r3.Dot(p.across[0], p.across[1]), 1e-12)
		corners := p.corners()
		for k, corner := range corners {
			require.InDelta(t, 0.5, r3.Dot(corner, normal.vector()), 1e-12)
			next := corners[(k+1)%4]
			require.InDelta(t, 0, r3.Dot(r3.Sub(next, corner), r3.Sub(corners[(k+2)%4], next)), 1e-9, "a square corner")
		}
	}
	corners := b.corners()
	diagonal, highest := r3.Norm(r3.Sub(corners[7], corners[0])), math.Inf(-1)
	for _, corner := range corners {
		highest = max(highest, corner.Z)
	}
	for gap, want := range map[float64]bool{0.99: true, 1.01: false} {
		_, near := b.patchOf(Plane{ZAxis, highest + gap*diagonal})
		require.Equal(t, want, near)
	}
}

// TestLinesOfPatches: a patch has its four edges, twice as wide, and lines at multiples of the step across both directions.
func TestLinesOfPatches(t *testing.T) {
	p := patch{across: [2]r3.Vec{{X: 1}, {Y: 1}}, extent: [2][2]float64{{0.5, 2.5}, {-1, 1.5}}}
	type drawn struct {
		width    float64
		from, to r3.Vec
	}
	var all []drawn
	p.lines(1, func(width float64, from, to r3.Vec) { all = append(all, drawn{width, from, to}) })
	const wide, thin = 2 * gridWidth, gridWidth
	require.Equal(t, []drawn{
		{wide, r3.Vec{X: 0.5, Y: -1}, r3.Vec{X: 0.5, Y: 1.5}}, {wide, r3.Vec{X: 2.5, Y: -1}, r3.Vec{X: 2.5, Y: 1.5}},
		{thin, r3.Vec{X: 1, Y: -1}, r3.Vec{X: 1, Y: 1.5}}, {thin, r3.Vec{X: 2, Y: -1}, r3.Vec{X: 2, Y: 1.5}},
		{wide, r3.Vec{X: 0.5, Y: -1}, r3.Vec{X: 2.5, Y: -1}}, {wide, r3.Vec{X: 0.5, Y: 1.5}, r3.Vec{X: 2.5, Y: 1.5}},
		{thin, r3.Vec{X: 0.5, Y: -1}, r3.Vec{X: 2.5, Y: -1}}, {thin, r3.Vec{X: 0.5}, r3.Vec{X: 2.5}}, {thin, r3.Vec{X: 0.5, Y: 1}, r3.Vec{X: 2.5, Y: 1}},
	}, all)
}

// TestOrient: the largest component of a direction is positive.
func TestOrient(t *testing.T) {
	require.Equal(t, r3.Vec{X: -1, Y: 3, Z: 2}, orient([]float64{-1, 3, 2}))
	require.Equal(t, r3.Vec{X: 1, Y: 3, Z: -2}, orient([]float64{-1, -3, 2}))
	require.Equal(t, r3.Vec{X: 3, Y: -2, Z: -2}, orient([]float64{-3, 2, 2}))
	nan := float32(math.NaN())
	require.Equal(t, r3.Vec{X: 2, Y: 1}, centerOf([][3]float32{{1, 0, 0}, {nan, 0, 0}, {3, 2, 0}}))
	require.Equal(t, r3.Vec{}, centerOf([][3]float32{{nan, 0, 0}}))
	require.Equal(t, r3.Vec{X: 6, Y: 4}, combine(3, r3.Vec{X: 2}, 2, r3.Vec{Y: 2}))
}

// TestNamesAtAnAngle: names that touch are written at an angle in smaller letters, and others are level.
func TestNamesAtAnAngle(t *testing.T) {
	long := strings.Split(strings.Repeat("a place with a name|", 12)+"end", "|")
	p := plot.New()
	size := p.X.Tick.Label.Font.Size
	nameTicks(p, []string{"a", "b"})
	require.Zero(t, p.X.Tick.Label.Rotation)
	require.Equal(t, size, p.X.Tick.Label.Font.Size)
	require.Zero(t, p.X.Tick.Width)
	nameTicks(p, long)
	require.Equal(t, math.Pi/4, p.X.Tick.Label.Rotation)
	require.Equal(t, sans(8.5), p.X.Tick.Label.Font)
	require.Equal(t, []plot.Tick{{Value: 0, Label: "a"}, {Value: 2, Label: "c"}}, ticksOf([]string{"a", "b", "c"}, 2, 5, false))
	require.Equal(t, "a   ", ticksOf([]string{"a"}, 1, 5, true)[0].Label)
}

// TestWrongPictures: a bond, an object or a row of cells that does not fit is named.
func TestWrongPictures(t *testing.T) {
	picture := onePicture()
	picture.Bonds = [][2]int{{0, 1}, {4, 5}}
	require.EqualError(t, picture.check(), "bond 1: there is no particle 5, only 0 to 4")
	picture.Bonds = [][2]int{{0, -1}}
	require.EqualError(t, picture.check(), "bond 0: there is no particle -1, only 0 to 4")
	picture.Bonds, picture.Objects = nil, system.Objects{system.Stick.Of(0, 1), system.Stick.Of(0, 9)}
	require.EqualError(t, picture.check(), "stick 1: there is no particle 9, only 0 to 4")
	picture.Truth = picture.Truth[:3]
	require.EqualError(t, picture.check(), "input, prediction and truth have 5, 5 and 3 particles, expected the same number")
	require.EqualError(t, Picture{}.check(), "there are no particles")
	h := Heat{Rows: []string{"a"}, Values: [][]float64{{1, 2}}, X: []float64{0, 1}}
	require.EqualError(t, HeatMap(Axes{}, h).err, "row 0 has 2 cells, expected 1, and 1 rows have 1 names")
	require.Equal(t, "lengths: cm", Trajectory(Picture{Input: onePicture().Input, Prediction: onePicture().Input, Truth: onePicture().Input, Unit: "cm"}).plot.X.Label.Text)
	require.Empty(t, Trajectory(onePicture()).plot.X.Label.Text)
}

// TestSidesOfPlanes: pictures side by side have the planes of the first, and a width for each panel.
func TestSidesOfPlanes(t *testing.T) {
	first, second := onePicture(), onePicture()
	first.Planes = []Plane{{ZAxis, -0.1}}
	drawing := SideBySide("a", []Picture{first, second})
	require.NoError(t, drawing.err)
	require.Len(t, drawing.panels, 2)
	text, err := drawing.SVG()
	require.NoError(t, err)
	require.Contains(t, string(text), ">plane<")
	plain, err := SideBySide("a", []Picture{second, second}).SVG()
	require.NoError(t, err)
	require.Greater(t, strings.Count(string(text), "<path"), strings.Count(string(plain), "<path"))
	require.Equal(t, 2*margin+2*panelWidth+columnGap+drawing.legend.width(), drawing.width())
	require.Equal(t, 5*vg.Centimeter, drawing.Sized(5, 3).width())
}

// TestAttributesOverFrames: an attribute that never changes is set, and the last of others is shown for longer.
func TestAttributesOverFrames(t *testing.T) {
	m := &motion{length: 2.5, times: "0;0.5;1"}
	m.animate("cx", []string{"1", "1"})
	require.Equal(t, `<set attributeName="cx" to="1"/>`, m.svg.String())
	m.svg.Reset()
	m.animate("cx", []string{"1", "2"})
	require.Equal(t, `<animate attributeName="cx" dur="2.50s" repeatCount="indefinite" keyTimes="0;0.5;1" values="1;2;2"/>`, m.svg.String())
	require.Equal(t, []string{"1.3", "-0.1", "1234"}, numbers([]float64{1.26, -0.14, 1234.4}))
}

// TestKindsOfBars: kinds take their fills in turn, those without bars have no entry, and lines are horizontal only.
func TestKindsOfBars(t *testing.T) {
	drawing := Bars(Axes{Y: "error"}, []string{"a", "b", "c"}, []Bar{{Name: "x", Value: 2, Kind: "a", Straight: math.NaN()}, {Name: "y", Value: 3, Kind: "c", Straight: math.NaN()}})
	require.NoError(t, drawing.err)
	text, err := drawing.SVG()
	require.NoError(t, err)
	require.Contains(t, string(text), ">a<")
	require.NotContains(t, string(text), ">b<")
	require.Contains(t, string(text), ">c<")
	require.NotContains(t, string(text), StraightLine)
	require.LessOrEqual(t, drawing.plot.Y.Min, 0., "bars begin at 0")
}

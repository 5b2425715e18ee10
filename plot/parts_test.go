package plot

import (
	"image/color"
	"math"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestBarsOfKinds: bars about a center are thick, those about a joint dashed, and those of bodies thin; a bar has the name of
// its object if that has a single one.
func TestBarsOfKinds(t *testing.T) {
	for kind, want := range map[*system.Kind]look{system.Stick: {2.6, false}, system.Hinge: {1.8, true}, system.Body: {1.2, false}} {
		require.Equal(t, want, barOf(kind), kind.Name)
	}
	require.Equal(t, "stick", barName(system.Stick))
	require.Equal(t, "hinge bar", barName(system.Hinge))
	line := look{2, true}.line(0.5, blue)
	require.Equal(t, vg.Points(1), line.Width)
	require.Len(t, line.Dashes, 2)
	require.Nil(t, look{2, false}.line(1, blue).Dashes)
}

// TestNearness: marks are a quarter larger at the near end and a quarter smaller at the far one.
func TestNearness(t *testing.T) {
	for depth, want := range map[float64]float64{2: 1.25, 3: 1, 4: 0.75} {
		require.Equal(t, want, nearness(depth, 2, 4))
	}
	require.Equal(t, 1., nearness(7, 7, 7))
}

// TestLeft: what is not drawn at its position counts once: outside of the scene, or not finite.
func TestLeft(t *testing.T) {
	m := &moment{name: "prediction", places: []place{{1, 2, 3}, {4, 5, 6}, nowhere}}
	require.Equal(t, "prediction (1 not finite)", m.label())
	m.leave(0, place{1, 2, 0}, place{1, 2, 0}, "step 3", "m")
	require.Equal(t, "prediction (1 left the scene, 1 not finite)", m.label())
	require.Equal(t, exit{0, place{1, 2, 0}, place{1, 2, 3}, "step 3, 3 m"}, m.exits[0])
	require.False(t, m.places[0].shown())
	m.places[1] = nowhere
	m.leave(1, place{}, place{}, "step 4", "m")
	require.Equal(t, "step 4, not finite", m.exits[1].name)
	require.Equal(t, "1 left the scene, 2 not finite", m.left())
	free := &moment{name: "truth", places: []place{{7, 2, 3}}}
	require.Equal(t, "truth", free.label())
	free.leave(0, place{}, place{3, 2, 0}, "", "")
	require.Equal(t, "5", free.exits[0].name)
}

// TestFarPredictions: a prediction that is farther from inputs and truths than these extend leaves the scene, in any of the
// three directions; where nothing moves nothing is far.
func TestFarPredictions(t *testing.T) {
	left := func(at place, extent float64) bool {
		s := &scene{input: &moment{places: []place{{0, 0, 0}}}, truth: &moment{places: []place{{extent, 0, 0}}}, prediction: &moment{places: []place{at}}}
		s.dropFar("")
		return len(s.prediction.exits) == 1
	}
	for _, at := range []place{{-2, 0, 0}, {4, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}} {
		require.False(t, left(at, 2), "%v", at)
		beyond := place{at.x * 1.01, at.y * 1.01, at.depth * 1.01}
		require.True(t, left(beyond, 2), "%v", beyond)
	}
	require.False(t, left(place{9, 9, 9}, 0))
	require.True(t, left(nowhere, 0))
	require.True(t, (&scene{input: &moment{places: []place{nowhere}}, truth: &moment{}}).empty())
	require.False(t, (&scene{input: &moment{places: []place{nowhere}}, truth: &moment{places: []place{{}}}}).empty())
}

// TestBoundsOfMoments: the box around the places that are shown.
func TestBoundsOfMoments(t *testing.T) {
	low, high := bounds(&moment{places: []place{{1, 5, 2}, nowhere}}, &moment{places: []place{{3, 4, -1}}})
	require.Equal(t, []place{{1, 4, -1}, {3, 5, 2}}, []place{low, high})
	low, high = bounds()
	require.Greater(t, low.x, high.x)
}

// TestEqualScales: the axis whose unit would be longer is widened about its middle, with room for marks.
func TestEqualScales(t *testing.T) {
	of := func(x, y float64) []float64 {
		p := newPlot("", "")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, 1+x, 2, 2+y
		equalizeScale(p, vg.Rectangle{Max: vg.Point{X: 100, Y: 50}})
		return []float64{p.X.Min, p.X.Max, p.Y.Min, p.Y.Max}
	}
	allclose.Within(t, []float64{6 - 5.3, 6 + 5.3, 4.5 - 2.65, 4.5 + 2.65}, of(10, 5), 1e-12)
	allclose.Within(t, []float64{6 - 5.3, 6 + 5.3, 2.5 - 2.65, 2.5 + 2.65}, of(10, 1), 1e-12)
	allclose.Within(t, []float64{1.5 - 10.6, 1.5 + 10.6, 7 - 5.3, 7 + 5.3}, of(1, 10), 1e-12)
	allclose.Within(t, []float64{0, 2, 1.5, 2.5}, of(0, 0), 1e-12)
}

// TestSolids: the corners and triangles of a prism and a ball, which face outward.
func TestSolids(t *testing.T) {
	g := newGLB(turning(1))
	mesh := func(index int) (points [][3]float32, corners []uint32) {
		p := g.doc.Meshes[index].Primitives[0]
		points, err := modeler.ReadPosition(g.doc, g.doc.Accessors[p.Attributes[gltf.POSITION]], nil)
		require.NoError(t, err)
		corners, err = modeler.ReadIndices(g.doc, g.doc.Accessors[*p.Indices], nil)
		require.NoError(t, err)
		return points, corners
	}
	volume := func(points [][3]float32, corners []uint32) (sum float64) {
		for k := 0; k < len(corners); k += 3 {
			a, b, c := vector(points[corners[k]]), vector(points[corners[k+1]]), vector(points[corners[k+2]])
			sum += r3.Dot(a, r3.Cross(b, c)) / 6
		}
		return sum
	}
	points, corners := mesh(g.prism(4, 3, Truth))
	require.Len(t, points, 4*4)
	require.Len(t, corners, 3*(4+8+4))
	require.InDelta(t, 2*3, volume(points, corners), 1e-5, "a square with the diagonal 2, times the height")
	require.Equal(t, [3]float32{1, -1.5, 0}, points[4])
	points, corners = mesh(g.ball(Prediction))
	require.Len(t, points, 11*16)
	require.Len(t, corners, 3*(16+8*32+16))
	want := 0.0 // frustums of 16 sides
	for i := range 10 {
		a, b := math.Sin(math.Pi*float64(i)/10), math.Sin(math.Pi*float64(i+1)/10)
		height := math.Cos(math.Pi*float64(i)/10) - math.Cos(math.Pi*float64(i+1)/10)
		want += height / 3 * (a*a + a*b + b*b) * 8 * math.Sin(2*math.Pi/16)
	}
	require.InDelta(t, want, volume(points, corners), 1e-5)
	for _, point := range points {
		require.InDelta(t, 1, r3.Norm(vector(point)), 1e-6)
	}
}

// TestRods: a rod is in the middle of two points, as long as they are apart, and turned from y; equal points have none.
func TestRods(t *testing.T) {
	p := between(r3.Vec{X: 1, Y: 2}, r3.Vec{X: 1, Y: 2, Z: 4}, 0.5)
	require.Equal(t, pose{at: [3]float32{1, 2, 2}, turn: [4]float32{float32(math.Sqrt(0.5)), 0, 0, float32(math.Sqrt(0.5))}, size: [3]float32{0.5, 4, 0.5}}, p)
	require.Equal(t, pose{at: [3]float32{1, 2, 0}, turn: noTurn}, between(r3.Vec{X: 1, Y: 2}, r3.Vec{X: 1, Y: 2}, 0.5))
	require.Equal(t, noTurn, turn(r3.Vec{X: 1}, r3.Vec{X: 1}))
	opposite := turn(r3.Vec{X: 1}, r3.Vec{X: -1})
	require.InDelta(t, 0, opposite[0], 1e-9)
	require.InDelta(t, 0, opposite[3], 1e-9)
	turns := [][4]float32{{1, 0, 0, 0}, {0, 1, 0, 0}, {-0.1, -1, 0, 0}}
	alignTurns(turns)
	require.Equal(t, [][4]float32{{1, 0, 0, 0}, {0, 1, 0, 0}, {0.1, 1, 0, 0}}, turns, "what is across stays")
}

// TestMaterials: colors are in linear light, by both parts of the curve of sRGB.
func TestMaterials(t *testing.T) {
	of := material(color.RGBA{R: 10, G: 11, B: 255, A: 255}).PBRMetallicRoughness
	allclose.Within(t, []float64{10. / 255 / 12.92, math.Pow((11./255+0.055)/1.055, 2.4), 1, 1}, of.BaseColorFactor[:], 1e-12)
	require.Equal(t, []float64{0, 0.7}, []float64{*of.MetallicFactor, *of.RoughnessFactor})
}

// TestReach: the diagonal around the finite points, or 1 if all are one point.
func TestReach(t *testing.T) {
	nan := float32(math.NaN())
	require.Equal(t, 5., reachOf([][][3]float32{{{0, 1, 2}, {nan, 9, 9}}}, [][][3]float32{{{3, 5, 2}}}))
	require.Equal(t, 1., reachOf([][][3]float32{{{3, 5, 2}}}))
}

// TestSharesOfAxes: parts that are shown side by side share their ranges; logarithmic axes stay so only if all are, and each
// name of the legends is there once.
func TestSharesOfAxes(t *testing.T) {
	of := func(logarithmic bool, x, y float64, names ...string) *Drawing {
		d := Curves(Axes{X: "x", Y: "y", LogY: logarithmic}, []Series{{Name: "s", X: []float64{x, 2 * x}, Y: []float64{y, 2 * y}}})
		d.legend = &legend{}
		for _, name := range names {
			d.legend.add(name)
		}
		return d
	}
	one, two := of(true, 1, 100, "a", "b"), of(true, 5, 7, "b", "c")
	whole := &Drawing{legend: &legend{}, parts: []*Drawing{one, two}}
	lowX, highX, lowY, highY := one.plot.X.Min, two.plot.X.Max, two.plot.Y.Min, one.plot.Y.Max
	whole.share()
	for _, part := range whole.parts {
		require.Equal(t, []float64{lowX, highX, lowY, highY}, []float64{part.plot.X.Min, part.plot.X.Max, part.plot.Y.Min, part.plot.Y.Max})
		require.True(t, logarithmic(&part.plot.Y))
		require.Empty(t, part.plot.X.Label.Text+part.plot.Y.Label.Text)
		require.Empty(t, part.legend.entries)
	}
	var names []string
	for _, entry := range whole.legend.entries {
		names = append(names, entry.name)
	}
	require.Equal(t, []string{"a", "b", "c"}, names)
	mixed := &Drawing{legend: &legend{}, parts: []*Drawing{of(true, 1, 1), of(false, 1, 1)}}
	mixed.share()
	require.False(t, logarithmic(&mixed.parts[0].plot.Y))
	require.IsType(t, plot.TickerFunc(nil), mixed.parts[0].plot.Y.Tick.Marker)
}

// TestHeightsOfLegends: a row has 18 points, and more if its name has several lines.
func TestHeightsOfLegends(t *testing.T) {
	l := &legend{}
	require.Zero(t, l.width())
	l.add("a", markLine{})
	require.Equal(t, vg.Length(18), l.height())
	require.Equal(t, 28+8+legendStyle().Width("a"), l.width())
	l.add("one two three four five six seven eight nine ten eleven twelve")
	require.Greater(t, l.height(), vg.Length(36))
	require.LessOrEqual(t, l.width(), vg.Length(28+8+150))
	require.True(t, l.has("a"))
	require.False(t, l.has("b"))
	shapes := shapesOf(func(c draw.Canvas) { (&legend{entries: l.entries[:1]}).draw(c) })
	require.Equal(t, "1.1: 14.0,34.0 14.0,48.0", shapes[0])
	require.Contains(t, shapes[1], "a at 36.0,")
}

// TestOrderOfStrokes: by layers, and in each the farthest first; what cannot be drawn is left out.
func TestOrderOfStrokes(t *testing.T) {
	e := &displayList{}
	e.mark(draw.GlyphStyle{}, place{0, 0, 1}, 1)
	e.mark(draw.GlyphStyle{}, place{0, 0, 2}, 0)
	e.line(draw.LineStyle{}, place{0, 0, 3}, place{0, 0, 5}, 0)
	e.mark(draw.GlyphStyle{}, nowhere, 0)
	e.line(draw.LineStyle{}, place{}, nowhere, 0)
	e.line(draw.LineStyle{}, nowhere, place{}, 0)
	e.sort()
	require.Len(t, e.strokes, 3)
	require.Equal(t, []float64{4, 2, 1}, []float64{e.strokes[0].depth, e.strokes[1].depth, e.strokes[2].depth})
}

// TestRedness: the change of a bar relative to a quarter of its length, and 1 beyond or where it is not finite.
func TestRedness(t *testing.T) {
	first := [][3]float32{{}, {4, 0, 0}}
	for now, want := range map[float32]float64{4: 0, 4.5: 0.5, 3.5: 0.5, 5: 1, 2: 1, float32(math.NaN()): 1} {
		require.Equal(t, want, redness(first, [][3]float32{{}, {now, 0, 0}}, 0, 1))
	}
	require.Equal(t, []string{"0.1", "12", "-0.3"}, numbers([]float64{0.12, 12.04, -0.26}))
}

// TestFramesOfAnimations: all frames of a short film, and a hundred of a longer one with its first and its last.
func TestFramesOfAnimations(t *testing.T) {
	require.Equal(t, []int{0}, animated(1))
	require.Equal(t, []int{0, 1, 2}, animated(3))
	all := animated(300)
	require.Len(t, all, 100)
	require.Equal(t, []int{0, 3, 299}, []int{all[0], all[1], all[99]})
}

// TestBoxOfOnePoint: around a single point a box is 1 wide to either side, with steps of 1; walls are a twentieth of the longest
// extent away from several.
func TestBoxOfOnePoint(t *testing.T) {
	one := newBox(view{}, [][3]float64{{1, 2, 3}})
	require.Equal(t, []any{1., [3]float64{0, 1, 2}, [3]float64{2, 3, 4}}, []any{one.step, one.low, one.high})
	two := newBox(view{}, [][3]float64{{0, 0, 0}, {10, 2, 0}})
	allclose.Within(t, []float64{-0.5, -0.5, -0.5}, two.low[:], 1e-12)
	allclose.Within(t, []float64{10.5, 2.5, 0.5}, two.high[:], 1e-12)
	require.Equal(t, 2., two.step)
}

// TestSizesOfPictures: the width and the heights of pictures and the margins around them, in centimeters.
func TestSizesOfPictures(t *testing.T) {
	require.Equal(t, 11*vg.Centimeter, Curves(Axes{}, losses).height)
	require.Equal(t, 11*vg.Centimeter, Bars(Axes{}, nil, []Bar{{Value: 1}}).height)
	require.Equal(t, 11.5*vg.Centimeter, Trajectory(onePicture()).height)
	require.Equal(t, 16*vg.Centimeter, Curves(Axes{}, losses).width())
	require.InDelta(t, float64(0.45*vg.Centimeter), float64(margin), 1e-9)
	require.InDelta(t, float64(0.5*vg.Centimeter), float64(columnGap), 1e-9)
	d := SideBySide("", []Picture{onePicture(), onePicture()})
	require.InDelta(t, float64(0.9*vg.Centimeter+16*vg.Centimeter+0.5*vg.Centimeter+d.legend.width()), float64(d.width()), 1e-9)
}

// TestDashesOfSeries: the dashes of each style, of which no two are alike.
func TestDashesOfSeries(t *testing.T) {
	want := [][]vg.Length{nil, {6, 3}, {1.5, 2.5}, {8, 3, 1.5, 3}, {3, 3}, {12, 4}, {1.5, 1.5, 6, 1.5}, {4, 1.5}}
	require.Len(t, seriesStyles, len(want))
	for i, style := range seriesStyles {
		require.Equal(t, want[i], style.line.Dashes, "%d", i)
		require.Equal(t, []vg.Length{vg.Points(1.4), vg.Points(2.6)}, []vg.Length{style.line.Width, style.marker.Radius})
	}
	for role, dashes := range map[Role][]vg.Length{Truth: nil, Prediction: nil, Input: {1.5, 2.5}, Straight: {4, 2}} {
		require.Equal(t, dashes, roleStyles[role].line.Dashes)
		require.Equal(t, role.Color(), roleStyles[role].line.Color)
	}
	require.Equal(t, []vg.Length{6, 1.5}, modelStyles["GMN-ODE"].line.Dashes)
	require.Equal(t, []vg.Length{4, 2}, modelStyles["Linear"].line.Dashes)
	for i, name := range []string{"GMN", "EGNN", "EGNNReg", "GNN", "TFN", "SE(3)-Tr.", "RF", "GMN-L"} {
		require.Equal(t, seriesStyles[i], modelStyles[name], name)
	}
	require.Equal(t, []vg.Length{vg.Points(4), vg.Points(2)}, dashed(draw.LineStyle{}).Dashes)
	require.Equal(t, []vg.Length{vg.Points(1.5), vg.Points(1.5)}, dotted(draw.LineStyle{}).Dashes)
}

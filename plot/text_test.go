package plot

import (
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// page is a canvas of a size that records.
type page struct {
	recorder.Canvas
	width, height vg.Length
}

func (p *page) Size() (x, y vg.Length) { return p.width, p.height }

// requireTextInside holds every text of a drawing to its page.
func requireTextInside(t *testing.T, d *Drawing) {
	t.Helper()
	require.NoError(t, d.err)
	canvas := &page{width: d.width(), height: d.pageHeight()}
	d.render(canvas)
	angle, shift, texts := 0.0, vg.Point{}, 0
	type state struct {
		angle float64
		shift vg.Point
	}
	var stack []state
	at := func(p vg.Point) vg.Point {
		sin, cos := math.Sincos(angle)
		return shift.Add(vg.Point{X: vg.Length(cos)*p.X - vg.Length(sin)*p.Y, Y: vg.Length(sin)*p.X + vg.Length(cos)*p.Y})
	}
	for _, action := range canvas.Actions {
		switch a := action.(type) {
		case *recorder.Push:
			stack = append(stack, state{angle, shift})
		case *recorder.Pop:
			angle, shift, stack = stack[len(stack)-1].angle, stack[len(stack)-1].shift, stack[:len(stack)-1]
		case *recorder.Rotate:
			angle += a.Angle
		case *recorder.Translate:
			shift = at(a.Point)
		case *recorder.FillString:
			face := font.DefaultCache.Lookup(font.From(a.Font, a.Size), a.Size)
			for _, end := range []vg.Point{at(a.Point), at(a.Point.Add(vg.Point{X: face.Width(a.String)}))} {
				inside := end.X >= 0 && end.X <= canvas.width && end.Y >= 0 && end.Y <= canvas.height
				require.True(t, inside, "%q ends at %v of %v x %v", a.String, end, canvas.width, canvas.height)
			}
			texts++
		}
	}
	require.Positive(t, texts)
}

// TestNoTextLeavesItsPicture, however long it is.
func TestNoTextLeavesItsPicture(t *testing.T) {
	long, unbroken := strings.Repeat("a long name ", 12), strings.Repeat("unbroken", 12)
	axes := Axes{Title: Title(unbroken, long, unbroken), X: long + unbroken, Y: unbroken + " " + long, Marks: []Mark{{X: 2, Name: long}}}
	series := []Series{{Name: long, X: []float64{1, 2, 3}, Y: []float64{1, 2, 3}}, {Name: unbroken, X: []float64{1}, Y: []float64{1e10}}}
	requireTextInside(t, Curves(axes, series))
	requireTextInside(t, Grid(axes.Title, 1, Curves(axes, series), Curves(axes, series)))
	requireTextInside(t, Multiples(axes, []string{long, unbroken, "a", "b", "c"}, [][]Series{series, series, series, series, series}))
	var bars []Bar
	for range 9 {
		bars = append(bars, Bar{Name: unbroken, Kind: "stick", Value: 1, Straight: 2}, Bar{Name: long, Kind: "stick", Value: 3, Straight: 2})
	}
	requireTextInside(t, Bars(axes, []string{"stick"}, bars))
	requireTextInside(t, DotPlot(axes, []string{long, unbroken, "short"}, unbroken, []Measurements{
		{Name: long, Measured: [][]float64{{1, 2}, {1}, {3}}, Expected: make([]Estimate, 3)},
	}))
	picture := onePicture()
	picture.Title, picture.Unit = axes.Title, long
	picture.Prediction[0], picture.Prediction[3] = [3]float32{1e6, 0, 0}, [3]float32{float32(math.NaN()), 0, 0}
	requireTextInside(t, Trajectory(picture))
	requireTextInside(t, SideBySide(axes.Title, []Picture{picture, picture, picture}))
	film := turning(9)
	film.Title, film.Unit = axes.Title, long
	film.Prediction[6][1][1] = -1e8
	requireTextInside(t, Paths(film))
}

// TestWhatLeavesTheSceneIsAnArrow, with the distance to the truth, or a cross.
func TestWhatLeavesTheSceneIsAnArrow(t *testing.T) {
	picture := onePicture()
	picture.Unit = "m"
	picture.Prediction[0] = [3]float32{1000.1, 0.1, 0}
	picture.Prediction[1] = [3]float32{float32(math.Inf(1)), 0, 0}
	drawn := string(written(t, "a.svg", trajectory(picture)))
	for _, text := range []string{"1e+03 m", "not finite", "1 left the", "not finite)"} {
		require.True(t, strings.Contains(drawn, text), text)
	}
	film := turning(9)
	film.Prediction[6][1] = [3]float32{1e8, 0, 0}
	film.Truth = film.Truth[:8]
	drawn = string(written(t, "f.svg", Paths(film).Save))
	require.True(t, strings.Contains(drawn, "step 6, 1e+08 m"))
	require.True(t, strings.Contains(drawn, "ends at step"))
}

// TestTextsOfSVGKeepTheirWidths: in any font each text has the width of its own font.
func TestTextsOfSVGKeepTheirWidths(t *testing.T) {
	d := Curves(Axes{Title: "Wide <text titles", X: "step", Y: "error"}, []Series{{Name: "model", X: []float64{1, 2}, Y: []float64{1, 3}}})
	svg, err := d.SVG()
	require.NoError(t, err)
	texts := regexp.MustCompile(`(?s)<text textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs"[^>]*font-size:([\d.]+)px[^>]*>([^<]+)</text>`).FindAllStringSubmatch(string(svg), -1)
	require.Equal(t, strings.Count(string(svg), "<text "), len(texts))
	for _, text := range texts {
		width, err := strconv.ParseFloat(text[1], 64)
		require.NoError(t, err)
		size, err := strconv.ParseFloat(text[2], 64)
		require.NoError(t, err)
		face := font.DefaultCache.Lookup(sans(vg.Points(size)), vg.Points(size))
		require.InEpsilon(t, face.Width(html.UnescapeString(text[3])).Points(), width, 1e-3, text[3])
	}
}

// TestLabelsOfAxes are at the middle of their axes and not at an end of the page.
func TestLabelsOfAxes(t *testing.T) {
	d := Curves(Axes{Title: "errors", X: "epoch", Y: "loss"}, []Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1, 2}}})
	canvas := &page{width: d.width(), height: d.pageHeight()}
	d.render(canvas)
	var shift vg.Point
	found := map[string]vg.Point{}
	for _, action := range canvas.Actions {
		switch a := action.(type) {
		case *recorder.Translate:
			shift = a.Point
		case *recorder.FillString:
			found[a.String] = shift.Add(a.Point)
		}
	}
	for name, length := range map[string]vg.Length{"epoch": canvas.width, "loss": canvas.height} {
		require.InDelta(t, 0.45, float64(found[name].X/length), 0.1, name) // where it begins, along itself
	}
}

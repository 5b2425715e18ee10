package plot

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gmnc/system"

	"github.com/stretchr/testify/require"
)

var losses = []Series{
	{Name: "training", X: []float64{1, 2, 3, 4}, Y: []float64{0.5, 0.3, 0.1, 0.02}},
	{Name: "validation", X: []float64{2, 4}, Y: []float64{0.4, 0.03}},
}

var edgeTimes = []Series{
	{Name: "2 cores", X: []float64{1e3, 1e4, 1e6}, Y: []float64{400, 380, 410}},
	{Name: "one core", X: []float64{1e3, 1e4, 1e6}, Y: []float64{700, 710, 690}},
}

func onePicture() Picture {
	return Picture{
		Input:      [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 1}, {3, 1, 0}},
		Prediction: [][3]float32{{0.1, 0, 0}, {1.1, 0, 0}, {0.2, 2, 0}, {1.2, 2, 1}, {3.3, 1, 0}},
		Truth:      [][3]float32{{0.1, 0.1, 0}, {1.1, 0.1, 0}, {0.2, 2.2, 0}, {1.2, 2.1, 1}, {3.2, 1, 0}},
		Objects:    system.Objects{system.Stick.Of(0, 1), system.Hinge.Of(2, 3, 4)},
		Title:      "one stick, one hinge",
	}
}

// written makes a file in a new folder and returns its bytes.
func written(t *testing.T, name string, picture func(path string) error) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, picture(path))
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	return file
}

// learning draws series as a learning curve does.
func learning(series ...Series) *Drawing {
	return Curves(Axes{Title: "Learning curve", X: "epoch", Y: "loss", WholeX: true, LogY: true}, series)
}

func curve(series ...Series) func(string) error {
	return func(path string) error { return learning(series...).Save(path) }
}

func scaling(series ...Series) func(string) error {
	return func(path string) error { return TimePerEdge("time", series).Save(path) }
}

func trajectory(picture Picture) func(string) error {
	return func(path string) error { return Trajectory(picture).Save(path) }
}

// pixels counts the picture's pixels of a color.
func pixels(t *testing.T, file []byte, c color.Color) int {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	count := 0
	wanted := color.RGBAModel.Convert(c)
	rgba, ok := picture.(*image.RGBA)
	require.True(t, ok, "an opaque PNG")
	for i := 0; i < len(rgba.Pix); i += 4 {
		if wanted == (color.RGBA{R: rgba.Pix[i], G: rgba.Pix[i+1], B: rgba.Pix[i+2], A: rgba.Pix[i+3]}) {
			count++
		}
	}
	return count
}

// requireSaneDrawing checks that nothing is drawn at a place that is not finite
// or far outside the page, which would stop or stall drawing pixels.
func requireSaneDrawing(t *testing.T, picture func(path string) error) {
	t.Helper()
	require.NotRegexp(t, `(d|x|y)="[^"]*(NaN|Inf|e\+|\d{6})`, string(written(t, "odd.svg", picture)))
}

func TestPicturesAreWholeAndRepeatable(t *testing.T) {
	for name, picture := range map[string]func(string) error{
		"curve": curve(losses...), "trajectory": trajectory(onePicture()), "scaling": scaling(edgeTimes...),
	} {
		pixels := written(t, name+".PNG", picture)
		require.Equal(t, pixels, written(t, name+".png", picture))
		config, err := png.DecodeConfig(bytes.NewReader(pixels))
		require.NoError(t, err)
		require.InDelta(t, 1260, config.Width, 1) // 16 cm at 200 dots per inch
		require.Greater(t, config.Height, 700)

		drawing := written(t, name+".svg", picture)
		require.Equal(t, drawing, written(t, name+".svg", picture))
		decoder := xml.NewDecoder(bytes.NewReader(drawing))
		for err = nil; err == nil; {
			_, err = decoder.Token()
		}
		require.Equal(t, io.EOF, err)
	}
}

func TestEverySeriesIsSeen(t *testing.T) {
	both := written(t, "both.png", curve(losses...))
	require.Greater(t, pixels(t, both, blue), 1000)
	require.Greater(t, pixels(t, both, green), 500)
}

func TestGapsStayEmpty(t *testing.T) {
	epochs := []float64{1, 2, 3, 4, 5}
	whole := written(t, "a.png", curve(Series{Name: "s", X: epochs, Y: []float64{1, 1, 1, 1, 1}}))
	for _, gap := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		open := written(t, "b.png", curve(Series{Name: "s", X: epochs, Y: []float64{1, 1, gap, 1, 1}}))
		require.Less(t, pixels(t, open, blue), pixels(t, whole, blue)*3/4)
	}
}

func TestOddLossesAreDrawn(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, series := range map[string][]Series{
		"one point":       {{Name: "s", X: []float64{1}, Y: []float64{0.5}}},
		"zero and less":   {{Name: "s", X: []float64{1, 2, 3}, Y: []float64{0, -1, 5}}},
		"all zero":        {{Name: "s", X: []float64{1, 2}, Y: []float64{0, 0}}},
		"beyond float32":  {{Name: "s", X: []float64{1, 2, 3}, Y: []float64{1e-300, 1, 1e149}}},
		"subnormal":       {{Name: "s", X: []float64{1, 2}, Y: []float64{math.SmallestNonzeroFloat64, 1e-320}}},
		"greatest":        {{Name: "s", X: []float64{1, 2, 3}, Y: []float64{math.MaxFloat64, -math.MaxFloat64, 1}}},
		"close together":  {{Name: "s", X: []float64{1, 2}, Y: []float64{1e16, 1e16 + 2}}},
		"late epochs":     {{Name: "s", X: []float64{1e17}, Y: []float64{-1e17}}},
		"a lone value":    {{Name: "s", X: []float64{1, 2, 3}, Y: []float64{nan, 1, inf}}},
		"epochs unknown":  {{Name: "s", X: []float64{nan, 2, inf}, Y: []float64{1, 1, 1}}},
		"one never":       {{Name: "s", X: []float64{1, 2}, Y: []float64{nan, nan}}, losses[0]},
		"an empty series": {{Name: "s"}, losses[0]},
		"many series":     append(append(append([]Series{}, losses...), losses...), append(losses, losses...)...),
	} {
		t.Run(name, func(t *testing.T) { requireSaneDrawing(t, curve(series...)) })
	}
}

func TestOddPositionsAreDrawn(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, change := range map[string]func(*Picture){
		"lost prediction":   func(p *Picture) { p.Prediction[1] = [3]float32{nan, inf, -inf} },
		"far prediction":    func(p *Picture) { p.Prediction[1] = [3]float32{math.MaxFloat32, 0, 0} },
		"lost input, truth": func(p *Picture) { p.Input[0][0], p.Truth[3][2] = nan, inf },
		"largest positions": func(p *Picture) { p.Input[0][0], p.Truth[1][1] = math.MaxFloat32, -math.MaxFloat32 },
		"no objects":        func(p *Picture) { p.Objects = nil },
		"one particle": func(p *Picture) {
			*p = Picture{Input: p.Input[:1], Prediction: p.Prediction[:1], Truth: p.Input[:1]}
		},
		"far from the origin": func(p *Picture) {
			*p = Picture{Input: [][3]float32{{1e30, 0, 0}}, Prediction: [][3]float32{{1e30, 0, 0}}, Truth: [][3]float32{{1e30, 0, 0}}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			picture := onePicture()
			change(&picture)
			requireSaneDrawing(t, trajectory(picture))
		})
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	nan := float32(math.NaN())
	lost := [][3]float32{{nan, nan, nan}}
	changed := func(change func(*Picture)) func(string) error {
		picture := onePicture()
		change(&picture)
		return trajectory(picture)
	}
	for message, picture := range map[string]func(string) error{
		"no series has a finite loss at a":   curve(),
		"finite loss at a finite number of":  curve(Series{Name: "s", X: []float64{1}, Y: []float64{math.NaN()}}),
		`"s" has 1 places and 2 values`:      curve(Series{Name: "s", X: []float64{1}, Y: []float64{1, 2}}),
		"no series has a finite time per ed": scaling(),
		`"r" has 2 places and 1 values`:      scaling(Series{Name: "r", X: []float64{1, 2}, Y: []float64{1}}),
		"there are no particles":             trajectory(Picture{}),
		"have 5, 4 and 5 particles":          changed(func(p *Picture) { p.Prediction = p.Prediction[:4] }),
		"stick 0: there is no particle 5":    changed(func(p *Picture) { p.Objects.Of(system.Stick)[0][1] = 5 }),
		"hinge 0: there is no particle -1":   changed(func(p *Picture) { p.Objects.Of(system.Hinge)[0][0] = -1 }),
		"no input or true position":          trajectory(Picture{Input: lost, Prediction: [][3]float32{{1, 2, 3}}, Truth: lost}),
	} {
		path := filepath.Join(t.TempDir(), "picture.png")
		err := picture(path)
		require.ErrorContains(t, err, message)
		require.ErrorContains(t, err, path)
		require.NoFileExists(t, path)
	}
	require.EqualError(t, learning(losses...).Save("loss.pdf"), `cannot draw loss.pdf: no picture format has the extension ".pdf"; known are .png and .svg`)
	require.ErrorContains(t, Trajectory(onePicture()).Save(filepath.Join(t.TempDir(), "absent", "p.png")), "is the folder there")
	require.NoError(t, CheckFormat("p.svg"))
	require.ErrorContains(t, CheckFormat("p.pdf"), "no picture format")
}

// TestControlCharacters: characters that XML may not have are spaces.
func TestControlCharacters(t *testing.T) {
	drawing := Curves(Axes{Title: "a\x1b[31mname\x00\ufffe\uffff", X: "epoch", Y: "loss"}, losses)
	content := written(t, "curve.svg", drawing.Save)
	require.NotContains(t, string(content), "\x1b")
	for decoder := xml.NewDecoder(bytes.NewReader(content)); ; {
		_, err := decoder.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
}

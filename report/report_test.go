package report

import (
	"bytes"
	"encoding/json"
	"html"
	"math"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/internal/test/allclose"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/sim"
	"gmnc/system"
	"gmnc/train"
)

// fixture is the folder of trained, which all tests share.
var fixture string

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(fixture)
	os.Exit(code)
}

// trained makes a data set of every kind of objects, of three frames, and a run
// on it that returns true velocities.
func trained(t *testing.T) (folder, file string) {
	t.Helper()
	if fixture != "" {
		return filepath.Join(fixture, "runs", "one"), filepath.Join(fixture, "data.npz")
	}
	var err error
	fixture, err = os.MkdirTemp("", "gmnc-test-")
	require.NoError(t, err)
	composition, shapes, err := sim.ParseSystem("1 stick, 1 hinge, 1 chain(3), 1 body(3)")
	require.NoError(t, err)
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: composition, Shapes: shapes, Train: 2, Valid: 2, Test: 9, Frames: 3, Seed: 1}, nil)
	require.NoError(t, err)
	data.About.LengthUnit = "m</script>"
	folder, file = filepath.Join(fixture, "runs", "one"), filepath.Join(fixture, "data.npz")
	require.NoError(t, os.Mkdir(filepath.Dir(folder), 0o755))
	require.NoError(t, datasets.Write(file, data))
	info, err := run.DescribeData(file, data)
	require.NoError(t, err)
	options := run.DefaultOptions()
	options.Epochs, options.Batch, options.Velocity = 2, 4, 0.1
	_, err = train.Train(t.Context(), train.Job{Store: run.Folder(folder), Data: data, Engine: engines.Trainer(), Config: run.Config{
		Version: run.Version(), Training: &options, Data: info,
		Model: config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4},
	}})
	require.NoError(t, err)
	return folder, file
}

// made is a page about the best of the runs in a folder.
func made(t *testing.T, folder, file string, options Options) (*Report, string) {
	t.Helper()
	model, compared, err := Find(folder)
	require.NoError(t, err)
	subject, err := pictures.OpenSubject(model, file, "test")
	require.NoError(t, err)
	r, err := New(t.Context(), subject, compared, options)
	require.NoError(t, err)
	var page bytes.Buffer
	require.NoError(t, r.Write(&page))
	return r, page.String()
}

// drawn is the scene of a page.
func drawn(t *testing.T, page string) (s scene) {
	t.Helper()
	found := regexp.MustCompile(`(?s)<script type="application/json" id="scene">(.*?)</script>`).FindStringSubmatch(page)
	require.Len(t, found, 2)
	require.NoError(t, json.Unmarshal([]byte(found[1]), &s))
	return s
}

func TestThePage(t *testing.T) {
	folder, file := trained(t)
	r, page := made(t, filepath.Dir(folder), file, Options{Samples: 3})
	require.Len(t, r.Compared, 1)
	for _, row := range r.Rows() {
		require.Contains(t, page, row.Name)
		require.Contains(t, html.UnescapeString(page), row.Value)
	}
	s := drawn(t, page)
	require.Equal(t, "m</script>", s.Unit, "which is escaped, or the page ended there")
	require.Len(t, s.Samples, 3)
	least, largest := s.Samples[0], s.Samples[2]
	require.Less(t, least.RMSE, largest.RMSE)
	require.InDelta(t, least.RMSE*least.RMSE, minimum(r.Subject.Squared), 1e-12, "float64, squared again")
	kinds := map[string]int{}
	for _, bar := range least.Bars {
		kinds[bar.Look]++
	}
	require.Equal(t, map[string]int{"stick": 1, "hinge": 2, "tree": 2, "body": 3}, kinds)
	require.Len(t, least.Truth, 3, "frames")
	require.Len(t, least.Prediction, 3)
	require.Equal(t, least.Truth[0], least.Prediction[0], "the input")
	of := r.Subject.Samples[least.Number]
	require.Equal(t, of.TargetPosition[:3], least.Truth[1][0][:])
	errors, err := predict.PositionErrors([]system.Sample{of}, flat(least.Prediction[1]))
	require.NoError(t, err)
	require.InDelta(t, math.Sqrt(errors[0]), least.RMSE, 1e-12)

	require.NotRegexp(t, `(src|href)="`, page, "the page loads nothing")
	require.Contains(t, page, "default-src 'none'")
	require.Contains(t, page, "Copyright © 2010", "the licence of three.js")
	require.Contains(t, page, "Errors of particles")
	require.Contains(t, page, "Copyright (c) 2022 Leon Sorokin", "the licence of uPlot")
	require.Contains(t, page, `<script type="application/json" id="charts">[{"title":"Learning curve`)
	_, one := made(t, folder, file, Options{Samples: 3, Steps: 1})
	require.Len(t, drawn(t, one).Samples[0].Prediction, 2)
	_, again := made(t, folder, file, Options{Samples: 3, Steps: 1})
	require.Equal(t, one, again, "the same every time")
	_, alone := made(t, folder, "", Options{Samples: 1})
	require.Contains(t, alone, "Learning curve")
	require.NotContains(t, alone, "three.js")
}

// TestOneEpoch: a run with a single epoch has a sentence in place of curves of one dot, and a
// table of the constants that it has learned.
func TestOneEpoch(t *testing.T) {
	folder, file := trained(t)
	c, err := run.ReadConfig(run.Folder(folder))
	require.NoError(t, err)
	data, err := datasets.Read(file)
	require.NoError(t, err)
	c.Training.Epochs, c.Model.Integrator = 1, "rk4"
	c.Model.Learn = []config.Constant{{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{0.1}}}
	fitted := run.Folder(filepath.Join(t.TempDir(), "fitted"))
	_, err = train.Train(t.Context(), train.Job{Store: fitted, Data: data, Engine: engines.Trainer(), Config: c})
	require.NoError(t, err)
	_, page := made(t, fitted.String(), "", Options{Samples: 1})
	require.NotContains(t, page, "Learning curve")
	require.Contains(t, page, "The run has one epoch, so there is no learning curve.")
	require.Regexp(t, `<tr><td>damping</td><td class="number">[\d.e-]+`, page)

	_, several := made(t, folder, "", Options{Samples: 1})
	require.NotContains(t, several, "The run has one epoch")
	require.NotContains(t, several, `id="constants"`)
}

func minimum(values []float64) float64 {
	return values[spread(values, 1)[0]]
}

func flat(points []point) (flat []float32) {
	for _, p := range points {
		flat = append(flat, p[:]...)
	}
	return flat
}

func TestThePageThatRunsTheModel(t *testing.T) {
	folder, file := trained(t)
	r, page := made(t, folder, file, Options{Live: true})
	s := drawn(t, page)
	require.Len(t, s.Samples, 9)
	require.Equal(t, liveSteps, s.Live.Steps)
	for i, sample := range s.Samples {
		require.Equal(t, i, sample.Number)
		require.Len(t, sample.Prediction, 1, "the page predicts")
	}
	require.Len(t, s.Live.Batches, 1)
	inputs := s.Live.Batches[0].Inputs
	require.Len(t, inputs["sticks"], 9)
	require.Len(t, inputs["parents"], 9)

	runtime, model := t.TempDir(), []byte("an ONNX file")
	require.NoError(t, os.WriteFile(filepath.Join(runtime, runtimeFiles[0]), []byte("export {}"), 0o600))
	handler := r.Handler(model, runtime)
	get := func(host, path string) *httptest.ResponseRecorder {
		request, recorder := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
		request.Host = host
		handler.ServeHTTP(recorder, request)
		return recorder
	}
	for _, host := range []string{"127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "localhost.", "[::1]:8000"} {
		require.Equal(t, 200, get(host, "/").Code, host)
	}
	require.Equal(t, page, get("127.0.0.1", "/").Body.String())
	require.Equal(t, "text/html; charset=utf-8", get("127.0.0.1", "/").Header().Get("Content-Type"))
	require.Contains(t, get("127.0.0.1", "/").Header().Get("Content-Security-Policy"), "default-src 'none'")
	require.Equal(t, model, get("127.0.0.1", "/model.onnx").Body.Bytes())
	require.Equal(t, "application/octet-stream", get("127.0.0.1", "/model.onnx").Header().Get("Content-Type"))
	require.Equal(t, "text/javascript", get("127.0.0.1", "/live.js").Header().Get("Content-Type"))
	require.Contains(t, get("127.0.0.1", "/gmnc.js").Body.String(), "export async function load")
	require.Equal(t, "text/javascript", get("127.0.0.1", "/onnxruntime-web/ort.wasm.min.mjs").Header().Get("Content-Type"))
	require.Equal(t, 404, get("127.0.0.1", "/onnxruntime-web/").Code)
	require.Equal(t, 403, get("elsewhere.example", "/model.onnx").Code, "a name of others")
}

// TestPagesAreBounded: a page of more numbers than a browser opens is refused
// before they are computed.
func TestPagesAreBounded(t *testing.T) {
	folder, file := trained(t)
	subject, err := pictures.OpenSubject(folder, file, "test")
	require.NoError(t, err)
	_, err = New(t.Context(), subject, nil, Options{Samples: 3, Steps: mostNumbers})
	require.ErrorContains(t, err, "samples 3 would put")

	subject, err = pictures.OpenSubject(folder, file, "test")
	require.NoError(t, err)
	for len(subject.Samples)*len(subject.Samples[0].Position) < mostNumbers {
		subject.Samples = append(subject.Samples, subject.Samples...)
	}
	_, err = New(t.Context(), subject, nil, Options{Live: true})
	require.ErrorContains(t, err, "choose a data set of fewer samples")
	require.Empty(t, subject.Runtime, "nothing was predicted")
}

func TestNested(t *testing.T) {
	require.Equal(t, []any{[]any{[]int64{1, 2}, []int64{3, 4}}, []any{[]int64{5, 6}, []int64{7, 8}}},
		nested([]int64{1, 2, 3, 4, 5, 6, 7, 8}, []int{2, 2, 2}))
	require.Equal(t, []any{[]any{}, []any{}}, nested([]int64{}, []int{2, 0, 2}))
}

// TestAround: planes with normals of length 1, what is upright, and units of what acts.
func TestAround(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 1}}
	system.Planes.Set(&s, append([]float32{0, 3, 4, -2}, make([]float32, 20)...))
	system.Gravity.Set(&s, []float32{0, -2, 0})
	a := newAround(&s, plot.Axis{0, 2, 0}, 3)
	require.Len(t, a.Planes, 1)
	allclose.Within(t, []float64{0, 0.6, 0.8, -2}, append(a.Planes[0].Normal[:], a.Planes[0].Offset), 1e-12)
	require.Equal(t, &[3]float64{0, 1, 0}, a.Up)
	require.Len(t, a.Loads, 1)
	require.Nil(t, newAround(&system.Sample{Position: s.Position}, plot.NoAxis, 3).Up)
	require.Equal(t, "m/s²", acceleration(datasets.About{VelocityUnit: "m/s"}))
	require.Equal(t, "cm/frame²", acceleration(datasets.About{VelocityUnit: "cm a frame"}))
	require.Empty(t, acceleration(datasets.About{VelocityUnit: "natural units"}))
}

func TestSpread(t *testing.T) {
	errors := []float64{5, math.NaN(), 1, 4, math.Inf(1), 2, 3}
	require.Equal(t, []int{2, 6, 0}, spread(errors, 3))
	require.Equal(t, []int{2, 5, 6, 3, 0}, spread(errors, 9))
	require.Equal(t, []int{2}, spread(errors, 1))
	require.Empty(t, spread([]float64{math.NaN()}, 3))
}

func TestWhatMakesNoPage(t *testing.T) {
	_, _, err := Find(t.TempDir())
	require.ErrorContains(t, err, "is no run, and there is none in it")
	for options, want := range map[Options]string{{}: "samples 0 shows nothing", {Samples: 1, Steps: -1}: "steps -1 is impossible"} {
		_, err := New(t.Context(), nil, nil, options)
		require.ErrorContains(t, err, want)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if _, err = FindRuntime(); err == nil {
		t.Skip("the cache folder of this system is not named by XDG_CACHE_HOME")
	}
	require.ErrorContains(t, err, "scripts/fetch-onnxruntime-web.sh")
}

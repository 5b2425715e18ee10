package report

import (
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets/urdf"
	"gmnc/run"
	"gmnc/system"
)

// full is a writer that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("it is full") }

// TestPagesThatFail: a page whose template fails writes nothing, and a writer that fails is reported.
func TestPagesThatFail(t *testing.T) {
	fit := &Fit{Title: "a title", Scene: &scene{}}
	require.Equal(t, run.Version(), fit.Version())
	require.EqualError(t, fit.Write(full{}), "it is full")
	require.ErrorContains(t, write(io.Discard, "page.html", struct{}{}), "can't evaluate field Live")
	require.ErrorContains(t, write(io.Discard, "none.html", fit), `"none.html" is undefined`)
	require.PanicsWithError(t, "open none.js: file does not exist", func() { read("none.js") })
}

// TestRuntimeServed: the runtime's files have their kinds, for localhost, addresses and no other name.
func TestRuntimeServed(t *testing.T) {
	folder := t.TempDir()
	for _, name := range runtimeFiles {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600))
	}
	h := handler(pageOf{}, []string{"live.js"}, []byte("model"), folder, nil)
	get := func(host, path string) *httptest.ResponseRecorder {
		request, answer := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
		request.Host = host
		h.ServeHTTP(answer, request)
		return answer
	}
	for path, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/live.js": "text/javascript", "/gmnc.js": "text/javascript", "/model.onnx": "application/octet-stream",
		"/onnxruntime-web/ort.wasm.min.mjs": "text/javascript", "/onnxruntime-web/ort-wasm-simd-threaded.wasm": "application/wasm",
	} {
		answer := get("localhost:80", path)
		require.Equal(t, 200, answer.Code, path)
		require.Equal(t, kind, answer.Header().Get("Content-Type"), path)
		require.NotEmpty(t, answer.Body.String(), path)
	}
	require.Contains(t, get("[::1]", "/").Header().Get("Content-Security-Policy"), "frame-ancestors 'none'")
	refused := get("elsewhere.example:80", "/")
	require.Equal(t, 403, refused.Code)
	require.Equal(t, "this page is served under an address or as localhost, not as elsewhere.example\n", refused.Body.String())
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if _, err := os.UserCacheDir(); err != nil {
		_, found := FindRuntime()
		require.ErrorContains(t, found, "there is no folder for onnxruntime-web: ")
	}
}

// TestRestOfASmallRobot: the size of a robot is the largest distance of its particles from its first
// joint, also for one of millimeters, and a file that cannot be read is reported.
func TestRestOfASmallRobot(t *testing.T) {
	l := &links{Rest: []point{{0.01, 0, 0}, {0, 0.003, 0.004}}, Bodies: []link{{Axis: &[3]float64{0, 0, 1}}}}
	for off, refused := range map[float64]bool{0.9e-5: false, 1.1e-5: true} {
		err := sameRest(l, []string{"base"}, []urdf.Anchor{{Body: "base", Origin: [3]float64{off, 0, 0}}})
		require.Equal(t, refused, err != nil, "%g", off)
	}
	_, _, err := newRobot(filepath.Join(t.TempDir(), "none.urdf"), arm(), armNames)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = readBelow(filepath.Join(t.TempDir(), "none"), "a.stl", 1)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestSceneAround: a sample is drawn with what is around it, and seen from its own side.
func TestSceneAround(t *testing.T) {
	of := moving(2)
	system.Gravity.Set(&of, []float32{0, 0, -2})
	drawn := newScene(subjectOf(true, of), []int{0}, "z", 1).Samples[0]
	require.Equal(t, &[3]float64{0, 0, 1}, drawn.Up)
	require.NotEmpty(t, drawn.Loads)
	require.NotZero(t, drawn.View.Height)
	require.NotZero(t, drawn.View.Away)
}

// TestLiveIsBounded: the coordinates of all samples count, in the input, what it becomes, the line
// and later frames.
func TestLiveIsBounded(t *testing.T) {
	of := func(particles int) system.Sample {
		return system.Sample{Position: make([]float32, 3*particles), Velocity: make([]float32, 3*particles), Neighbors: make([]int64, particles)}
	}
	refused := func(trueVelocity bool, samples ...system.Sample) bool {
		s := subjectOf(trueVelocity)
		s.Samples = samples
		_, err := newLive(s)
		return err != nil
	}
	most := mostNumbers / (3 * 3) // of particles, by their coordinates alone
	require.True(t, refused(false, of(most+1)))
	require.True(t, refused(false, of(most/2+1), of(most/2+1)))
	require.False(t, refused(false, of(9)))
	require.Nil(t, laterTruth(&system.Sample{Position: make([]float32, 3)}, 3))
	known := moving(5)
	require.Len(t, laterTruth(&known, 3), 2)
	require.Len(t, laterTruth(&known, 9), 3)
	s := subjectOf(true, moving(4))
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn-ode", TrueVelocity: true}}})
	l, err := newLive(s)
	require.NoError(t, err)
	require.Equal(t, liveSteps, l.Steps)
	require.Empty(t, l.Batches[0].Frames)
}

package report

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestFitServesItsScripts: whatever a script of the page that learns imports is served, but for
// the runtime, which lies in a folder.
func TestFitServesItsScripts(t *testing.T) {
	handler := (&Fit{Scene: &scene{}}).Handler([]byte("model"), t.TempDir())
	get := func(path string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, request)
		return response
	}
	imports := regexp.MustCompile(`from "\./([a-z]+\.js)"`)
	seen := map[string]bool{"fit.js": true}
	for next := []string{"fit.js"}; len(next) > 0; next = next[1:] {
		response := get("/" + next[0])
		require.Equal(t, http.StatusOK, response.Code, next[0])
		for _, found := range imports.FindAllStringSubmatch(response.Body.String(), -1) {
			if !seen[found[1]] {
				seen[found[1]] = true
				next = append(next, found[1])
			}
		}
	}
	require.Greater(t, len(seen), 5)
	require.Contains(t, get("/").Body.String(), `src="fit.js"`)
}

// TestNewFit: the page has the constants with their first weights, the names and the inputs of a
// system, and the seconds of an interval. A model without constants, data of other inputs, and an
// interval without seconds are errors.
func TestNewFit(t *testing.T) {
	testenv.Engine(t, engines.ForFiles())
	about := datasets.About{Interval: "0.5 s", LengthUnit: "m", VelocityUnit: "m/s"}
	data := &datasets.Data{About: about, Train: fixtures.Samples(system.Composition{2}, 3, 1)}
	ofRun := func(learn ...config.Constant) *artifact.Model {
		c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Forces: config.NoForces, Integrator: config.Midpoint, Learn: learn}
		model, err := builder.New(c, false)
		require.NoError(t, err)
		options := run.PaperOptions()
		trained, err := run.New(run.Config{Model: c, Training: &options}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		return artifact.FromRun(trained)
	}
	gravity := config.Constant{Name: config.LearnedGravity, By: config.BySystem, Start: []float64{0, 0, -9}, Unit: 2}
	mass := config.Constant{Name: config.LearnedMass, By: config.ByParticle, Start: []float64{1, 3}, Labels: []string{"a", "b"}}
	model, err := deploy.StepFile(t.Context(), ofRun(gravity, mass))
	require.NoError(t, err)
	page, err := NewFit(model, data, "")
	require.NoError(t, err)
	require.Equal(t, &clock{0.5, "s"}, page.Scene.Interval)
	require.Equal(t, [2]string{"m", "m/s²"}, [2]string{page.Scene.Unit, page.Scene.Acceleration})
	fit := page.Scene.Fit
	require.Equal(t, 0.5, fit.Seconds)
	require.Equal(t, []string{"0", "1"}, fit.Names)
	require.Len(t, fit.Constants, 2)
	at, found := 0, 0
	for _, w := range fit.Weights {
		for _, c := range fit.Constants {
			if strings.HasSuffix(w.Name, c.Name) {
				require.Equal(t, at, c.At, c.Name)
				require.Equal(t, len(c.Start), w.Size)
				found++
			}
		}
		at += w.Size
	}
	require.Equal(t, 2, found)
	require.Nil(t, fit.Sample.Loads)
	require.Len(t, fit.Inputs["position"], 2)
	require.NotZero(t, fit.Sample.View.Height)

	about.Names = "left|right"
	named := *data
	named.About = about
	page, err = NewFit(model, &named, "")
	require.NoError(t, err)
	require.Equal(t, []string{"left", "right"}, page.Scene.Fit.Names)

	named.About.Interval = "5 ms"
	_, err = NewFit(model, &named, "")
	require.EqualError(t, err, `the interval of the data is "5 ms": recordings have seconds, so expected one such as 0.1 s`)
	named.Train = fixtures.Samples(system.Composition{3}, 3, 1)
	_, err = NewFit(model, &named, "")
	require.ErrorContains(t, err, "3")
	_, err = NewFit(ofRun(), data, "")
	require.ErrorContains(t, err, "it learns no constants")
}

// TestLoadsOfAFit: gravity may be learned, and is not drawn.
func TestLoadsOfAFit(t *testing.T) {
	s := fixtures.Samples(system.Composition{2}, 1, 1)[0]
	system.Gravity.Set(&s, []float32{0, 0, -9})
	f := fitting{}
	f.draw(&datasets.Data{Train: []system.Sample{s}}, &s, "z")
	require.Empty(t, f.Sample.Loads)
	require.Equal(t, &[3]float64{0, 0, 1}, f.Sample.Up)
}

package artifact

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestLoaded: a model is a run folder or a file, and what is neither is refused with the reason.
func TestLoaded(t *testing.T) {
	folder := t.TempDir()
	trained := law(t, 1, nil)
	trained.Metrics = run.MetricsAt(3, 0.25, 0, 0)
	require.NoError(t, trained.Write(run.Folder(filepath.Join(folder, "run"))))
	ofRun, err := Load(filepath.Join(folder, "run"))
	require.NoError(t, err)
	require.Nil(t, ofRun.File())
	require.Nil(t, ofRun.Bytes())
	require.Nil(t, ofRun.Inside())
	require.Equal(t, trained.Title(), ofRun.Title())
	file := filepath.Join(folder, "M.ONNX")
	require.NoError(t, os.WriteFile(file, fileOf(t, trained).Bytes(), 0o600))
	ofFile, err := Load(file)
	require.NoError(t, err)
	require.NotNil(t, ofFile.File())
	require.Equal(t, trained.Metrics, ofFile.run.Metrics)
	require.Equal(t, len(ofFile.Bytes()), func() int { info, _ := os.Stat(file); return int(info.Size()) }())
	other := filepath.Join(folder, "a.txt")
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	for path, want := range map[string]string{
		filepath.Join(folder, "none"):     "none does not exist: expected a model, which is a run folder or an .onnx file",
		filepath.Join(other, "in a file"): "cannot open the model ",
		other:                             "a.txt is neither a run folder nor an .onnx file",
		folder:                            "config.json",
	} {
		_, err := Load(path)
		require.ErrorContains(t, err, want)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "e.onnx"), nil, 0o600))
	_, err = Load(filepath.Join(folder, "e.onnx"))
	require.ErrorContains(t, err, "e.onnx: the file is empty")
}

// TestModelsOfOthers: a run of a model that another program registered is read and described, and is
// not built.
func TestModelsOfOthers(t *testing.T) {
	trained := law(t, 1, nil)
	trained.Config.Model.Model = "own"
	folder := filepath.Join(t.TempDir(), "run")
	require.NoError(t, trained.Write(run.Folder(folder)))
	m, err := Load(folder)
	require.NoError(t, err)
	_, err = m.Run()
	require.ErrorContains(t, err, "the model own is not built into this program, which has egnn, ")
	d, err := m.Describe("run")
	require.NoError(t, err)
	require.Equal(t, m.weights(), d.Parameters)
	require.Equal(t, "true velocities", m.VelocityKind())
	require.Empty(t, m.graphFacts())
	var text strings.Builder
	require.NoError(t, m.Inspect(&text, "run", true))
	require.Contains(t, text.String(), "  model     the model own is not built into this program")
	require.NotContains(t, text.String(), "module")
}

// TestOpenFor: a data set that lacks inputs of the model is refused before the model is opened.
func TestOpenFor(t *testing.T) {
	m := FromRun(law(t, 1, nil))
	samples := fixtures.Samples(system.Composition{2}, 1, 1)
	predictor, name, err := m.OpenFor(&datasets.Data{Train: samples}, "interpreter")
	require.NoError(t, err)
	require.Equal(t, "interpreter", name)
	require.NoError(t, predictor.Close())
	samples[0].Charge = nil
	_, _, err = m.OpenFor(&datasets.Data{Train: samples}, "interpreter")
	require.ErrorContains(t, err, "the model takes ")
}

// TestCompare: velocities are compared where they are true ones and all samples have targets.
func TestCompare(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 2, 1)
	for i := range samples {
		samples[i].TargetVelocity = samples[i].Velocity
	}
	var position, velocity []float32
	for _, s := range samples {
		position, velocity = append(position, s.TargetPosition...), append(velocity, s.Velocity...)
	}
	m := FromRun(law(t, 1, nil))
	found, err := m.Compare(samples, position, velocity)
	require.NoError(t, err)
	require.Zero(t, found.Position.Mean)
	require.Zero(t, found.Velocity.Mean)
	displaced := FromRun(law(t, 1, func(c *run.Config) { c.Model.TrueVelocity = false }))
	found, err = displaced.Compare(samples, position, velocity)
	require.NoError(t, err)
	require.True(t, math.IsNaN(found.Velocity.Mean))
	samples[1].TargetVelocity = nil
	found, err = m.Compare(samples, position, velocity)
	require.NoError(t, err)
	require.True(t, math.IsNaN(found.Velocity.Mean))
	_, err = m.Compare(samples, position[1:], velocity)
	require.ErrorContains(t, err, "the prediction has 5 coordinates, expected 6 for 2 samples")
}

// TestVelocitiesInWords: what a model returns as velocities, and whether it can be the next input.
func TestVelocitiesInWords(t *testing.T) {
	for _, c := range []struct {
		change          func(c *run.Config)
		want, predicted string
	}{
		{nil, "true velocities", "velocities one prediction interval later, which can be fed back as the next input velocity"},
		{func(c *run.Config) { c.Model.TrueVelocity = false }, "velocities after the last step, which were not part of the loss", "not part of the loss: do not feed them back"},
		{func(c *run.Config) {
			c.Model = config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2}
		}, "displacements by ", ", not velocities: do not feed them back"},
	} {
		trained := law(t, 1, c.change)
		require.Contains(t, FromRun(trained).VelocityKind(), c.want)
		require.Contains(t, predictedVelocity(trained), c.predicted)
	}
}

// TestMetadataRoundTrip: a file gives back the configuration, the data and the metrics of its run.
func TestMetadataRoundTrip(t *testing.T) {
	trained := law(t, 1, func(c *run.Config) {
		c.Source, c.Version = "origin.pt", run.Version()
		c.Data = &run.DataInfo{File: "d.npz", SHA256: "ab", LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s", Posed: true, Overlap: "half",
			Baseline: &run.Baseline{Name: "rest", Position: 2}, Ranges: system.MeasureRanges(fixtures.Samples(system.Composition{2}, 2, 1), nil)}
	})
	trained.Metrics = run.MetricsAt(3, 0.25, 0, 0)
	file := fileOf(t, trained)
	require.Equal(t, trained.Config, file.Config())
	require.Equal(t, trained.Metrics, file.run.Metrics)
	info, err := Info(trained)
	require.NoError(t, err)
	info.Metadata[baselineKey] = "{"
	data, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	_, err = FromFile(data)
	require.ErrorContains(t, err, "the error of its best baseline is damaged")

	for text, want := range map[string]string{`{"particles":0}`: "0 particles", `{"particles":1048577}`: "1048577 particles", `{"particle":1}`: `unknown field "particle"`, `{"particles":2,"neighbors":[5,1]}`: "neighbor"} {
		_, err = topologyIn(&export.File{Metadata: map[string]string{TopologyKey: text}})
		require.ErrorContains(t, err, "its topology is damaged (")
		require.ErrorContains(t, err, want)
	}
	none, err := topologyIn(&export.File{})
	require.NoError(t, err)
	require.Nil(t, none)
	_, err = certificateIn(&export.File{Metadata: map[string]string{CertificateKey: "{"}})
	require.ErrorContains(t, err, "its certificate is damaged")
	text, err := (&Certificate{Limited: "x"}).Text()
	require.NoError(t, err)
	require.True(t, json.Valid([]byte(text)))
}

// TestUnitsInFiles: fields, radii and spreads have the units of positions and velocities.
func TestUnitsInFiles(t *testing.T) {
	trained := law(t, 1, func(c *run.Config) {
		c.Data = &run.DataInfo{LengthUnit: "m", VelocityUnit: "m/s"}
		c.Model.Integrator, c.Model.Fields = config.RungeKutta4, []string{"force", "mass"}
	})
	units := Units(trained)
	require.Equal(t, "m", units["units.position"])
	require.Equal(t, "m/s", units["units.velocity"])
	require.Equal(t, "N, with masses in kg", units["units.force"])
	require.NotContains(t, units, "units.mass")
	require.NotContains(t, units, "units.position_spread")
	trained.Config.Model.Runs = 2
	units = Units(trained)
	require.Equal(t, []string{"m", "m/s"}, []string{units["units.position_spread"], units["units.velocity_spread"]})
	require.Equal(t, "gmn-ode, 2 runs: predicts by their mean", documented(trained.Config.Model))
	trained.Config.Model.TrueVelocity = false
	require.NotContains(t, Units(trained), "units.velocity_spread")
}

// TestGraphsInWords: the neighbors of the first sample are counted, and the fields and features of the
// data are listed.
func TestGraphsInWords(t *testing.T) {
	said := func(data *datasets.Data) string {
		var text strings.Builder
		describeGraph(&text, data, data.Train[0])
		return text.String()
	}
	s := fixtures.Samples(system.Composition{2}, 1, 1)[0]
	s.Charge = nil
	data := &datasets.Data{Train: []system.Sample{s}}
	require.Equal(t, "  graph     all pairs interact\n", said(data))
	data.Train[0].Neighbors = []int64{1, -1, 0, -1}
	data.NodeFeatures, data.EdgeFeatures = []string{"a", "b"}, []string{"c"}
	text := said(data)
	require.Contains(t, text, "  graph     2 edges from neighbors in 2 slots a particle (of the first sample)\n")
	require.Contains(t, text, "  nodes     features: a, b\n")
	require.Contains(t, text, "  edges     features: c\n")
	system.Gravity.Set(&data.Train[0], []float32{0, 0, -9})
	require.Contains(t, said(data), "  gravity   one per system\n")
	data.Train[0].Trajectory = &system.Trajectory{Given: system.Given{{Field: system.Gravity, Values: make([]float32, 3)}}}
	require.Contains(t, said(data), "  gravity   one per system, in every frame\n")
	require.Equal(t, "m", unitText("m"))
	require.Contains(t, unitText("knots of old"), "knots of old (no unit that is known")
	require.Equal(t, "a, b", namesOf(datasets.About{Names: datasets.Named([]string{"a", "b"})}))
	names := strings.Split(strings.Repeat("a,", mostListed)+"b", ",")
	require.Contains(t, namesOf(datasets.About{Names: datasets.Named(names)}), ", a and 1 more")
}

// TestImportOptions: a factor is finite, and a substitution has a pattern and what replaces it.
func TestImportOptions(t *testing.T) {
	one, nan, inf := 1., math.NaN(), math.Inf(-1)
	require.NoError(t, ImportOptions{CoordsWeight: &one, Rename: []string{"a.*=b", "c="}}.Validate())
	for _, wrong := range []*float64{&nan, &inf} {
		require.ErrorContains(t, ImportOptions{CoordsWeight: wrong}.Validate(), "expected a finite number")
	}
	for _, wrong := range []string{"a", "=b", "(=b"} {
		require.ErrorContains(t, ImportOptions{Rename: []string{wrong}}.Validate(), "expected OLD=NEW")
	}
}

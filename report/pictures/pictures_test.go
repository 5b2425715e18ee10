package pictures

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/plot"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// trained makes a small data set, whose samples begin at frames 3, 1 and 2,
// and a run on it.
func trained(t *testing.T) (folder, file string, data *datasets.Data) {
	t.Helper()
	job := nbody.Config{System: system.Composition{1, 1}, Train: 4, Valid: 2, Test: 3, Seed: 1}
	data, _, err := nbody.Simulate(t.Context(), job, nil)
	require.NoError(t, err)
	data.Origins = map[string]datasets.Origin{"test": {Starts: []int64{3, 1, 2}}}
	parent := t.TempDir()
	folder, file = filepath.Join(parent, "run"), filepath.Join(parent, "data.npz")
	require.NoError(t, datasets.Write(file, data))
	options := run.DefaultOptions()
	options.Epochs, options.Batch = 2, 4
	_, err = train.Train(t.Context(), train.Job{Store: run.Folder(folder), Data: data, Engine: engines.Trainer(), Config: run.Config{
		Version: run.Version(), Training: &options,
		Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4},
	}})
	require.NoError(t, err)
	return folder, file, data
}

func TestDraw(t *testing.T) {
	folder, file, data := trained(t)
	job := Job{Model: folder, Split: "test", Sample: 2, Folder: filepath.Join(t.TempDir(), "pictures")}
	requireFiles := func(names ...string) {
		t.Helper()
		files, err := Draw(job)
		require.NoError(t, err)
		var want []string
		for _, name := range names {
			want = append(want, filepath.Join(job.Folder, name+".png"), filepath.Join(job.Folder, name+".svg"))
		}
		require.Equal(t, want, files)
		for _, file := range files {
			require.FileExists(t, file)
		}
	}
	requireFiles("learning_curve")
	_, err := Draw(job)
	require.ErrorContains(t, err, "learning_curve.png already exists")
	job.Data, job.Replace = file, true
	requireFiles("learning_curve", "error_over_particles", "error_over_samples", "error_over_time", "error_map", "error_over_distance", "displacements", "length_changes", "test_sample_2")

	position, velocity, err := predictions(folder, data.Test)
	require.NoError(t, err)
	job.Model = filepath.Join(t.TempDir(), "out.npz")
	require.NoError(t, datasets.WritePrediction(job.Model, position, velocity, []int64{3, 3, 3}))
	job.Beside = []string{folder}
	requireFiles("error_over_particles", "error_over_samples", "error_over_time", "error_map", "error_over_distance", "displacements", "length_changes", "test_sample_2", "test_sample_2_beside")
	picture, err := os.ReadFile(filepath.Join(job.Folder, "test_sample_2_beside.svg"))
	require.NoError(t, err)
	for _, text := range []string{"test sample 2 of data.npz", "out.npz", "run: gmn, ", "change of lengths"} {
		require.Contains(t, string(picture), text)
	}
}

// TestRecordingsHaveAPanelEach: twelve lines in one picture would repeat their styles.
func TestRecordingsHaveAPanelEach(t *testing.T) {
	s := &Subject{Split: "test", Squared: []float64{1, 2, 3, 4}, Straight: []float64{2, 3, 4, 5}}
	drawn := svg(t, s.overTime(datasets.Origin{Cases: []int64{7, 3}, Starts: []int64{5, 1, 2, 9}}, "error"))
	require.Contains(t, drawn, ">recording 7<")
	require.Contains(t, drawn, ">recording 3<")
	require.Equal(t, 1, strings.Count(drawn, ">"+plot.StraightLine+"<"), "one legend for all")
}

// TestDrawAPredictionFarAway: pictures that can be drawn are, beside the
// error of one that cannot.
func TestDrawAPredictionFarAway(t *testing.T) {
	folder, file, data := trained(t)
	position, velocity, err := predictions(folder, data.Test)
	require.NoError(t, err)
	for i := range 3 * data.Test[0].Particles() {
		position[i] = float32(math.NaN())
	}
	job := Job{Model: filepath.Join(t.TempDir(), "out.npz"), Data: file, Split: "test", Sample: 1, Folder: t.TempDir()}
	require.NoError(t, datasets.WritePrediction(job.Model, position, velocity, []int64{3, 3, 3}))
	files, err := Draw(job)
	require.ErrorContains(t, err, "error_over_particles.png: no RMSE is finite")
	require.Len(t, files, 12, "over samples, over time, where, displacements, and one sample")
}

// TestConversion: predictions of the same data in another unit have the same
// errors, in theirs.
func TestConversion(t *testing.T) {
	folder, file, _ := trained(t)
	same, err := NewSubject(t.Context(), folder, file, "test")
	require.NoError(t, err)
	s, err := OpenSubject(folder, file, "test")
	require.NoError(t, err)
	inMeters, err := run.Read(run.Folder(folder))
	require.NoError(t, err)
	inMeters.Config.Data = &run.DataInfo{LengthUnit: "m", VelocityUnit: "m a frame"}
	s.Model, s.Data.About = artifact.FromRun(inMeters), datasets.About{LengthUnit: "cm", VelocityUnit: "cm a frame"}
	for i := range s.Samples {
		for _, values := range [][]float32{s.Samples[i].Position, s.Samples[i].Velocity, s.Samples[i].TargetPosition} {
			for k := range values {
				values[k] *= 100
			}
		}
	}
	s.Conversion, err = s.Model.Conversion(s.Data)
	require.NoError(t, err)
	require.NoError(t, s.Predict(t.Context()))
	for i, want := range same.Squared {
		require.InEpsilon(t, 1e4*want, s.Squared[i], 1e-4)
	}
}

func predictions(folder string, samples []system.Sample) (position, velocity []float32, err error) {
	model, err := artifact.Load(folder)
	if err != nil {
		return nil, nil, err
	}
	predictor, _, err := model.Open("native")
	if err != nil {
		return nil, nil, err
	}
	defer predictor.Close()
	return predictor.Predict(samples)
}

func TestWhatCannotBeDrawn(t *testing.T) {
	folder, file, data := trained(t)
	short := filepath.Join(t.TempDir(), "short.npz")
	require.NoError(t, datasets.WritePrediction(short, data.Test[0].Position, data.Test[0].Velocity, []int64{3}))
	damaged := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(damaged, "metrics.csv"), []byte("epoch,loss\n"), 0o600))
	for message, job := range map[string]Job{
		"is no run's metrics":                                                             {Model: damaged, Data: file, Split: "test"},
		"shows nothing: name the data set":                                                {Model: file},
		"has no test sample 3: sample is 0 to 2":                                          {Model: folder, Data: file, Split: "test", Sample: 3},
		`no split is called "all"`:                                                        {Model: folder, Data: file, Split: "all"},
		"x is missing: gmnc predict -o writes":                                            {Model: file, Data: file, Split: "test"},
		"x has shape [1 3 3], expected [3 samples, 3 ":                                    {Model: short, Data: file, Split: "test"},
		"absent does not exist: expected a model, which is a run folder or an .onnx file": {Model: "absent", Data: file, Split: "test"},
		"absent": {Model: folder, Data: file, Split: "test", Beside: []string{"absent"}},
	} {
		job.Folder = filepath.Join(t.TempDir(), "pictures")
		_, err := Draw(job)
		require.ErrorContains(t, err, message)
		require.NoDirExists(t, job.Folder)
	}
}

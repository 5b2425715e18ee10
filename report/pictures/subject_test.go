package pictures

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// ofRun is a model of random weights.
func ofRun(t *testing.T, c config.Config) *artifact.Model {
	t.Helper()
	c.Model, c.Form, c.Layers, c.Hidden, c.Messages = "gmn-ode", config.Published, 1, 4, config.NoMessages
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, fixtures.Weights(model, 5, 300)))
	require.NoError(t, err)
	return artifact.FromRun(trained)
}

// TestRadiiOfASubject: a model with radii has them for each particle with what they cover, and others have none.
func TestRadiiOfASubject(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 3, 1)
	subject := func(c config.Config) *Subject {
		return &Subject{Model: ofRun(t, c), Data: &datasets.Data{Test: samples}, Samples: slices.Clone(samples)}
	}
	s := subject(config.Config{})
	require.NoError(t, s.run(t.Context()))
	require.Nil(t, s.Radius)
	require.Nil(t, s.Coverage)
	var features []config.RadiusFeature
	for _, name := range []string{"deflection", "acceleration", "jerk", "speed", "closeness", "particles"} {
		features = append(features, config.RadiusFeature{Name: name, Soft: 1, High: 1})
	}
	ranged := config.Config{Radius: &config.Radius{Level: 0.9, Time: 0.1, Features: features, Position: &config.RadiusHead{Weights: make([]float64, len(features))}, System: 1}}
	s = subject(ranged)
	require.NoError(t, s.run(t.Context()))
	require.Len(t, s.Position, 3*6)
	require.Len(t, s.Radius, 6)
	require.Equal(t, 0.9, s.Coverage.Level)
	require.Equal(t, 6, s.Coverage.Particles)
	s = subject(ranged)
	s.Samples[1].TargetPosition = nil
	require.ErrorContains(t, s.run(t.Context()), "sample 1")
}

// TestDamagedSubjects: predictions of other samples are refused.
func TestDamagedSubjects(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 2, 1)
	s := &Subject{Data: &datasets.Data{Test: samples}, Samples: samples, Position: make([]float32, 12)}
	require.NoError(t, s.Predict(t.Context()))
	require.Len(t, s.Squared, 2)
	require.Len(t, s.Straight, 2)
	s.Position = s.Position[:9]
	require.ErrorContains(t, s.Predict(t.Context()), "9")
	s.Data = nil
	require.NoError(t, s.Predict(t.Context()), "there is nothing to predict")
}

// TestUnitOfASubject is that of the data, or else of the data of the training.
func TestUnitOfASubject(t *testing.T) {
	s := &Subject{}
	require.Empty(t, s.Unit())
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}}})
	require.Empty(t, s.Unit())
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}, Data: &run.DataInfo{LengthUnit: "cm"}}})
	require.Equal(t, "cm", s.Unit())
	s.Data = &datasets.Data{About: datasets.About{LengthUnit: "m (measured)"}}
	require.Equal(t, "m", s.Unit())
	require.Equal(t, 6, (&Subject{Samples: fixtures.Samples(system.Composition{1}, 3, 1)}).Start(2))
}

// written is a run with weights as they were drawn, in a folder, on a data set in a file.
func written(t *testing.T) (folder, file string) {
	t.Helper()
	folder, file = filepath.Join(t.TempDir(), "drawn"), filepath.Join(t.TempDir(), "data.npz")
	samples := fixtures.Samples(system.Composition{2}, 6, 1)
	for i := range samples {
		samples[i].TargetVelocity = samples[i].Velocity
	}
	data := &datasets.Data{Train: samples[:2], Valid: samples[2:4], Test: samples[4:], About: datasets.About{LengthUnit: "m", VelocityUnit: "m/s"}}
	require.NoError(t, datasets.Write(file, data))
	info, err := run.DescribeData(file, data)
	require.NoError(t, err)
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, TrueVelocity: true}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c, Data: info, Training: &run.Options{}}, run.WithShapes(model, fixtures.Weights(model, 5, 1)))
	require.NoError(t, err)
	require.NoError(t, trained.Write(run.Folder(folder)))
	return folder, file
}

// TestOpenedSubjects: a subject has the titles of its model and of its data, its epochs, and constant velocity on the
// validation samples of its training, if these are the ones.
func TestOpenedSubjects(t *testing.T) {
	folder, file := written(t)
	s, err := OpenSubject(folder, "", "test")
	require.NoError(t, err)
	require.Equal(t, "drawn: gmn-ode", s.Title)
	require.Empty(t, s.File)
	require.Nil(t, s.Data)
	require.NoError(t, run.WriteMetrics(run.Folder(folder), []run.Epoch{{Epoch: 1, Train: 1, Valid: 1}}))
	s, err = NewSubject(t.Context(), folder, file, "test")
	require.NoError(t, err)
	require.Equal(t, "data.npz", s.File)
	require.Equal(t, "native", s.Runtime)
	require.Len(t, s.Epochs, 1)
	require.Len(t, s.Samples, 2)
	require.Len(t, s.Squared, 2)
	require.InDelta(t, StraightError(s.Data.Valid, nil), s.ValidStraight, 1e-12)
	require.Empty(t, s.Limits)
	other := filepath.Join(t.TempDir(), "other.npz")
	data := *s.Data
	data.About.Source = "another file"
	require.NoError(t, datasets.Write(other, &data))
	s, err = OpenSubject(folder, other, "test")
	require.NoError(t, err)
	require.True(t, math.IsNaN(s.ValidStraight))
	_, err = OpenSubject(folder, filepath.Join(t.TempDir(), "none.npz"), "test")
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = OpenSubject(folder, file, "none")
	require.ErrorContains(t, err, file+": no split is called")
	_, err = OpenSubject(filepath.Join(t.TempDir(), "none"), file, "test")
	require.ErrorContains(t, err, "does not exist")
}

// TestJobs: a job is refused before it writes anything, and what it draws does not replace files unless it is asked to.
func TestJobs(t *testing.T) {
	folder, file := written(t)
	job := Job{Model: folder, Split: "test", Folder: filepath.Join(t.TempDir(), "pictures")}
	_, err := Draw(job)
	require.ErrorContains(t, err, folder+" alone shows nothing: name the data set that it predicts, too")
	job.Data = file
	for _, sample := range []int{-1, 2} {
		job.Sample = sample
		_, err = Draw(job)
		require.ErrorContains(t, err, "sample is 0 to 1")
	}
	job.Sample = 0
	refused := errors.New("another unit")
	job.Domain = func(*Subject) error { return refused }
	_, err = Draw(job)
	require.ErrorIs(t, err, refused)
	require.NoDirExists(t, job.Folder)
	require.NoError(t, os.MkdirAll(job.Folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(job.Folder, "test_sample_0.svg"), nil, 0o600))
	job.Domain = nil
	_, err = Draw(job)
	require.ErrorContains(t, err, "test_sample_0.svg already exists: name another folder with output, or replace it with force")
	require.NoFileExists(t, filepath.Join(job.Folder, "displacements.svg"))
	s, err := NewSubject(t.Context(), folder, file, "test")
	require.NoError(t, err)
	job.Beside = []string{folder}
	beside, err := job.beside(s)
	require.NoError(t, err)
	drawn := svg(t, beside)
	require.Contains(t, drawn, "lengths: m, root mean squared error of constant velocity")
	require.Equal(t, 2, strings.Count(drawn, ">drawn: gmn-ode<"))
	job.Domain = func(*Subject) error { return refused }
	_, err = job.beside(s)
	require.ErrorIs(t, err, refused)
}

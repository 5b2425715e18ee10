package pictures

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// rolesOf returns the names of the lines of a chart with their roles.
func rolesOf(chart plot.Chart) map[string]plot.Role {
	roles := map[string]plot.Role{}
	for _, line := range chart.Series {
		for _, role := range []plot.Role{plot.Truth, plot.Prediction, plot.Input, plot.Straight} {
			if c := role.Color(); line.Color == fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) {
				roles[line.Name] = role
			}
		}
	}
	return roles
}

// subject returns a subject of predictions without errors, with epochs of a run.
func subject(epochs int) *Subject {
	samples := fixtures.Samples(system.Composition{2}, 3, 1)
	s := &Subject{Title: "run", File: "data.npz", Split: "test", Samples: samples, ValidStraight: math.NaN(),
		Data: &datasets.Data{Test: samples, About: datasets.About{LengthUnit: "m", Up: "y"}}, Squared: []float64{1, 4, 9}, Straight: []float64{4, 9, 16}}
	for i := range epochs {
		s.Epochs = append(s.Epochs, run.Epoch{Epoch: i + 1, Train: 1, Valid: 1})
	}
	for _, sample := range samples {
		s.Position = append(s.Position, sample.TargetPosition...)
	}
	s.Line = predict.Baseline{Position: s.Position}
	return s
}

// names returns the names of figures.
func names(figures []Figure) (all []string) {
	for _, f := range figures {
		all = append(all, f.Name)
	}
	return all
}

// TestFiguresOfASubject: a single epoch has a learning curve, and errors are drawn over time if it is known when each
// sample begins and there are two samples of a recording at least.
func TestFiguresOfASubject(t *testing.T) {
	require.NotContains(t, names(subject(0).Figures()), learningCurve)
	require.Equal(t, learningCurve, subject(1).Figures()[0].Name)
	s := subject(1)
	s.Data = nil
	require.Equal(t, []string{learningCurve}, names(s.Figures()))
	for _, c := range []struct {
		origin datasets.Origin
		drawn  bool
	}{
		{datasets.Origin{Starts: []int64{1, 2, 3}}, true},
		{datasets.Origin{Starts: []int64{1, 2}}, false},
		{datasets.Origin{Cases: []int64{1, 2, 3}, Starts: []int64{1, 2, 3}}, false},
	} {
		s := subject(0)
		s.Data.Origins = map[string]datasets.Origin{"test": c.origin}
		require.Equal(t, c.drawn, slices.Contains(names(s.Figures()), overTime), "%v", c.origin)
	}
	one := subject(0)
	one.Samples, one.Squared, one.Straight = one.Samples[:1], one.Squared[:1], one.Straight[:1]
	one.Data.Origins = map[string]datasets.Origin{"test": {Starts: make([]int64, 1)}}
	require.NotContains(t, names(one.Figures()), overTime)
	require.True(t, Figure{Name: "learning_curve"}.OverEpochs())
	require.True(t, Figure{Name: "constants"}.OverEpochs())
	require.False(t, Figure{Name: "error_map"}.OverEpochs())
}

// TestRolesOfFigures: predictions and constant velocity have their colors in each figure.
func TestRolesOfFigures(t *testing.T) {
	s := subject(0)
	s.Data.Origins = map[string]datasets.Origin{"test": {Starts: []int64{4, 5, 6}}}
	both := map[string]plot.Role{"model": plot.Prediction, plot.StraightLine: plot.Straight}
	want := map[string]map[string]plot.Role{
		overSamples: both, overTime: both, overDistance: both,
		displacements: {"coordinates of particles": plot.Prediction, "the truth": plot.Truth},
	}
	for _, f := range s.Figures() {
		if roles := want[f.Name]; roles != nil {
			_, charts := f.Drawing.Charts()
			require.Len(t, charts, 1)
			require.Equal(t, roles, rolesOf(charts[0]), f.Name)
			delete(want, f.Name)
		}
	}
	require.Empty(t, want)
}

// TestTitlesOfLearningCurves name the data of the training, and the loss if it is another than the error.
func TestTitlesOfLearningCurves(t *testing.T) {
	s := subject(2)
	_, charts := s.LearningCurve().Charts()
	require.Equal(t, "Learning curve\nrun", charts[0].Title)
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}, Data: &run.DataInfo{File: "trained.npz"}}})
	_, charts = s.LearningCurve().Charts()
	require.Equal(t, "Learning curve\nrun, trained.npz", charts[0].Title)
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn"}, Training: &run.Options{Velocity: 2}}})
	title, charts := s.LearningCurve().Charts()
	require.Equal(t, "Learning curve\nrun", title)
	require.Equal(t, "Training loss: velocities times 2", charts[1].Title)
}

// TestASampleInSpace has a title with its errors, the unit of the data, and what is upright in them.
func TestASampleInSpace(t *testing.T) {
	s := subject(0)
	drawn := svg(t, s.Sample(1, "auto"))
	for _, text := range []string{"run, test sample 1", "data.npz, root mean squared error 2 m (", ": 3)"} {
		require.Contains(t, drawn, text)
	}
	picture := s.picture(1, "auto")
	require.Equal(t, plot.YAxis, picture.Up)
	require.Equal(t, "m", picture.Unit)
	heading, err := s.heading(2)
	require.NoError(t, err)
	require.Contains(t, heading, "run\nroot mean squared error 3\nchange of lengths ")
}

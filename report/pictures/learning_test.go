package pictures

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// svg is a picture as text.
func svg(t *testing.T, drawing *plot.Drawing) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "picture.svg")
	require.NoError(t, drawing.Save(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// TestTheCourseOfConstants: each kind of constant is a panel, with a line for each value.
func TestTheCourseOfConstants(t *testing.T) {
	row := func(epoch int, masses ...float64) run.Epoch {
		e := run.Epoch{Epoch: epoch, Constants: []run.FoundConstant{{Name: "gravity", Of: "z", Value: -9}}}
		for i, m := range masses {
			e.Constants = append(e.Constants, run.FoundConstant{Name: "mass", Of: []string{"0", "1"}[i], Value: m})
		}
		return e
	}
	rows := []run.Epoch{row(1, 1, 1), row(2, 1, 2)}
	kinds, courses := coursesOf(rows)
	require.Equal(t, []string{"gravity", "mass"}, kinds)
	require.Equal(t, plot.Series{Name: "mass of 1", X: []float64{1, 2}, Y: []float64{1, 2}}, courses[1][1])
	s := &Subject{Epochs: rows}
	require.Contains(t, svg(t, s.constants()), "mass of 1")
	require.Nil(t, (&Subject{Epochs: []run.Epoch{{Epoch: 1}}}).constants())
}

func TestTheLearningCurveHasTheStraightLine(t *testing.T) {
	sample := system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{2, 3, 0}}
	straight := StraightError([]system.Sample{sample}, nil)
	require.InDelta(t, 3, straight, errorTolerance, "it reaches (2, 0, 0)")
	l := Learning{Title: "Learning curve", Unit: "m", Epochs: []run.Epoch{{Epoch: 1, Train: 1, Valid: 2}, {Epoch: 2, Train: 1, Valid: 1}}, Straight: straight}
	drawn := svg(t, LearningCurve(l))
	require.Contains(t, drawn, plot.StraightLine)
	require.Contains(t, drawn, "RMSE of positions, m")
	require.NotContains(t, drawn, "Training loss")
	l.Loss = LossOf(&run.Options{Loss: run.Huber, Velocity: 0.5, Reverse: true})
	require.Equal(t, "Huber's loss of positions, velocities times 0.5, samples backwards in time", l.Loss)
	require.Contains(t, svg(t, LearningCurve(l)), "Training loss: Huber", "it is no error of positions, and has an axis of its own")
	paper := run.PaperOptions()
	l.Loss = LossOf(&paper)
	require.Empty(t, l.Loss)
	l.Straight = math.NaN()
	require.NotContains(t, svg(t, LearningCurve(l)), plot.StraightLine)
	require.True(t, math.IsNaN(StraightError(nil, nil)))
	require.True(t, math.IsNaN(StraightError([]system.Sample{sample}, &run.Options{Unroll: 2})), "validation is of two steps")
	sample.Potential = new(system.Potential)
	require.True(t, math.IsNaN(StraightError([]system.Sample{sample}, nil)), "a model of energies has another error")
}

// TestRoots: a line of mean squared errors becomes one of their roots, and stays as it was.
func TestRoots(t *testing.T) {
	squared := plot.Series{Name: "validation", X: []float64{1, 2}, Y: []float64{4, 9}}
	require.Equal(t, plot.Series{Name: "validation", X: []float64{1, 2}, Y: []float64{2, 3}}, roots(squared))
	require.Equal(t, []float64{4, 9}, squared.Y)
	l := Learning{Title: "Learning curve", Epochs: []run.Epoch{{Epoch: 1, Train: 1, Valid: 4}, {Epoch: 2, Train: 1, Valid: 9}}, Straight: 16}
	_, charts := LearningCurve(l).Charts()
	for i, want := range []string{"[1 1]", "[2 3]", "[4 4]"} { // training, validation and constant velocity
		require.Equal(t, want, fmt.Sprint(charts[0].Series[i].Y))
	}
}

// TestEpochsWithoutValidation: an epoch without a validation is in the line of the training alone.
func TestEpochsWithoutValidation(t *testing.T) {
	lines := FromEpochs([]run.Epoch{{Epoch: 1, Train: 3, Valid: math.NaN()}, {Epoch: 2, Train: 2, Valid: 1}})
	require.Equal(t, []float64{1, 2}, lines[0].X)
	require.Equal(t, []float64{3, 2}, lines[0].Y)
	require.Equal(t, []float64{2}, lines[1].X)
	require.Equal(t, []float64{1}, lines[1].Y)
}

// TestLosses: a loss is described by all that parts it from the error of positions.
func TestLosses(t *testing.T) {
	for want, options := range map[string]run.Options{
		"":                           {Unroll: 1},
		"Huber's loss of positions":  {Loss: run.Huber},
		"Cauchy's loss of positions": {Loss: run.Cauchy},
		"changes of lengths times 3": {Lambda: 3},
		"2 steps":                    {Unroll: 2},
		"inputs with noise 0.5":      {Noise: 0.5},
		"objects perturbed by mass":  {Perturb: "mass"},
		"velocities times 2, samples backwards in time": {Velocity: 2, Reverse: true},
	} {
		require.Equal(t, want, LossOf(&options))
	}
	sample := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: []float32{3, 0, 0}}
	require.InDelta(t, 3, StraightError([]system.Sample{sample}, &run.Options{Unroll: 1}), 1e-12)
}

// TestNamesOfCurves: the error of a training is named as what it is, and another loss has its own name.
func TestNamesOfCurves(t *testing.T) {
	l := Learning{Title: "Learning curve", Epochs: []run.Epoch{{Epoch: 1, Train: 1, Valid: 1}, {Epoch: 2, Train: 1, Valid: 1}}, Straight: 1}
	_, charts := LearningCurve(l).Charts()
	require.Equal(t, "training, of all steps of the epoch", charts[0].Series[0].Name)
	require.Equal(t, map[string]plot.Role{"validation": plot.Prediction, plot.StraightLine: plot.Straight}, rolesOf(charts[0]))
	l.Loss = "2 steps"
	_, charts = LearningCurve(l).Charts()
	require.Equal(t, "training loss", charts[1].Series[0].Name)
}

// TestProgress: the epoch of the lowest validation error is named if there was a validation.
func TestProgress(t *testing.T) {
	s := &Subject{Data: &datasets.Data{About: datasets.About{LengthUnit: "m"}}, Epochs: []run.Epoch{{Epoch: 3, Valid: math.NaN()}}}
	require.Equal(t, "The run has finished epoch 3. The predictions on this page are of the weights that the run had when the page was opened.", s.Progress())
	s.Epochs = []run.Epoch{{Epoch: 1, Valid: 4}, {Epoch: 2, Valid: 4}, {Epoch: 3, Valid: 9}}
	require.Contains(t, s.Progress(), "finished epoch 3; its validation error is lowest in epoch 1: root mean squared error 2 m.")
	s.Path = filepath.Join(t.TempDir(), "none")
	again, err := s.Again()
	require.NoError(t, err)
	require.Empty(t, again.Epochs)
	require.Len(t, s.Epochs, 3)
}

// TestSizesOfPanels: panels are 16 cm wide in points of a 72nd of an inch, and as high as their rows need.
func TestSizesOfPanels(t *testing.T) {
	pattern := regexp.MustCompile(`<svg width="([0-9.]+)pt" height="([0-9.]+)pt"`)
	size := func(d *plot.Drawing) string { return strings.Join(pattern.FindStringSubmatch(svg(t, d))[1:], " by ") }
	epochs := []run.Epoch{{Epoch: 1, Train: 1, Valid: 1, Constants: []run.FoundConstant{{Name: "mass", Value: 1}}}, {Epoch: 2, Train: 1, Valid: 1}}
	require.Equal(t, "453.54 by 265.56", size((&Subject{Epochs: epochs}).constants()))
	require.Equal(t, "453.54 by 463.98", size(LearningCurve(Learning{Title: "Learning curve", Epochs: epochs, Loss: "2 steps"})))
	one := []float64{1, 2}
	require.Equal(t, "453.54 by 407.29", size(Course("log", []Torques{{Joint: "a", Unit: "N m", Time: one, Measured: one, Smoothed: one, Model: one}})))
	s := Subject{Data: &datasets.Data{}, Samples: []system.Sample{turning()}}
	require.Equal(t, "453.54 by 237.21", size(s.joints(0, checks.LinksOf(&s.Samples[0]), [][]float32{at(0), at(1)}, [][]float32{at(0), at(1)})))
	require.Equal(t, "453.54 by 407.29", size(Rollout{Drifts: []predict.Drift{{}, {Step: 1}}}.Errors()))
	require.Equal(t, "453.54 by 747.45", size(Rollout{Samples: s.Samples, Drifts: []predict.Drift{{}, {Step: 1}}}.drift()))
}

// TestRootsOfTrainings: the error of a training is drawn as a root, and another loss as it is, below the validation.
func TestRootsOfTrainings(t *testing.T) {
	l := Learning{Title: "Learning curve", Epochs: []run.Epoch{{Epoch: 1, Train: 4, Valid: 9}, {Epoch: 2, Train: 4, Valid: 9}}, Straight: math.NaN()}
	_, charts := LearningCurve(l).Charts()
	require.EqualValues(t, 2, charts[0].Series[0].Y[0])
	l.Loss = "2 steps"
	_, charts = LearningCurve(l).Charts()
	require.Equal(t, "Validation", charts[0].Title)
	require.EqualValues(t, 4, charts[1].Series[0].Y[0])
}

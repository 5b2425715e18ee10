package report

import (
	"context"
	"errors"
	"html/template"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
)

// moving is a sample of one particle whose truth is known in some frames, in which it is at its
// number.
func moving(frames int) system.Sample {
	s := system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{1, 0, 0}}
	path := &system.Trajectory{Particles: 1, Velocities: make([]float64, 3*frames)}
	for i := range frames {
		path.Positions = append(path.Positions, float64(i), 0, 0)
	}
	return s.Along(path)
}

// subjectOf is a subject of samples, predicted to stay where they are, by a model whose velocities
// are true ones or not.
func subjectOf(trueVelocity bool, samples ...system.Sample) *pictures.Subject {
	s := &pictures.Subject{
		Model: artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn-ode", TrueVelocity: trueVelocity}}}),
		Data:  &datasets.Data{About: datasets.About{Interval: "0.5 s", LengthUnit: "m", VelocityUnit: "m/s"}}, Samples: samples,
	}
	for i := range samples {
		s.Position, s.Line.Position = append(s.Position, samples[i].Position...), append(s.Line.Position, samples[i].TargetPosition...)
		s.Squared, s.Straight = append(s.Squared, 4), append(s.Straight, 9)
	}
	return s
}

// TestRollSteps: pages roll out as far as the truth is known, and no farther than 200 steps unless
// they are told to. Without true velocities there is one step.
func TestRollSteps(t *testing.T) {
	short, long := moving(4), moving(mostSteps+3)
	first := []int{0}
	require.Equal(t, 3, rollSteps(subjectOf(true, short, long), first, 0))
	require.Equal(t, 200, rollSteps(subjectOf(true, long), first, 0))
	require.Equal(t, 3, rollSteps(subjectOf(true, long, short), []int{1}, 0))
	require.Equal(t, 500, rollSteps(subjectOf(true, long), first, 500))
	require.Equal(t, 1, rollSteps(subjectOf(false, long), first, 0))
	require.Equal(t, 1, rollSteps(subjectOf(false, long), first, 500))
	require.Equal(t, 1, rollSteps(subjectOf(true, long), nil, 0))
}

// TestNewScene: each chosen sample has its own input, truth, prediction, baseline, errors and radii.
func TestNewScene(t *testing.T) {
	other := moving(2)
	other.Position, other.TargetPosition = []float32{5, 0, 0}, []float32{6, 0, 0}
	s := subjectOf(true, moving(2), other)
	s.Radius = []float32{0.25, 0.5}
	sc := newScene(s, []int{1}, "", 1)
	require.Equal(t, &clock{0.5, "s"}, sc.Interval)
	require.Equal(t, "m/s²", sc.Acceleration)
	require.Len(t, sc.Samples, 1)
	drawn := sc.Samples[0]
	require.Equal(t, 1, drawn.Number)
	require.Equal(t, [][]point{{{5, 0, 0}}, {{6, 0, 0}}}, drawn.Truth)
	require.Equal(t, [][]point{{{5, 0, 0}}, {{5, 0, 0}}}, drawn.Prediction)
	require.Equal(t, []point{{6, 0, 0}}, drawn.Straight)
	require.Equal(t, [2]float64{2, 3}, [2]float64{drawn.RMSE, drawn.Line})
	require.Equal(t, [][]float32{{0.5}}, drawn.Radii)
	require.Equal(t, []string{"stick"}, []string{newScene(withBar(), []int{0}, "", 1).Samples[0].Bars[0].Look})
	s.Data.About.Interval = ""
	require.Nil(t, newScene(s, []int{1}, "", 1).Interval)
}

// withBar is a subject of one stick.
func withBar() *pictures.Subject {
	return subjectOf(true, system.Sample{
		Position: make([]float32, 6), Velocity: make([]float32, 6), TargetPosition: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)},
	})
}

// TestFramesOfAScene: a frame is added to each sample that is not lost, with the truth as far as it
// is known, and so are radii.
func TestFramesOfAScene(t *testing.T) {
	samples := []system.Sample{moving(2), moving(4), moving(4)}
	sc := &scene{Samples: make([]sample, 3)}
	frame := predict.Frame{Step: 2, Position: []float32{1, 1, 1, 2, 2, 2, 3, 3, 3}}
	sc.add(samples, frame, []bool{false, true, false})
	sc.widen(samples, []float32{1, 2, 3}, []bool{false, true, false})
	require.Equal(t, [][]point{{{1, 1, 1}}}, sc.Samples[0].Prediction)
	require.Empty(t, sc.Samples[0].Truth)
	require.Equal(t, sample{}, sc.Samples[1])
	require.Equal(t, [][]point{{{3, 3, 3}}}, sc.Samples[2].Prediction)
	require.Equal(t, [][]point{{{2, 0, 0}}}, sc.Samples[2].Truth)
	require.Equal(t, [][]float32{{1}}, sc.Samples[0].Radii)
	require.Equal(t, [][]float32{{3}}, sc.Samples[2].Radii)
	require.NoError(t, sc.roll(t.Context(), nil, nil, 1), "one step is predicted already")
}

// TestNewLive: a page that runs the model has the inputs of all samples, and steps where velocities
// are true ones. Inputs that change are given for each step.
func TestNewLive(t *testing.T) {
	first, second := pushed(4), pushed(4)
	s := subjectOf(true, first, second)
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn-ode", TrueVelocity: true, Fields: []string{"torque"}, PerFrame: []string{"torque"}}}})
	l, err := newLive(s)
	require.NoError(t, err)
	require.Equal(t, 3, l.Steps)
	require.Len(t, l.Batches, 1)
	require.Equal(t, 2, l.Batches[0].Count)
	require.Contains(t, l.Batches[0].Inputs, "position")
	require.Len(t, l.Batches[0].Frames["torque"], 3)
	l, err = newLive(subjectOf(false, first, second))
	require.NoError(t, err)
	require.Zero(t, l.Steps)
	require.Empty(t, l.Batches[0].Frames)
}

// TestNewLiveScene: the page predicts, so a sample has its input alone, and the truth as far as it
// is known.
func TestNewLiveScene(t *testing.T) {
	l := &live{Steps: 3}
	sc := newLiveScene(subjectOf(true, moving(9), moving(3)), l, "")
	require.Same(t, l, sc.Live)
	require.Len(t, sc.Samples, 2)
	require.Equal(t, []int{0, 1}, []int{sc.Samples[0].Number, sc.Samples[1].Number})
	require.Equal(t, [][]point{{{0, 0, 0}}}, sc.Samples[0].Prediction)
	require.Zero(t, sc.Samples[0].RMSE)
	require.Equal(t, [][]point{{{0, 0, 0}}, {{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}}, sc.Samples[0].Truth)
	require.Len(t, sc.Samples[1].Truth, 3)
}

// TestOfOne: the inputs of one system have no axis of systems, and whole numbers stay whole.
func TestOfOne(t *testing.T) {
	inputs := liveInputs([]system.Sample{withBar().Samples[0]}, nil)
	require.Equal(t, []any{[]float32{0, 0, 0}, []float32{0, 0, 0}}, ofOne(inputs["position"]))
	require.Equal(t, []any{[]int64{0, 1}}, ofOne(inputs["sticks"]))
	require.Equal(t, []any{[]any{[]int64{0, 1}}}, nestedTensor(inputs["sticks"]))
}

// TestSurroundings: what stands upright has the length 1, and pins are where their particles are.
func TestSurroundings(t *testing.T) {
	s := moving(2)
	system.Pinned.Set(&s, []float32{1})
	a := newAround(&s, plot.Axis{0, 0, -3}, 1)
	require.Equal(t, &[3]float64{0, 0, -1}, a.Up)
	require.Equal(t, []point{{0, 0, 0}}, a.Pins)
	for unit, want := range map[string]string{"m": "", "/s": "", "m/s": "m/s²", "m/": "", "": ""} {
		require.Equal(t, want, acceleration(datasets.About{VelocityUnit: unit}), unit)
	}
}

// TestPartsOfReports: a page without data has no rows, no scene and no title of data, and one whose
// samples are all lost draws nothing.
func TestPartsOfReports(t *testing.T) {
	r := &Report{Subject: &pictures.Subject{Title: "one"}}
	require.Equal(t, "one", r.Title())
	require.Nil(t, r.Rows())
	require.Nil(t, r.Scene())
	require.False(t, r.Live())
	r.Subject.File = "d.npz"
	require.Equal(t, "one, on d.npz", r.Title())
	r.scene = &scene{}
	require.Nil(t, r.Scene())
	require.False(t, r.Live())
	r.scene = &scene{Samples: make([]sample, 1), Live: &live{}}
	require.Same(t, r.scene, r.Scene())
	require.True(t, r.Live())
	for epochs, one := range map[int]bool{0: false, 1: true, 2: false} {
		r.Subject.Epochs = make([]run.Epoch, epochs)
		require.Equal(t, one, r.OneEpoch(), "%d", epochs)
	}
	r.notes, r.lost = []string{"a"}, 3
	require.Equal(t, []string{"a"}, r.Notes())
	require.Equal(t, 3, r.Lost())
	require.Equal(t, run.Version(), r.Version())
	require.Equal(t, "-", rmse(math.Inf(1)))
}

// TestEmbedded: a picture is in the page without what begins a file, and one that cannot be drawn is
// named with the reason.
func TestEmbedded(t *testing.T) {
	require.Equal(t, template.HTML("<svg>a</svg>"), embedded("a", []byte("<?xml?><svg>a</svg>"), nil))
	require.Equal(t, template.HTML("<svg/>"), embedded("a", []byte("<svg/>"), nil))
	require.Equal(t, template.HTML("text"), embedded("a", []byte("text"), nil))
	require.Equal(t, template.HTML("<p>There is no picture a: 1 &lt; 2</p>"), embedded("a", nil, errors.New("1 < 2")))
}

// ofRun is a model of random weights.
func ofRun(t *testing.T, c config.Config) *artifact.Model {
	t.Helper()
	c.Model, c.Form, c.Layers, c.Hidden, c.TrueVelocity = "gmn-ode", config.Published, 1, 4, true
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, fixtures.Weights(model, 5, 1)))
	require.NoError(t, err)
	return artifact.FromRun(trained)
}

// ofTwo is a subject of a system and of one that leaves the range of float32 in its first step.
func ofTwo(t *testing.T, c config.Config) *pictures.Subject {
	t.Helper()
	samples := fixtures.Samples(system.Composition{2}, 2, 1)
	for k := range samples[1].Position {
		samples[1].Position[k], samples[1].Velocity[k], samples[1].TargetPosition[k] = 3e38, 3e38, 0
	}
	return &pictures.Subject{Title: "one", Path: "one", Split: "test", File: "d.npz", Model: ofRun(t, c), Data: &datasets.Data{Test: samples}, Samples: samples}
}

// TestRolledScene: a system is shown from the second step on, unless it is lost before.
func TestRolledScene(t *testing.T) {
	s := ofTwo(t, config.Config{})
	sc := &scene{Samples: make([]sample, 2)}
	require.NoError(t, sc.roll(t.Context(), s, []int{0, 1}, 3))
	require.Len(t, sc.Samples[0].Prediction, 2)
	require.Empty(t, sc.Samples[1].Prediction)
	require.Empty(t, sc.Samples[0].Radii)
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn-ode", NodeFeatures: []string{"z"}}}})
	require.ErrorContains(t, sc.roll(t.Context(), s, []int{0}, 2), "z")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, sc.roll(ended, ofTwo(t, config.Config{}), []int{0}, 2), context.Canceled)
}

// TestRolledRadii: radii are shown for the steps for which they were calibrated.
func TestRolledRadii(t *testing.T) {
	radius := &config.Radius{Level: 0.9, Time: 1, System: 1, Steps: []config.RadiusStep{{Position: 1, Velocity: 1, System: 1}, {Position: 2, Velocity: 2, System: 2}}}
	for _, name := range (config.Config{}).RadiusFeatures() {
		radius.Features = append(radius.Features, config.RadiusFeature{Name: name, Soft: 1, Low: -9, High: 9})
	}
	radius.Position = &config.RadiusHead{Weights: make([]float64, len(radius.Features))}
	radius.Velocity = radius.Position
	s := ofTwo(t, config.Config{Radius: radius})
	sc := &scene{Samples: make([]sample, 1)}
	require.NoError(t, sc.roll(t.Context(), s, []int{0}, 4))
	require.Len(t, sc.Samples[0].Prediction, 3)
	require.Len(t, sc.Samples[0].Radii, 1, "of the second step")
}

// TestLostSamples: a page counts the samples whose prediction is not finite, and draws the others.
func TestLostSamples(t *testing.T) {
	r, err := New(t.Context(), ofTwo(t, config.Config{}), nil, Options{Samples: 2, Steps: 1})
	require.NoError(t, err)
	require.Equal(t, 1, r.Lost())
	require.Len(t, r.scene.Samples, 1)
	require.Equal(t, 0, r.scene.Samples[0].Number)
}

// TestComparedRuns: two runs and more are compared in the first picture. Pictures over epochs are left out for a single epoch.
func TestComparedRuns(t *testing.T) {
	epochs := []run.Epoch{{Epoch: 1, Train: 1, Valid: 1}, {Epoch: 2, Train: 1, Valid: 1}}
	compared := []pictures.Compared{{Path: "a", Epochs: epochs}, {Path: "b", Epochs: epochs}}
	for _, c := range []struct {
		runs, epochs int
		want         []string
	}{{0, 0, nil}, {1, 2, []string{"learning_curve"}}, {2, 2, []string{"runs", "learning_curve"}}, {2, 1, []string{"runs"}}} {
		r := &Report{Subject: &pictures.Subject{Title: "one", Epochs: epochs[:c.epochs]}, Compared: compared[:c.runs]}
		require.NoError(t, r.draw(t.Context()))
		var names []string
		for _, f := range r.Figures() {
			names = append(names, f.Name)
			require.Contains(t, string(f.SVG), "<svg")
			require.NotEmpty(t, f.Charts)
		}
		require.Equal(t, c.want, names)
	}
}

// TestUnknownModels: a model that this program lacks has no constants, and a path that is no folder of runs is that of a model.
func TestUnknownModels(t *testing.T) {
	r := &Report{Subject: &pictures.Subject{Model: artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "none"}}})}}
	require.Empty(t, r.Constants())
	file := filepath.Join(t.TempDir(), "model.onnx")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, path := range []string{file, filepath.Join(t.TempDir(), "absent")} {
		model, compared, err := Find(path)
		require.NoError(t, err)
		require.Equal(t, path, model)
		require.Empty(t, compared)
	}
}

// TestWhatReportsSay: a page has the description of its model, no certificate of a run, and rows of radii where they were
// measured. It holds as many numbers as a browser opens.
func TestWhatReportsSay(t *testing.T) {
	s := ofTwo(t, config.Config{})
	r, err := New(t.Context(), s, nil, Options{Samples: 2, Steps: 1})
	require.NoError(t, err)
	require.Contains(t, r.Description(), "one: gmn-ode, ")
	certificate, err := r.Certificate()
	require.NoError(t, err)
	require.Empty(t, certificate)
	rows := r.Rows()
	require.NotEmpty(t, rows)
	s.Coverage = &conformal.Measured{Coverage: conformal.Coverage{Level: 0.9}}
	require.Equal(t, append(rows, s.Coverage.Table("")...), r.Rows())
	_, err = New(t.Context(), ofTwo(t, config.Config{}), nil, Options{Samples: 2, Steps: mostNumbers})
	require.ErrorContains(t, err, "samples 1 would put")
	require.ErrorContains(t, err, "and it holds at most 5000000: choose fewer samples or steps")
	s = ofTwo(t, config.Config{})
	s.Data = nil
	r, err = New(t.Context(), s, nil, Options{Samples: 2})
	require.NoError(t, err)
	require.Nil(t, r.Scene())
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = New(ended, ofTwo(t, config.Config{}), nil, Options{Samples: 2})
	require.ErrorIs(t, err, context.Canceled)
	_, err = New(t.Context(), nil, nil, Options{})
	require.ErrorContains(t, err, "samples 0 shows nothing")
}

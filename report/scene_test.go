package report

import (
	"errors"
	"html/template"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/predict"
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

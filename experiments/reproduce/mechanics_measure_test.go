package reproduce

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// TestMarkersAlone: with Markers only particles without mass count.
func TestMarkersAlone(t *testing.T) {
	s := system.Sample{Position: make([]float32, 9)}
	system.Mass.Set(&s, []float32{1, 0, 0})
	x := []float32{9, 9, 9, 1, 0, 0, 0, 2, 0}
	require.InDelta(t, 2.5, markerDistances(protocol.Rollout{Markers: true}, &s, s.Position, x), 1e-12)
	require.InDelta(t, 248./3, markerDistances(protocol.Rollout{}, &s, s.Position, x), 1e-12)
}

// TestFarthest: gravity is compared as a vector, and masses as ratios where no force sets their scale.
func TestFarthest(t *testing.T) {
	constant := func(name, of string, value float64, fixed ...string) run.FoundConstant {
		return run.FoundConstant{Name: name, Of: of, Value: value, Fixed: append(fixed, "")[0]}
	}
	mass := func(of string, value float64, fixed ...string) run.FoundConstant {
		return constant(config.LearnedMass, of, value, fixed...)
	}
	gravity := func(of string, value float64) run.FoundConstant { return constant(config.LearnedGravity, of, value) }
	truth := map[string]map[string]float64{
		config.LearnedMass: {"0": 2, "1": 4}, config.LearnedGravity: {"x": 3, "y": 4}, config.LearnedDamping: {"0": 8},
	}
	for _, c := range []struct {
		found []run.FoundConstant
		want  float64
	}{
		{nil, 0},
		{[]run.FoundConstant{mass("0", 3), mass("1", 4.4)}, 0.5},
		{[]run.FoundConstant{mass("0", 1), mass("1", 4.4)}, 0.5},
		{[]run.FoundConstant{mass("0", 5, "it is fixed"), mass("1", 5), mass("2", 9)}, 0.25},
		{[]run.FoundConstant{mass("0", 4, "no known force sets it"), mass("1", 8)}, 0},
		{[]run.FoundConstant{mass("0", 4, "no known force sets it"), mass("1", 6)}, 0.25},
		{[]run.FoundConstant{gravity("x", 6), gravity("y", 8)}, 1},
		{[]run.FoundConstant{gravity("x", 3.3), gravity("y", 3.6)}, 0.1},
		{[]run.FoundConstant{gravity("x", 0)}, 1},
		{[]run.FoundConstant{constant(config.LearnedDamping, "0", 6), mass("0", 2.2), gravity("y", 4.4)}, 0.25},
		{[]run.FoundConstant{constant(config.LearnedDamping, "0", 8.8), mass("0", 2.4)}, 0.2},
	} {
		require.InDelta(t, c.want, farthest(c.found, truth), 1e-12, "%+v", c.found)
	}
}

// TestTruthOf: bodies have the sum of their particles' masses, and one damping.
func TestTruthOf(t *testing.T) {
	s := system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9)}
	system.Mass.Set(&s, []float32{1, 2, 4})
	system.Gravity.Set(&s, []float32{0, 5, -9})
	data := &datasets.Data{Train: []system.Sample{s}}
	free := map[string]map[string]float64{
		config.LearnedMass: {"particle 0": 1, "particle 1": 2, "particle 2": 4}, config.LearnedGravity: {"x": 0, "y": 5, "z": -9},
	}
	require.Equal(t, free, truthOf(data))
	first := &data.Train[0]
	joints := []system.Joint{{Parent: -1, Members: []int{0, 1}, Axis: [3]float64{1, 0, 0}, Damping: 0.5}, {Parent: 0, Members: []int{2}, Axis: [3]float64{1, 0, 0}, Damping: 0.25}}
	require.NoError(t, first.Join(make([]float32, 9), joints))
	free[config.LearnedMass]["0"], free[config.LearnedMass]["1"] = 3, 4
	free[config.LearnedDamping] = map[string]float64{"0": 0.5, "1": 0.25}
	require.Equal(t, free, truthOf(data))
	system.TurnDamping.Set(first, nil)
	delete(free, config.LearnedDamping)
	require.Equal(t, free, truthOf(data))
}

// TestRelativeTo: pinned particles do not count, and each float32 is taken as it is.
func TestRelativeTo(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), TargetPosition: []float32{3, 0, 0, 9, 9, 9}, TargetVelocity: []float32{0, 4, 0, 9, 9, 9}}
	x, v := []float32{1, 0, 0, 8, 8, 8}, []float32{0, 2, 0, 8, 8, 8}
	require.InDelta(t, math.Sqrt(14.)/math.Sqrt(16+36+6*17*17), relativeTo(&s, 1, x, v), 1e-12)
	system.Pinned.Set(&s, []float32{0, 1})
	require.InDelta(t, math.Sqrt(8.)/math.Sqrt(52), relativeTo(&s, 1, x, v), 1e-12)
}

// moved predicts the same velocities, and positions that are further in x by a number. It fails if
// that is negative.
type moved struct {
	predict.Predictor
	by float32
}

func (m moved) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for _, s := range samples {
		for k, x := range s.Position {
			if k%3 == 0 {
				x += m.by
			}
			position = append(position, x)
		}
		velocity = append(velocity, s.Velocity...)
	}
	if m.by < 0 {
		err = errors.New("it moves back")
	}
	return position, velocity, err
}

// TestOverRollout: the geometric mean over frames and systems, or the distances in the last frame.
func TestOverRollout(t *testing.T) {
	resting := func(x float64) system.Sample {
		positions := []float64{x, 0, 0, x, 0, 0, x, 0, 0}
		return system.Sample{Position: []float32{float32(x), 0, 0}, Velocity: make([]float32, 3), Trajectory: &system.Trajectory{Particles: 1, Positions: positions, Velocities: make([]float64, 9)}}
	}
	one := []system.Sample{resting(1)}
	for _, c := range []struct {
		m       protocol.Rollout
		by      float32
		samples []system.Sample
		want    float64
	}{
		{protocol.Rollout{Frames: 1}, 1, one, 1. / 3},
		{protocol.Rollout{Frames: 2}, 1, one, math.Sqrt(1. / 3 * 2 / 4)},
		{protocol.Rollout{Frames: 1}, 1, []system.Sample{resting(1), resting(2)}, math.Sqrt(1. / 3 * 1 / 5)},
		{protocol.Rollout{Frames: 2}, 0, one, 1. / (1 << 24)},
		{protocol.Rollout{Frames: 2, Last: true}, 1, one, 2},
		{protocol.Rollout{Frames: 2, Last: true}, 0, one, 0},
		{protocol.Rollout{Frames: 2, Last: true}, 1, []system.Sample{resting(1), resting(5)}, 2},
		{protocol.Rollout{Frames: 2, Last: true, Coordinates: true}, 3, one, 6 / math.Sqrt(3)},
	} {
		off, err := overRollout(t.Context(), c.m, moved{by: c.by}, c.samples, nil)
		require.NoError(t, err)
		require.InEpsilon(t, 1+c.want, 1+off, 1e-9, "%+v", c.m)
	}
	_, err := overRollout(t.Context(), protocol.Rollout{Frames: 1}, moved{by: -1}, one, nil)
	require.ErrorContains(t, err, "it moves back")
}

// TestModelOfOtherData: a model that takes what the data of a cell lack is not measured on them.
func TestModelOfOtherData(t *testing.T) {
	c := config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2, NodeFeatures: []string{"size"}}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Model: c}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	r := &runner{data: &corpus.Store{Folder: t.TempDir()}}
	result := &protocol.Result{Run: "one", Cell: protocol.Cell{Test: oneCellTable().Columns[0].Data}}
	require.ErrorContains(t, r.test(t.Context(), trained, result), "one: the model takes ")
}

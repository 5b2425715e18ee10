package predict

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestStraightLine: of one particle that moves by 2 and one by 4 in the
// time in which both are to move by 1 each, T is (1*2 + 1*4) / (1 + 1) = 3, and
// both are off by 1.
func TestStraightLine(t *testing.T) {
	samples := []system.Sample{
		{Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{2, 0, 0}},
		{Position: []float32{1, 1, 1}, Velocity: []float32{0, -1, 0}, TargetPosition: []float32{1, -3, 1}},
	}
	line, err := StraightLine(samples)
	require.NoError(t, err)
	require.Equal(t, 3.0, line.Time)
	require.Equal(t, []float32{3, 0, 0, 1, -2, 1}, line.Position)
	require.InDelta(t, 1.0/3, line.Errors.Position.Mean, 1e-12)
	require.InDelta(t, (4.0+16)/6, line.Rest, 1e-12)
}

// TestStraightLineOfWhatRests stays where it was.
func TestStraightLineOfWhatRests(t *testing.T) {
	line, err := StraightLine([]system.Sample{{Position: []float32{1, 2, 3}, Velocity: make([]float32, 3), TargetPosition: []float32{1, 2, 5}}})
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2, 3}, line.Position)
}

// TestAccelerated: what falls alike is met by the baseline of the training samples.
func TestAccelerated(t *testing.T) {
	falling := func(v float32) system.Sample {
		return system.Sample{Position: []float32{0, 0, 9}, Velocity: []float32{v, 1, 0}, TargetPosition: []float32{2 * v, 2, 7}}
	}
	training := []system.Sample{falling(1), falling(-1), falling(3)}
	require.InDelta(t, 0, Accelerated(training, []system.Sample{falling(5)}), 1e-12)
	require.True(t, math.IsNaN(Accelerated(nil, training)))
}

// TestBestBaseline: the baseline of the least error is named, unless that is no number.
func TestBestBaseline(t *testing.T) {
	for want, errors := range map[string][3]float64{
		"the constant-velocity baseline x + vT": {1, 1, 1}, "rest": {1, 0.9, 0.9}, "constant acceleration": {1, 0.9, 0.8},
	} {
		line := Baseline{Rest: errors[1]}
		line.Errors.Position.Mean = errors[0]
		name, mean := line.Best(errors[2])
		require.Equal(t, want, name)
		require.Equal(t, min(errors[0], errors[1], errors[2]), mean)
	}
	line := Baseline{Rest: 2}
	line.Errors.Position.Mean = 1
	name, _ := line.Best(math.NaN())
	require.Equal(t, "the constant-velocity baseline x + vT", name)

	resting := []system.Sample{{Position: []float32{1, 2, 3}, Velocity: make([]float32, 3), TargetPosition: []float32{1, 2, 5}}}
	name, mean := BestBaseline(resting, resting)
	require.Equal(t, "constant acceleration", name)
	require.Zero(t, mean)
	name, _ = BestBaseline(nil, nil)
	require.Empty(t, name)
	resting[0].TargetPosition = nil
	name, _ = BestBaseline(nil, resting)
	require.Empty(t, name)
}

// TestConstantAcceleration: a time and a displacement of all particles are found in the training samples, and their error is that
// on others.
func TestConstantAcceleration(t *testing.T) {
	of := func(off float32, velocity ...float32) system.Sample {
		s := system.Sample{Velocity: velocity}
		for k, v := range velocity {
			x := float32(k)
			s.Position = append(s.Position, x)
			s.TargetPosition = append(s.TargetPosition, x+2*v+[]float32{1, -2, 3}[k%3])
		}
		s.TargetPosition[2] += off
		return s
	}
	training := []system.Sample{of(0, 1, 0, 2, -1, 3, 0), of(0, 0, 5, 1, 2, 2, -4), of(0, 3, 1, 1)}
	require.InDelta(t, 0, Accelerated(training, training), 1e-9)
	require.InDelta(t, 0.09/3, Accelerated(training, []system.Sample{of(0.3, 7, 8, 9)}), 1e-6)
	require.InDelta(t, 0.09/6, Accelerated(training, []system.Sample{of(0.3, 7, 8, 9, 1, 1, 1)}), 1e-6)
	require.True(t, math.IsNaN(Accelerated(nil, training)))
	name, mean := BestBaseline(training, training)
	require.Equal(t, "constant acceleration", name)
	require.InDelta(t, 0, mean, 1e-9)
	name, mean = BestBaseline(nil, nil)
	require.Empty(t, name)
	require.Zero(t, mean)
}

package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestLoadsOfJointedSystems: fields that say how a system is jointed stay as they are, and are zeros where all joints
// slide or all turn; all others are drawn.
func TestLoadsOfJointedSystems(t *testing.T) {
	s := &system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Objects: system.Objects{system.Body.Of(0, 1)}}
	turns := []float32{0, 0, 1, 0, 0, 1}
	system.TurnAxis.Set(s, turns)
	d := drawing{source: rand.New(rand.NewPCG(1, 2)), config: config.Config{NoCharge: true, Fields: []string{
		system.TurnAxis.Name, system.SlideAxis.Name, system.Torque.Name, system.SlideDamping.Name,
	}}}
	d.load(s)
	require.Equal(t, turns, system.TurnAxis.Of(s))
	require.Equal(t, make([]float32, 6), system.SlideAxis.Of(s))
	torques := system.Torque.Of(s)
	require.NotZero(t, torques[0])
	require.Equal(t, torques[0], torques[1], "it is one joint's")
	require.Equal(t, []float32{0, 0}, system.SlideDamping.Of(s), "nothing slides")
	require.Nil(t, s.Charge)
	require.Nil(t, s.Neighbors)
	require.Nil(t, s.Trajectory)
	d.config.PerFrame = []string{system.Torque.Name}
	d.load(s)
	require.Len(t, s.Trajectory.Given[0].Values, 2*drawnFrames)
	d.config.PerFrame = nil
	d.config.LearnedOn = &config.LearnedOn{Fields: map[string][]float32{system.Torque.Name: {5, 5}}}
	d.load(s)
	require.Equal(t, []float32{5, 5}, system.Torque.Of(s), "the model's own")
	d.config.LearnedOn = nil
	d.config.NoCharge, d.config.Sparse = false, true
	d.load(s)
	require.Len(t, s.Charge, 2)
	require.NotEmpty(t, s.Neighbors)
}

// TestWhichJointsTake: fields of turning act on joints about an axis, those of sliding on joints along one, and damping of
// turns on balls, too, but on no floating joint.
func TestWhichJointsTake(t *testing.T) {
	s := &system.Sample{Position: make([]float32, 12)}
	system.TurnAxis.Set(s, []float32{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	system.SlideAxis.Set(s, []float32{0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0})
	for _, c := range []struct {
		field *system.Field
		want  [4]bool
	}{
		{system.TurnDamping, [4]bool{true, false, true, true}},
		{system.SlideDamping, [4]bool{false, true, false, false}},
		{system.OfTurning[0], [4]bool{true, false, false, false}},
		{system.Mass, [4]bool{true, true, true, true}},
	} {
		for particle, want := range c.want {
			require.Equal(t, want, takes(s, c.field, particle), "%s of %d", c.field.Name, particle)
		}
	}
	system.JointType.Set(s, []float32{system.OnAxis, system.OnAxis, system.OnBall, system.Floating})
	require.True(t, takes(s, system.TurnDamping, 2))
	require.False(t, takes(s, system.TurnDamping, 3))
}

// TestTypesOfJoints: there is one floating joint first where five more axes are left, and a ball where two are.
func TestTypesOfJoints(t *testing.T) {
	members := [][]int{{0}, {1}, {2}}
	types := func(joints int, fields ...string) []int {
		return drawing{config: config.Config{Joints: joints, Fields: fields}}.types(members)
	}
	const floating, ball = system.Floating, system.OnBall
	of := system.JointType.Name
	require.Equal(t, []int{0, 0, 0}, types(12))
	require.Equal(t, []int{0, 0, 0}, types(4, of))
	require.Equal(t, []int{0, ball, 0}, types(5, of))
	require.Equal(t, []int{0, ball, ball}, types(7, of))
	require.Equal(t, []int{floating, 0, 0}, types(8, of))
	require.Equal(t, []int{floating, 0, 0}, types(9, of))
	require.Equal(t, []int{floating, ball, 0}, types(10, of))
	require.Equal(t, []int{floating, ball, ball}, types(12, of))
	require.Equal(t, []int{floating, ball, ball}, types(13, of), "one floats")
	require.Equal(t, []int{floating, ball, ball}, types(30, of), "one floats")
	learned := config.Config{Joints: 30, Fields: []string{of}, LearnedOn: &config.LearnedOn{Fields: map[string][]float32{of: {ball, ball, 0, 0, floating}}}}
	require.Equal(t, []int{floating, ball, ball}, drawing{config: config.Config{Joints: 30, Fields: []string{of}, LearnedOn: &config.LearnedOn{}}}.types(members), "they were not the same")
	require.Equal(t, []int{ball, 0, floating}, drawing{config: learned}.types([][]int{{0, 1}, {2, 3}, {4}}), "the model's own")
}

// TestLengthAllowedByRoundings: a length that roundings explain counts as no difference, with what it is in the
// magnified ones; one that is off by more keeps what is left.
func TestLengthAllowedByRoundings(t *testing.T) {
	sample := &system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)}}
	times := func(by float64) function { return func(x float64) float64 { return by * x } }
	trusted := Trusted{Predictor: times(1), Twin: times(1 + 0x1p-16)} // a change that float32 holds
	most := lengthChange(*sample, []float32{0, 0, 0, 1 + 0x1p-16, 0, 0}, [2]int{0, 1})
	require.Positive(t, most)
	given := Finding{Allowed: 1e-5, Where: "here"}
	given.Largest = 0.99 * roundingFactor * most
	got := trusted.allowed(given, sample, [2]int{0, 1})
	require.Zero(t, got.Largest)
	require.Equal(t, given.Largest, got.Magnified)
	require.Equal(t, "here", got.MagnifiedIn)
	require.Equal(t, 1, got.MagnifiedSystems)
	given.Largest = 2 * roundingFactor * most
	got = trusted.allowed(given, sample, [2]int{0, 1})
	require.InEpsilon(t, 2e-5, got.Largest, 1e-6)
	require.Zero(t, got.Magnified)
	given.Allowed = 1
	got = trusted.allowed(given, sample, [2]int{0, 1})
	require.Zero(t, got.Largest, "it is allowed by itself")
	for _, other := range []Trusted{{Predictor: times(1)}, {Twin: times(1)}, {Predictor: times(math.NaN()), Twin: times(1)}, {Predictor: times(2), Twin: times(2)}} {
		given.Allowed = 1e-5
		require.Equal(t, given, other.allowed(given, sample, [2]int{0, 1}))
	}
	same := times(1)
	for _, other := range []Trusted{{Predictor: failing{same}, Twin: same}, {Predictor: same, Twin: failing{same}}} {
		require.Equal(t, given, other.allowed(given, sample, [2]int{0, 1}))
	}
	require.Equal(t, 0.5, Finding{}.onOwn(Group{Own: true}, 0.5).Own)
	require.Zero(t, Finding{}.onOwn(Group{}, 0.5).Own)
}

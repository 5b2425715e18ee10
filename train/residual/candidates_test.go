package residual

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
	"gmnc/train/shooting"
	"gmnc/train/shooting/states"
)

// of returns the suspects of a kind, by what they are of.
func of(all []suspect, k kind) (found map[string]suspect) {
	found = map[string]suspect{}
	for _, s := range all {
		if s.kind == k {
			found[s.of] = s
		}
	}
	return found
}

// twoFrames is a motion of particles at 1, 2 and so on along x, which move along y; it begins at frame 10.
func twoFrames(s system.Sample) *shooting.Motion {
	m := &shooting.Motion{Sample: s, First: 10, Time: 0.5}
	for frame := range 2 {
		x, v := make([]float32, 3*s.Particles()), make([]float32, 3*s.Particles())
		for i := range s.Particles() {
			x[3*i], v[3*i+1] = float32(i+1), float32(2*(i+frame))
		}
		m.Positions, m.Velocities = append(m.Positions, x), append(m.Velocities, v)
	}
	return m
}

// forces returns a sample of n particles with forces along z in two frames.
func forces(n int) system.Sample {
	s := system.Sample{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n)}
	values := make([]float32, 6*n)
	for i := range 2 * n {
		values[3*i+2] = float32(i + 1)
	}
	system.Force.Set(&s, values[:3*n])
	s.Trajectory = &system.Trajectory{Particles: n, Positions: make([]float64, 6*n), Given: system.Given{{Field: system.Force, Values: values}}}
	return s
}

// TestSuspectsOfParticles: what the columns of the suspects of two particles are.
func TestSuspectsOfParticles(t *testing.T) {
	s := forces(2)
	m, all := twoFrames(s), suspects(&s, nil, nil)
	for _, one := range all {
		require.Equal(t, system.Force, one.Field)
		require.Equal(t, "force", one.known)
	}
	columns := func(one suspect) (values [][]float32) {
		require.NotEmpty(t, one.Columns)
		for _, c := range one.Columns {
			values = append(values, c(m))
		}
		return values
	}
	require.Equal(t, [][]float32{{0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4}}, columns(of(all, gain)[""]))
	require.Equal(t, [][]float32{{0, 0, 0, 0, -2, 0, 0, -2, 0, 0, -4, 0}}, columns(of(all, damping)[""]))
	require.Equal(t, [][]float32{{0, 0, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0}}, columns(of(all, friction)[""]))
	require.Equal(t, [][]float32{{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}, {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}}, columns(of(all, push)[""]))
	drifts := of(all, drift)[""]
	require.Equal(t, 3, drifts.own)
	require.Len(t, drifts.Columns, 6)
	require.Equal(t, []float32{10, 0, 0, 10, 0, 0, 11, 0, 0, 11, 0, 0}, drifts.Columns[0](m))
	require.Equal(t, []float32{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}, drifts.Columns[3](m))
	require.Equal(t, [][]float32{{0, 0, 0, 0, -2, 0, 0, 0, 0, 0, -4, 0}}, columns(of(all, damping)["particle 1"]))
	springs := of(all, spring)["particle 1"]
	require.Equal(t, 1, springs.own)
	require.Equal(t, []float32{0, 0, 0, -2, 0, 0, 0, 0, 0, -2, 0, 0}, springs.Columns[0](m))
	require.Len(t, springs.Columns, 4)
	require.Len(t, of(all, push), 3)
	pairs := of(all, pair)["particles 0 and 1"]
	require.Equal(t, 0, pairs.own)
	require.Equal(t, [][]float32{{-1, 0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0}, {-1, 0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0}}, columns(pairs))
	for k := range m.Positions {
		m.Positions[k][3] = 5 // 4 apart
	}
	require.Equal(t, [][]float32{{-1, 0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0}, {-4, 0, 0, 4, 0, 0, -4, 0, 0, 4, 0, 0}}, columns(pairs))
	var late []int
	for _, one := range all {
		if one.kind == delay {
			late = append(late, one.lag)
			switch one.lag {
			case 1:
				require.Equal(t, []float32{0, 0, 0, 0, 0, 0, 0, 0, -2, 0, 0, -2}, one.Columns[0](m))
			case -1:
				require.Equal(t, []float32{0, 0, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0}, one.Columns[0](m))
			}
		}
	}
	require.Equal(t, []int{-1, 1, 2, 3}, late)
}

// TestFewSuspects: a single free particle has no others of its own, pinned ones have none, and pairs are
// suspects of up to six particles.
func TestFewSuspects(t *testing.T) {
	s := forces(2)
	system.Pinned.Set(&s, []float32{1, 0})
	all := suspects(&s, nil, nil)
	require.Len(t, of(all, push), 1)
	require.Empty(t, of(all, pair))
	require.Empty(t, of(all, spring))
	require.Equal(t, []float32{0, 0, 0, 0, -2, 0, 0, 0, 0, 0, -4, 0}, of(all, damping)[""].Columns[0](twoFrames(s)))
	for n, pairs := range map[int]int{2: 1, 6: 15, 7: 0} {
		free := system.Sample{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n)}
		all := suspects(&free, nil, nil)
		require.Len(t, of(all, pair), pairs)
		require.Len(t, of(all, spring), n)
		require.Empty(t, of(all, gain))
		require.Empty(t, of(all, delay))
	}
}

// TestSuspectsOfJoints: a torque or thrust along the joint's own row, and a weight on each link.
func TestSuspectsOfJoints(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0}
	s := system.Sample{Position: rest, Velocity: make([]float32, 18)}
	up := [3]float64{0, 0, 1}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: up}, {Parent: 0, Members: []int{3, 4, 5}, Axis: up, Slides: true, Anchor: [3]float64{2, 0, 0}}}))
	require.Nil(t, suspects(&s, nil, nil), "joints of other types")
	system.Torque.Set(&s, []float32{5, 0, 0, 0, 0, 0})
	joints := []states.Joint{{Row: 0, Turns: true}, {Row: 3}}
	m := twoFrames(s)
	m.JointRates, m.JointPositions = [][]float64{{2, -3}, {0, 4}}, [][]float64{{0.5, 0.25}, {1, 2}}
	row := func(which int, first, second float32) []float32 {
		values := make([]float32, 12)
		values[which], values[6+which] = first, second
		return values
	}
	all := suspects(&s, joints, nil)
	byField := func(k kind, f *system.Field) suspect {
		for _, one := range all {
			if one.kind == k && one.Field == f {
				require.Equal(t, f.Name, one.known)
				return one
			}
		}
		require.Fail(t, "there is none")
		return suspect{}
	}
	require.Equal(t, row(0, 5, 5), byField(gain, system.Torque).Columns[0](m))
	require.Equal(t, row(0, -2, 0), byField(damping, system.Torque).Columns[0](m))
	require.Equal(t, row(3, 3, -4), byField(damping, system.Thrust).Columns[0](m))
	require.Equal(t, row(0, -1, 0), byField(friction, system.Torque).Columns[0](m))
	require.Equal(t, row(3, 1, -1), byField(friction, system.Thrust).Columns[0](m))
	require.Equal(t, row(3, 1, 1), byField(push, system.Thrust).Columns[0](m))
	springs := byField(spring, system.Thrust)
	require.Equal(t, 1, springs.own)
	require.Equal(t, row(3, -0.25, -2), springs.Columns[0](m))
	require.Equal(t, row(3, 1, 1), springs.Columns[1](m))
	drifts := byField(drift, system.Torque)
	require.Equal(t, row(0, 10, 11), drifts.Columns[0](m))
	require.Equal(t, 1, drifts.own)
	require.Zero(t, byField(damping, system.Torque).own)
	require.Len(t, of(all, load), 2)
	require.Contains(t, of(all, load), "body 1")
	count := 0
	for _, one := range all {
		if one.kind == gain || one.kind == delay {
			require.Equal(t, system.Torque, one.Field, "the thrust is not known")
			count++
		}
	}
	require.Equal(t, 1+4, count)
}

// TestWeight: a mass that moves along is pulled by gravity, less what its acceleration takes.
func TestWeight(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	m := twoFrames(s)
	require.Equal(t, []float32{0, 0, 0, 0, -4, 0, 0, 0, 0, 0, -4, 0}, weight(1)(m), "by 2 in 0.5 s")
	system.Gravity.Set(&m.Sample, []float32{0, 0, -9})
	require.Equal(t, []float32{0, -4, -9, 0, 0, 0, 0, -4, -9, 0, 0, 0}, weight(0)(m))
	m.Positions, m.Velocities = append(m.Positions, m.Positions[0]), append(m.Velocities, []float32{0, 10, 0, 0, 0, 0})
	require.Equal(t, []float32{0, -4, -9, 0, -10, -9, 0, -16, -9}, pick(weight(0)(m), 0, 6, 12))
	require.Equal(t, [3]float64{-1, 0, 1}, [3]float64{direction(-0.1), direction(0), direction(3)})
	require.Equal(t, [4]int{0, 0, 2, 2}, [4]int{at(m, -1), at(m, 0), at(m, 2), at(m, 3)})
	require.False(t, math.IsNaN(direction(math.Inf(1))))
}

// pick returns the vectors that begin at these numbers.
func pick(values []float32, starts ...int) (all []float32) {
	for _, start := range starts {
		all = append(all, values[start:start+3]...)
	}
	return all
}

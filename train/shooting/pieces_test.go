package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/vector"
	"gmnc/system"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// TestStepsOfParameters: a number moves by its step. A factor moves by a relative step of its value, loses nine tenths of it at most,
// and stays above its least value.
func TestStepsOfParameters(t *testing.T) {
	number, factor, small := Parameter{Start: 2}, Parameter{Factor: true}, Parameter{Factor: true, Start: -12}
	require.True(t, math.IsInf(number.least(), -1))
	require.EqualValues(t, smallest, factor.least())
	require.EqualValues(t, -12, small.least())
	for _, c := range []struct {
		of     Parameter
		at, by float64
		want   float64
	}{
		{number, 2, -5, -3}, {factor, 1, 0.5, 1 + math.Log(1.5)}, {factor, 1, -0.5, 1 + math.Log(0.5)}, {factor, 1, -0.89, 1 + math.Log(0.11)},
		{factor, 1, -0.95, 1 + math.Log(0.1)}, {factor, 1, -7, 1 + math.Log(0.1)}, {factor, -8.5, -0.5, -9}, {small, -8.5, -0.9, -8.5 + math.Log(0.1)}, {small, -11.9, -0.9, -12},
	} {
		require.InDelta(t, c.want, c.of.moved(c.at, c.by), 1e-12, "%+v", c)
	}
}

// TestMovedNumbers: one number moves, and the list stays as it was. An index beyond the list moves none.
func TestMovedNumbers(t *testing.T) {
	of := []float64{1, 2}
	require.Equal(t, []float64{1, 2.5}, moved(of, 1, 0.5))
	require.Equal(t, []float64{1, 2}, moved(of, 2, 0.5))
	require.Equal(t, []float64{1, 2}, of)
	require.Equal(t, []float64{30, 10}, pick([]float64{10, 20, 30}, []int{2, 0}))
}

// TestSimilarNoise: estimates agree if the logarithm of each ratio is below a twentieth.
func TestSimilarNoise(t *testing.T) {
	for share, want := range map[float64]bool{1: true, 1.05: true, 1.052: false, 0.952: true, 0.95: false} {
		require.Equal(t, want, similar([]float64{2, 3 * share}, []float64{2, 3}), "%g", share)
	}
}

// TestTimesOfNoise: what a fit leaves is compared with the noise, else with an upper bound of it, if it is above the bound. What is rounding
// is as much as its noise.
func TestTimesOfNoise(t *testing.T) {
	for _, c := range []struct {
		left           Left
		times          float64
		coarse, misses bool
	}{
		{Left{Fit: 2, Noise: 4, Exact: true, Most: 0.1}, 0.5, false, false},
		{Left{Fit: 5, Noise: 4}, 1.25, false, false},
		{Left{Fit: 5.1, Noise: 4}, 1.275, false, true},
		{Left{Fit: 8, Noise: 4, Steps: 2}, 2, true, false},
		{Left{Fit: 8, Noise: 4, Steps: 1.9}, 2, false, true},
		{Left{Fit: 5, Noise: 4, Steps: 5}, 1.25, false, false},
		{Left{Fit: 8, Exact: true, Most: 1}, 1, false, false},
		{Left{Fit: 5, Most: 4}, 0, false, false},
		{Left{Fit: 5.1, Most: 4}, 1.275, false, true},
		{Left{Fit: 8, Most: math.Inf(1)}, 0, false, false},
	} {
		require.InDelta(t, c.times, c.left.Times(), 1e-12, "%+v", c.left)
		require.Equal(t, [2]bool{c.coarse, c.misses}, [2]bool{c.left.Coarse(), c.left.Misses()}, "%+v", c.left)
	}
	for fit, want := range map[float64]bool{307: true, 307.1: false} {
		require.Equal(t, want, Left{Fit: fit, Rounding: 1, Steps: 7}.Simulated(), "300 roundings, and the error of the steps")
	}
}

// TestGroupsOfStretches: the stretches of a recording are a group if there are more than 30 recordings, and each is one of its own otherwise.
func TestGroupsOfStretches(t *testing.T) {
	for count, want := range map[int][]int{30: {0, 1, 2, 3}, 31: {0, 0, 1, 2}} {
		f := &fit{stretches: []stretches.Stretch{{Group: 4}, {Group: 4}, {Group: 7}, {Group: 4}}}
		f.Samples = make([]system.Sample, count)
		numbers, groups := f.groups()
		require.Equal(t, want, numbers)
		require.Equal(t, want[3]+1, groups)
	}
	numbers, groups := new(fit).groups()
	require.Empty(t, numbers)
	require.Zero(t, groups)
}

// TestPassesThatAreLeft: the last six passes are kept for the end, and one pass is always left.
func TestPassesThatAreLeft(t *testing.T) {
	for pass, want := range map[int]int{0: 30, 10: 20, 29: 1, 30: 1, 99: 1} {
		require.Equal(t, want, (&fit{pass: pass}).passesLeft(), "%d", pass)
	}
}

// TestParametersAtTheirLeast: a parameter that would move below its least value is held there, unless it is fixed or moves up.
func TestParametersAtTheirLeast(t *testing.T) {
	f := &fit{at: []float64{5, smallest, smallest}, fixed: make([]bool, 3)}
	f.Parameters = []Parameter{{}, {Factor: true}, {Factor: true}}
	move := func(by ...float64) *mat.VecDense { return mat.NewVecDense(3, by) }
	require.Equal(t, -1, f.beyond(nil))
	require.Equal(t, -1, f.beyond(move(-1, 0, 1)))
	require.Equal(t, 1, f.beyond(move(-1, -1, -1)))
	f.fixed[1] = true
	require.Equal(t, 2, f.beyond(move(-1, -1, -1)))
	f.at[2] = smallest + 1e-9
	require.Equal(t, -1, f.beyond(move(-1, -1, -1)))
}

// TestFixedParameters: in the order of parameters, those that are not fixed are the others.
func TestFixedParameters(t *testing.T) {
	require.Equal(t, []int{0, 2}, (&fit{fixed: []bool{false, true, false}}).others())
	require.Nil(t, (&fit{fixed: []bool{true}}).others())
}

// particles are two recordings of a particle, whose first positions have a root mean square of 2.
func particles() []system.Sample {
	var samples []system.Sample
	for range 2 {
		start := system.Sample{Position: []float32{2, 2, 2}, Velocity: []float32{1, 0, 0}}
		x, v := []float64{2, 2, 2}, []float64{1, 0, 0}
		for axis := range 3 {
			x, v = append(x, 2, 2, 2), append(v, 0, float64(axis*axis), 1)
			x[len(x)-1-axis] = -2
		}
		samples = append(samples, start.Along(&system.Trajectory{Particles: 1, Positions: x, Velocities: v}))
	}
	return samples
}

// TestStepsOfStates: a position is moved by a thousandth of the length of the data and an angle by a thousandth of 1, for
// derivatives. A rate moves as much in the time of a stretch.
func TestStepsOfStates(t *testing.T) {
	p := Problem{Samples: particles(), Time: 0.25, Roll: pushed, Parameters: []Parameter{{}}}
	f := p.begin(3, 9, true)
	require.Len(t, f.stretches, 2)
	require.Equal(t, 4, f.stretches[0].Frames())
	require.Equal(t, 2., f.length)
	require.Equal(t, 6, f.mostStates())
	require.InDelta(t, 2e-3, f.stateStep(0, 2), 1e-15)
	require.InDelta(t, 2e-3/(0.25*4), f.stateStep(0, 3), 1e-15)
	require.Equal(t, []float64{2, 8}, f.noise, "of velocities, that of positions by the time of a frame")
	require.Equal(t, 48., f.count())
	require.Zero(t, p.begin(3, 9, false).mostStates(), "in measured states")
	require.Equal(t, 1., (&fit{}).count())
	require.Equal(t, 1., (&fit{}).measureLength())
	at := Problem{Samples: []system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: make([]float32, 3), TargetVelocity: make([]float32, 3)}}, Time: 1}
	require.Equal(t, 1., at.begin(3, 9, true).length, "all are at the origin")

	angles := cartProblem(carts(t, cartTruth, 1, 4, 0, false)).begin(3, 9, true)
	require.InDelta(t, 1e-3*angles.length, angles.stateStep(0, 0), 1e-15)
	require.InDelta(t, 1e-3, angles.stateStep(0, 1), 1e-15)
	require.Equal(t, 1., angles.noise[1])
	require.Equal(t, angles.length, angles.noise[0])
	require.Equal(t, 1/cartTime, angles.noise[3])
}

// TestLostStretches: a stretch without numbers counts 1e12, and has no residuals or equations. A derivative that lacks leaves
// none, either.
func TestLostStretches(t *testing.T) {
	f := Problem{Samples: particles(), Time: 1, Roll: pushed, Parameters: []Parameter{{}}}.begin(3, 9, false)
	f.noise = []float64{1, 1}
	recorded := f.stretches[0].Recorded
	other := append(stretches.Rows{}, recorded...)
	other[0] += 2
	require.EqualValues(t, 1e12+4, f.loss([]stretches.Rows{nil, other}))
	require.Nil(t, f.residuals(0, nil))
	require.NotNil(t, f.residuals(0, recorded))
	f.now = []stretches.Rows{nil, recorded}
	require.Nil(t, f.normalEquations(0, []stretches.Rows{recorded}).Parameters)
	require.Nil(t, f.normalEquations(1, []stretches.Rows{nil}).Parameters)
	require.NotNil(t, f.normalEquations(1, []stretches.Rows{recorded}).Parameters)
	f.columns = make([][]stretches.Rows, 2)
	f.addColumn(0, nil, recorded, 1)
	f.addColumn(0, recorded, nil, 1)
	f.addColumn(0, other, recorded, 0.5)
	require.Nil(t, f.columns[0][0])
	require.Nil(t, f.columns[0][1])
	require.Equal(t, 4., f.columns[0][2][0])
	f.equations = []normal.Equations{{}, {}}
	f.at, f.fixed = []float64{0}, []bool{false}
	require.Zero(t, f.scores().At(0, 0))
	require.Equal(t, 2., f.size([]stretches.Rows{{2}, {-2}}))
	require.Equal(t, 8., f.squares([]stretches.Rows{{2}, {-2}, nil}))
	require.Zero(t, f.size(nil))
}

// TestSpreadOfSome: of many stretches some are taken that are spread over all, with what belongs to them.
func TestSpreadOfSome(t *testing.T) {
	for most, want := range map[int][]int{1: {0}, 2: {0, 2}, 3: {0, 1, 3}, 5: {0, 1, 2, 3, 4}, 9: {0, 1, 2, 3, 4}} {
		f := fitOfMany(t, 5, rolling(func(p []float64, x0 float64) float64 { return p[0] }), 1, Parameter{Start: 1})
		for i := range f.weights {
			f.weights[i] = []float64{float64(i + 1), 1}
		}
		some := f.some(most)
		require.Len(t, some.stretches, len(want))
		for k, i := range want {
			require.Equal(t, f.stretches[i].Group, some.stretches[k].Group, "%d", most)
			require.Equal(t, f.weights[i], some.weights[k])
			require.Equal(t, f.now[i], some.now[k])
			require.Equal(t, f.columns[i], some.columns[k])
		}
		require.Len(t, some.equations, len(want))
		require.Len(t, f.stretches, 5)
	}
}

// TestNothingIsLinear: without equations there is no move, and outliers count less than the others.
func TestNothingIsLinear(t *testing.T) {
	f := &fit{at: []float64{0}}
	require.Nil(t, f.solveLinear(nil))
	row := func(lacking, change float64) mat.Dense { return *mat.NewDense(1, 2, []float64{lacking, change}) }
	move := f.solveLinear([]mat.Dense{row(1, 1), row(1, 1), row(3, 1), row(1, 1), row(-1, 1)})
	outlier := 1 / (1 + 9./outlying)
	usual := 1 / (1 + 1./outlying)
	require.InDelta(t, -(2*usual+3*outlier)/(4*usual+outlier), move.AtVec(0), 1e-6)
	require.InDelta(t, 0, f.solveLinear([]mat.Dense{row(1, 0)}).AtVec(0), 1e-12, "the parameter changes nothing")
}

// TestFieldsThatAct: more of a field is added to what acts in each frame, to a constant of the sample or to nothing. Other
// fields stay.
func TestFieldsThatAct(t *testing.T) {
	frames := [2][]float64{make([]float64, 6), make([]float64, 6)}
	plain := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	constant := plain
	system.Force.Set(&constant, []float32{1, 2, 3})
	framed := plain.Along(&system.Trajectory{Particles: 1, Positions: frames[0], Velocities: frames[1], Given: system.Given{
		{Field: system.Torque, Values: []float32{7, 8}}, {Field: system.Force, Values: []float32{1, 1, 1, 2, 2, 2}},
	}})
	for _, c := range []struct {
		name  string
		start system.Sample
		want  system.Given
	}{
		{"nothing", plain, system.Given{{Field: system.Force, Values: []float32{0.5, 1, 1.5, 2, 2.5, 3}}}},
		{"a constant", constant, system.Given{{Field: system.Force, Values: []float32{1.5, 3, 4.5, 3, 4.5, 6}}}},
		{"frames", framed, system.Given{{Field: system.Torque, Values: []float32{7, 8}}, {Field: system.Force, Values: []float32{1.5, 2, 2.5, 4, 4.5, 5}}}},
	} {
		s := acting(c.start, frames, system.Force, []float32{1, 2, 3, 4, 5, 6}, 0.5)
		require.Equal(t, c.want, s.Trajectory.Given, c.name)
		require.Equal(t, 2, s.Trajectory.Frames())
	}
	require.Equal(t, []float32{1, 1, 1, 2, 2, 2}, framed.Trajectory.Given[1].Values, "the sample stays")
}

// TestMotionsOfJoints: the motion of each stretch has the positions and rates of its joints in all frames, and those of particles have none.
func TestMotionsOfJoints(t *testing.T) {
	f := cartProblem(carts(t, cartTruth, 2, 5, 0, false)).begin(4, 9, true)
	f.ctx, f.at = t.Context(), cartTruth
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.derive())
	motions, err := f.motions()
	require.NoError(t, err)
	require.Len(t, motions, 2)
	for i, m := range motions {
		require.Equal(t, cartTime, m.Time)
		require.Len(t, m.JointPositions, 5)
		for frame := range m.JointPositions {
			size := f.stretches[i].PerFrame()
			want := f.now[i][frame*size:][:size]
			allclose.Within(t, []float64(want[:2]), m.JointPositions[frame], 1e-5)
			allclose.Within(t, []float64(want[2:]), m.JointRates[frame], 1e-4)
			require.Len(t, m.Positions[frame], 24)
		}
	}
	p := Problem{Samples: moving.Polynomials(1, 4, 2, 0.5, 0, 0), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(3, 9, true)
	p.ctx = t.Context()
	p.now, err = p.roll(p.at, p.offset)
	require.NoError(t, err)
	require.NoError(t, p.derive())
	motions, err = p.motions()
	require.NoError(t, err)
	require.Nil(t, motions[0].JointPositions)
	require.Len(t, motions[0].Velocities, p.stretches[0].Frames())
	allclose.Within(t, vector.Widened(p.stretches[0].Start.Position), vector.Widened(motions[0].Positions[0]), 1e-6)
}

// TestFreeFits: a fit is free if a stretch begins in a state of its own.
func TestFreeFits(t *testing.T) {
	own := states.OfParticles(&particles()[0])
	measured := states.Measured{States: own}
	for _, c := range []struct {
		of   []states.States
		want bool
	}{{nil, false}, {[]states.States{measured}, false}, {[]states.States{measured, own}, true}, {[]states.States{own, measured}, true}} {
		f := &fit{at: []float64{3}, ended: true}
		for _, of := range c.of {
			f.stretches = append(f.stretches, stretches.Stretch{States: of})
		}
		found := f.result()
		require.Equal(t, c.want, found.Free)
		require.True(t, found.Ended)
		require.Equal(t, 3., found.Found[0].At)
		require.True(t, math.IsNaN(found.Found[0].Deviation))
	}
}

// TestChangesThatStatesMakeUp: a change of predictions as that by a first state is made up for by it, and one across it is not.
func TestChangesThatStatesMakeUp(t *testing.T) {
	f := Problem{Samples: moving.Polynomials(2, 4, 2, 0.5, 0.01, 0.01), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(3, 9, true)
	f.ctx = t.Context()
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.derive())
	f.equate()
	scaled := make(stretches.Rows, len(f.columns[0][0]))
	f.scaled(0, scaled, f.columns[0][0])
	square := 0.
	for _, x := range scaled {
		square += x * x
	}
	require.InDelta(t, 0, f.afterState(0, scaled)/square, 1e-5)
	across := make(stretches.Rows, len(scaled))
	across[0], across[len(across)-1] = 1, -1
	left := f.afterState(0, across)
	require.Greater(t, left, 0.1)
	require.LessOrEqual(t, left, 2.)
	f.equations[0] = normal.Equations{}
	require.Equal(t, 2., f.afterState(0, across), "no state makes up for it")
}

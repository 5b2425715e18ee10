package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
)

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
	require.InDelta(t, 1e-3*angles.length/(cartTime*4), angles.stateStep(0, 2), 1e-15)
	require.InDelta(t, 1e-3/(cartTime*4), angles.stateStep(0, 3), 1e-15)
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

// TestScoresOfGroups: the scores of a group are the slopes of its stretches, added up.
func TestScoresOfGroups(t *testing.T) {
	f := fitOfMany(t, 3, rolling(func(p []float64, x0 float64) float64 { return p[0] + float64(p[1]*(1+x0)) }), 1, Parameter{Start: 1}, Parameter{Start: 2})
	for i := range f.stretches {
		f.stretches[i].Recorded[3] += float64(i + 1)
		f.stretches[i].Group = []int{4, 4, 5}[i]
	}
	f.equate()
	var slopes [][]float64
	for i := range f.equations {
		_, slope := f.equations[i].Reduced(0)
		slopes = append(slopes, slope.RawVector().Data)
	}
	require.NotZero(t, slopes[0][0])
	alone := f.scores()
	for i := range slopes {
		require.Equal(t, slopes[i], alone.RawRowView(i))
	}
	f.Samples = make([]system.Sample, fewRecordings+1)
	grouped := f.scores()
	require.Equal(t, []float64{slopes[0][0] + slopes[1][0], slopes[0][1] + slopes[1][1]}, grouped.RawRowView(0))
	require.Equal(t, slopes[2], grouped.RawRowView(1))
}

// TestSumsWithoutFixed: parameters that are fixed have no equations, and those of the others stay.
func TestSumsWithoutFixed(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[0] + float64(p[1]*x0) }), 1, Parameter{Start: 1}, Parameter{Start: 2})
	f.stretches[1].Recorded[3]++
	f.equate()
	products, slope := f.sum(0)
	f.fixed[1] = true
	left, down := f.sum(0)
	require.Equal(t, []float64{products.At(0, 0), 0, 0, 0}, []float64{left.At(0, 0), left.At(0, 1), left.At(1, 0), left.At(1, 1)})
	require.Equal(t, []float64{slope.AtVec(0), 0}, down.RawVector().Data)
	require.NotZero(t, products.At(0, 1))
	require.NotZero(t, slope.AtVec(1))
}

// TestRidges: the equations of first states have a millionth more on their diagonal, which keeps them solvable.
func TestRidges(t *testing.T) {
	f := Problem{Samples: particles(), Time: 1, Roll: pushed, Parameters: []Parameter{{}}}.begin(3, 9, true)
	f.ctx = t.Context()
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.derive())
	b := f.normalEquations(0, f.columns[0])
	for k := range b.States.SymmetricDim() {
		sum := 0.
		for row, value := range f.columns[0][k] {
			sum += math.Pow(value/f.scale(0, row), 2)
		}
		require.InDelta(t, 1e-6, b.States.At(k, k)/sum-1, 1e-9)
	}
}

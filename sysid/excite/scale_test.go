package excite

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// TestValidate: options on either side of each limit.
func TestValidate(t *testing.T) {
	tree := twoLinks()
	for _, o := range []Options{
		{Seconds: 2}, {Seconds: 600}, {Seconds: 3, Rate: []float64{1e-9}}, {Seconds: 3, Rate: []float64{1, 2}, Torque: []float64{3, 4}},
	} {
		require.NoError(t, o.Validate(tree), "%+v", o)
	}
	for want, o := range map[string]Options{
		"seconds is 1.99, expected 2 to 600":         {Seconds: 1.99},
		"seconds is 600.1, expected 2 to 600":        {Seconds: 600.1},
		"seconds is NaN, expected 2 to 600":          {Seconds: math.NaN()},
		"rate has 0, expected a number above 0":      {Seconds: 3, Rate: []float64{0}},
		"rate has -1, expected a number above 0":     {Seconds: 3, Rate: []float64{1, -1}},
		"torque has 3 numbers for 2 joints":          {Seconds: 3, Torque: []float64{1, 2, 3}},
		"torque has +Inf, expected a number above 0": {Seconds: 3, Torque: []float64{math.Inf(1)}},
		"torque has NaN, expected a number above 0":  {Seconds: 3, Torque: []float64{math.NaN()}},
	} {
		require.ErrorContains(t, o.Validate(tree), want)
	}
}

// TestFirstOf: the search continues from the best of 30 random motions, or from rest if none is
// possible.
func TestFirstOf(t *testing.T) {
	var tried [][]float64
	best := firstOf(func(x []float64) float64 {
		tried = append(tried, x)
		return math.Abs(x[0])
	}, 2, rand.New(rand.NewPCG(1, 1)))
	require.Len(t, tried, 30)
	require.Contains(t, tried[1:], best)
	for _, x := range tried {
		require.LessOrEqual(t, math.Abs(best[0]), math.Abs(x[0]))
		require.NotZero(t, x[1])
	}
	never := func([]float64) float64 { return math.Inf(1) }
	require.Equal(t, []float64{0, 0}, firstOf(never, 2, rand.New(rand.NewPCG(1, 1))))
}

// TestLoss: a limit that is exceeded by a tenth adds ten to the missing information, and so does a
// link 0.1 m below the floor.
func TestLoss(t *testing.T) {
	tree := twoLinks()
	d := &design{tree: tree, options: Options{Seconds: 4}, information: newInformation(tree, Options{Seconds: 4}), rows: 5}
	x := make([]float64, 2*perJoint)
	x[0], x[1], x[perJoint+2] = 0.3, 1, 0.5
	m := d.motion(x)
	require.Equal(t, []float64{0, 1, 2, 3, 4}, m.Time)
	least := d.loss(x)
	require.InDelta(t, missing(d.information.within(m)), least, 1e-12)
	most := 0.0
	for _, torque := range m.Torque[0] {
		most = max(most, math.Abs(torque))
	}
	d.options.Torque = []float64{most / (1.1 * margin), 1e9}
	require.InDelta(t, 10, d.loss(x)-least, 1e-9)
	floor := math.Inf(1)
	for row := range m.Time {
		floor = min(floor, lowest(tree, m.Angle, row))
	}
	floor += 0.1
	d.options.Torque, d.options.Floor = nil, &floor
	require.InDelta(t, 10, d.loss(x)-least, 1e-9)
}

// TestScales: the uncertainty of a link's constants is half of its mass, times the longest offset of a
// link once for a first moment and twice for an inertia; that of a rotor and of a friction is what
// takes a tenth of the joint's torque.
func TestScales(t *testing.T) {
	tree := twoLinks() // the longest offset is 1 m
	tree.Links[0].Origin[2] = 3
	tree.Links[1].Mass = 1e-6 // counts as a thousandth of the heaviest
	d := newInformation(tree, Options{Seconds: 2})
	require.Len(t, d.scale, 2*(rigid.Constants+3))
	for link, mass := range []float64{2, 2e-3} {
		for k, want := range []float64{mass / 2, 3 * mass / 2, 3 * mass / 2, 3 * mass / 2, 9 * mass / 2, 9 * mass / 2, 9 * mass / 2, 9 * mass / 2, 9 * mass / 2, 9 * mass / 2} {
			require.InEpsilon(t, want, d.scale[link*rigid.Constants+k], 1e-12, "%d %d", link, k)
		}
	}
	random := d.random(Options{Seconds: 2})
	for j := range 2 {
		size := rootMeanSquare(random.Torque[j])
		own := d.scale[2*rigid.Constants+3*j:]
		require.InEpsilon(t, size/20, d.deviation[j], 1e-12)
		require.InEpsilon(t, size/10, own[rotor]*rootMeanSquare(random.Acceleration[j]), 1e-12)
		require.InEpsilon(t, size/10, own[viscous]*rootMeanSquare(random.Rate[j]), 1e-12)
		require.InEpsilon(t, size/10, own[coulomb], 1e-12)
	}
	require.Len(t, d.constants, 2*rigid.Constants)
	require.Equal(t, 2., d.constants[0])
}

// TestShortLinks: offsets shorter than 0.1 m count as 0.1 m.
func TestShortLinks(t *testing.T) {
	tree := twoLinks()
	for i := range tree.Links {
		tree.Links[i].Origin = [3]float64{0, 0, 0.02}
	}
	d := newInformation(tree, Options{Seconds: 2})
	require.InEpsilon(t, 0.1, d.scale[1]/d.scale[0], 1e-12)
	require.InEpsilon(t, 0.01, d.scale[4]/d.scale[0], 1e-12)
}

// TestRandom: 200 states fill the ranges of angles, of rates, and of the accelerations of the fastest
// sine.
func TestRandom(t *testing.T) {
	tree := twoLinks()
	o := Options{Seconds: 4, Rate: []float64{2, 0.5}}
	m := newInformation(tree, o).random(o)
	require.Len(t, m.Time, 200)
	require.Equal(t, [3]float64{0, 4. / 199, 4}, [3]float64{m.Time[0], m.Time[1], m.Time[199]})
	fills := func(values []float64, low, high float64) {
		t.Helper()
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range values {
			least, most = min(least, v), max(most, v)
		}
		require.InDelta(t, low, least, 0.03*(high-low))
		require.InDelta(t, high, most, 0.03*(high-low))
		require.GreaterOrEqual(t, least, low)
		require.LessOrEqual(t, most, high)
	}
	for j, rate := range []float64{2, 0.5} {
		low, high := span(tree, j)
		fills(m.Angle[j], low, high)
		fills(m.Rate[j], -rate, rate)
		fills(m.Acceleration[j], -2*math.Pi*5/4*rate, 2*math.Pi*5/4*rate)
		require.NotZero(t, rootMeanSquare(m.Torque[j]))
	}
}

// TestSmoothed: the smoothed motion follows a parabola exactly, and a jump reaches 0.1 s to either side.
func TestSmoothed(t *testing.T) {
	r := jointlog.Recording{Angle: matrix(2, 101)}
	for row := range 101 {
		time := 0.01 * float64(row)
		r.Time, r.Angle[0][row] = append(r.Time, time), 3*time*time
	}
	r.Angle[1][50] = 1
	m := smoothed(r)
	for _, row := range []int{0, 30, 100} {
		time := r.Time[row]
		allclose.Within(t, []float64{3 * time * time, 6 * time, 6}, []float64{m.Angle[0][row], m.Rate[0][row], m.Acceleration[0][row]}, 1e-6)
	}
	require.NotZero(t, m.Angle[1][41])
	require.NotZero(t, m.Angle[1][59])
	require.InDelta(t, 0, m.Angle[1][39], 1e-12)
	require.InDelta(t, 0, m.Angle[1][61], 1e-12)
}

// TestQuality: a combination is determined from an information of 10 on; the condition number is that
// of the regressor, the root of the ratio of its information.
func TestQuality(t *testing.T) {
	q := quality(mat.NewSymDense(3, []float64{9.99, 0, 0, 0, 10, 0, 0, 0, 999}))
	require.Equal(t, 2, q.Directions)
	require.Equal(t, 3, q.Possible)
	require.InDelta(t, 10, q.Condition, 1e-9+0.01)
	require.InEpsilon(t, math.Pow(10.99*11*1000, -1./6), q.Error, 1e-12)
	require.InEpsilon(t, math.Sqrt(4/1e-9), quality(mat.NewSymDense(2, []float64{0, 0, 0, 4})).Condition, 1e-9)
}

// TestTorqueNearRest: Coulomb friction is a hyperbolic tangent of the rate over 0.01 rad/s.
func TestTorqueNearRest(t *testing.T) {
	tree := twoLinks()
	d := newInformation(tree, Options{Seconds: 2})
	m := &Motion{Time: []float64{0}, Angle: matrix(2, 1), Rate: [][]float64{{0.01}, {0}}, Acceleration: matrix(2, 1), Torque: matrix(2, 1)}
	d.torques(m)
	require.InDelta(t, 0.5*0.01+0.25*math.Tanh(1), m.Torque[0][0], 1e-9)
}

// TestWave: the first pair of parameters is a sine and a cosine of the rate of one period in the length,
// and the fifth of five, away from the ends.
func TestWave(t *testing.T) {
	const length, time = 8, 3.0 // where the envelope is 1
	for k := range harmonics {
		w := 2 * math.Pi * float64(k+1) / length
		sin, cos := math.Sincos(w * time)
		x := make([]float64, 2*harmonics)
		x[2*k] = w // the amplitude of the rate is w
		value, slope, bend := wave(x, time, length)
		allclose.Within(t, []float64{sin, w * cos, -w * w * sin}, []float64{value, slope, bend}, 1e-9, k)
		x[2*k], x[2*k+1] = 0, w
		value, slope, bend = wave(x, time, length)
		allclose.Within(t, []float64{cos, -w * sin, -w * w * cos}, []float64{value, slope, bend}, 1e-9, k)
	}
}

// TestDerivativesOfWave: near the ends, too, slopes are those of values, and bends those of slopes.
func TestDerivativesOfWave(t *testing.T) {
	const length, h = 4, 1e-5
	x := []float64{1, 0.5, -0.3, 0.7, 0.2, -0.6, 0.4, 0.1, -0.2, 0.9}
	for _, time := range []float64{0.1, 0.4, 0.9, 2, 3.3, 3.8} {
		before, slopeBefore, _ := wave(x, time-h, length)
		after, slopeAfter, _ := wave(x, time+h, length)
		_, slope, bend := wave(x, time, length)
		require.InDelta(t, (after-before)/(2*h), slope, 1e-6)
		require.InDelta(t, (slopeAfter-slopeBefore)/(2*h), bend, 1e-5)
	}
}

// TestMoveScales: the factor that keeps a motion within its limits is one for angles, rates and
// accelerations.
func TestMoveScales(t *testing.T) {
	d := &design{tree: twoLinks(), options: Options{Seconds: 4, Rate: []float64{1}}}
	m := &Motion{Time: []float64{1.5, 2.5}, Angle: matrix(2, 2), Rate: matrix(2, 2), Acceleration: matrix(2, 2)}
	x := make([]float64, perJoint)
	x[1] = 7
	d.move(m, 0, x)
	_, slope, bend := wave(x[1:], 1.5, 4)
	require.NotZero(t, m.Acceleration[0][0])
	require.InEpsilon(t, bend/slope, m.Acceleration[0][0]/m.Rate[0][0], 1e-9)
}

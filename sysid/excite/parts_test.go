package excite

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/jointlog"
)

// TestDerivativesOfWaves: the slope and the bend of a wave are its differences, while it rises, in the middle and while it ends.
func TestDerivativesOfWaves(t *testing.T) {
	x := []float64{0.5, -0.3, 0.2, 0.7, -0.4, 0.1, 0.9, -0.8, 0.6, 0.25}
	const length, h = 5, 1e-5
	for _, time := range []float64{0.3, 0.8, 2.2, 4.4, 4.9} {
		value, slope, bend := wave(x, time, length)
		before, slower, _ := wave(x, time-h, length)
		after, faster, _ := wave(x, time+h, length)
		require.InDelta(t, (after-before)/(2*h), slope, 1e-6, "%g", time)
		require.InDelta(t, (faster-slower)/(2*h), bend, 1e-5, "%g", time)
		require.InDelta(t, (after+before)/2, value, 1e-6, "%g", time)
	}
	w := 2 * math.Pi / length
	value, slope, bend := wave([]float64{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 2, length)
	allclose.Within(t, []float64{math.Sin(2*w) / w, math.Cos(2 * w), -w * math.Sin(2*w)}, []float64{value, slope, bend}, 1e-12)
	value, _, _ = wave([]float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 2, length)
	require.InDelta(t, math.Cos(10*w)/(5*w), value, 1e-12, "the fifth cosine")
}

// TestSmoothedRecordings: angles, rates and accelerations are those of the cubic, at the times of the recording.
func TestSmoothedRecordings(t *testing.T) {
	r := jointlog.Recording{Angle: make([][]float64, 2)}
	for i := range 30 {
		now := 0.02 * float64(i)
		r.Time = append(r.Time, now)
		r.Angle[0], r.Angle[1] = append(r.Angle[0], now*now*now), append(r.Angle[1], 5-2*now*now)
	}
	m := smoothed(r)
	require.Equal(t, r.Time, m.Time)
	require.Nil(t, m.Torque)
	for _, row := range []int{0, 11, 29} {
		now := r.Time[row]
		allclose.Within(t, []float64{now * now * now, 3 * now * now, 6 * now, 5 - 2*now*now, -4 * now, -4},
			[]float64{m.Angle[0][row], m.Rate[0][row], m.Acceleration[0][row], m.Angle[1][row], m.Rate[1][row], m.Acceleration[1][row]}, 1e-6)
	}
}

// TestRowsOfTheSearch: between two rows of the search the fastest wave exceeds them by less than the margin of a limit.
func TestRowsOfTheSearch(t *testing.T) {
	require.Greater(t, math.Cos(math.Pi*harmonics/(searchRows-1)), margin)
}

// TestQualities: combinations are determined from the information 10 on.
func TestQualities(t *testing.T) {
	q := quality(mat.NewSymDense(4, []float64{4, 0, 0, 0, 0, 16, 0, 0, 0, 0, 9.9, 0, 0, 0, 0, 10}))
	require.Equal(t, []int{2, 4}, []int{q.Directions, q.Possible})
	require.InDelta(t, 2, q.Condition, 1e-9)
	require.InDelta(t, math.Pow(5*17*10.9*11, -1./8), q.Error, 1e-9)
	require.InDelta(t, math.Sqrt(4/tiny), quality(mat.NewSymDense(2, []float64{4, 0, 0, 0})).Condition, 1)
}

// TestFirstMotions: of thirty motions the one with the least loss is the first, and zeros are if none has one.
func TestFirstMotions(t *testing.T) {
	count, least := 0, math.Inf(1)
	loss := func(x []float64) float64 {
		require.Len(t, x, 3)
		count++
		value := x[0] - x[2]
		least = min(least, value)
		return value
	}
	best := firstOf(loss, 3, rand.New(rand.NewPCG(1, 1)))
	require.Equal(t, 30, count)
	require.Equal(t, least, best[0]-best[2])
	require.NotZero(t, best[1])
	require.Equal(t, []float64{0, 0}, firstOf(func([]float64) float64 { return math.Inf(1) }, 2, rand.New(rand.NewPCG(1, 1))))
}

// TestInformationOfAJoint: of a rate alone, the information about viscous friction is the sum of its squares over the variance
// of the noise, for five rows of a second; a motion that has torques gets those of the law.
func TestInformationOfAJoint(t *testing.T) {
	tree := twoLinks()
	d := newInformation(tree, Options{Seconds: 2})
	n := 2 * 10
	m := &Motion{Time: []float64{0, 1, 3}, Angle: matrix(2, 3), Rate: [][]float64{{0, 0, 0}, {1, 2, -3}}, Acceleration: [][]float64{{0, 0, 0}, {4, 0, 0}}}
	all := d.information(m)
	require.Nil(t, m.Torque)
	at, each := n+friction, 5*3./3
	scaled := func(k int) float64 { return d.scale[at+k] / d.deviation[1] }
	require.InEpsilon(t, each*(1+4+9)*scaled(viscous)*scaled(viscous), all.At(at+viscous, at+viscous), 1e-9)
	require.InEpsilon(t, each*16*scaled(rotor)*scaled(rotor), all.At(at+rotor, at+rotor), 1e-9)
	require.InEpsilon(t, each*4*scaled(rotor)*scaled(viscous), all.At(at+rotor, at+viscous), 1e-9)
	require.InEpsilon(t, each*6*scaled(coulomb)*scaled(viscous), all.At(at+coulomb, at+viscous), 1e-6)
	require.Zero(t, all.At(n+viscous, n+viscous), "the first joint rests")
	m.Torque = matrix(2, 3)
	want := matrix(2, 3)
	d.information(m)
	torque := *m
	torque.Torque = want
	d.torques(&torque)
	require.Equal(t, want, m.Torque)
	require.NotZero(t, want[0][0])
	both := d.within(m, m)
	one := d.within(m)
	require.InEpsilon(t, 2*one.At(0, 0), both.At(0, 0), 1e-9)
}

// TestRangesOfRandomStates: random states fill the limits of angles and rates over the length of the motion.
func TestRangesOfRandomStates(t *testing.T) {
	tree := twoLinks()
	d := newInformation(tree, Options{Seconds: 2})
	m := d.random(Options{Seconds: 4, Rate: []float64{3, 0.5}})
	require.Len(t, m.Time, 200)
	require.Equal(t, []float64{0, 4}, []float64{m.Time[0], m.Time[199]})
	for j, rate := range []float64{3, 0.5} {
		low, high := span(tree, j)
		for values, limits := range map[*[]float64][2]float64{&m.Angle[j]: {low, high}, &m.Rate[j]: {-rate, rate}, &m.Acceleration[j]: {-rate * 2.5 * math.Pi, rate * 2.5 * math.Pi}} {
			least, most := math.Inf(1), math.Inf(-1)
			for _, x := range *values {
				least, most = min(least, x), max(most, x)
			}
			size := limits[1] - limits[0]
			require.GreaterOrEqual(t, least, limits[0])
			require.LessOrEqual(t, most, limits[1])
			require.Less(t, least, limits[0]+0.05*size)
			require.Greater(t, most, limits[1]-0.05*size)
		}
	}
	require.NotZero(t, m.Torque[0][0])
}

// TestJudged: recordings together have the information of their smoothed motions, and wrong options are an error.
func TestJudged(t *testing.T) {
	tree, o := twoLinks(), Options{Seconds: 2}
	r := jointlog.Recording{Angle: make([][]float64, 2)}
	for i := range 60 {
		now := 0.02 * float64(i)
		r.Time = append(r.Time, now)
		r.Angle[0], r.Angle[1] = append(r.Angle[0], math.Sin(5*now)), append(r.Angle[1], 0.3*math.Cos(9*now))
	}
	q, err := Judge(tree, []jointlog.Recording{r, r}, o)
	require.NoError(t, err)
	m := smoothed(r)
	d := newInformation(tree, o)
	require.Equal(t, quality(d.within(m, m)), q)
	require.Positive(t, q.Directions)
	_, err = Judge(tree, nil, Options{Seconds: 1})
	require.ErrorContains(t, err, "seconds is 1, expected 2 to 600")
	for n, refused := range map[int]bool{0: false, 1: false, 2: false, 3: true} {
		err := Options{Seconds: 2, Rate: []float64{1, 1, 1}[:n]}.Validate(tree)
		require.Equal(t, refused, err != nil, "%d", n)
	}
}

// TestMovedAngles: angles change by their rates, and rates by their accelerations.
func TestMovedAngles(t *testing.T) {
	d := &design{tree: twoLinks(), options: Options{Seconds: 4, Rate: []float64{1}}, rows: 401}
	x := make([]float64, 2*perJoint)
	x[1], x[perJoint+4] = 1, -1
	m := d.motion(x)
	require.Equal(t, []float64{0, 4}, []float64{m.Time[0], m.Time[400]})
	for j := range 2 {
		for _, row := range []int{50, 150, 250, 350} {
			require.InDelta(t, (m.Angle[j][row+1]-m.Angle[j][row-1])/0.02, m.Rate[j][row], 1e-3)
			require.InDelta(t, (m.Rate[j][row+1]-m.Rate[j][row-1])/0.02, m.Acceleration[j][row], 1e-2)
		}
	}
	require.NotEqual(t, m.Angle[0][150], m.Angle[0][0])
}

// TestBeyondBoth: a motion may exceed a torque and go below the floor at once.
func TestBeyondBoth(t *testing.T) {
	tree := twoLinks()
	m := &Motion{Time: []float64{0}, Angle: matrix(2, 1), Torque: [][]float64{{-19}, {0}}}
	above := lowest(tree, m.Angle, 0) + 0.25
	d := &design{tree: tree, options: Options{Torque: []float64{10, 20}, Floor: &above}}
	torque, floor := d.beyond(m)
	require.InDelta(t, 1, torque, 1e-12)
	require.InDelta(t, 0.25, floor, 1e-12)
}

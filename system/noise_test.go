package system

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
)

// everyObject has one isolated particle, the last, and an object of each kind, that
// all drift with the velocity 0.5, 0.5, 0.5.
func everyObject() Sample {
	random := rand.New(rand.NewPCG(1, 2))
	s := Sample{Objects: Objects{
		Stick.Of(1, 0), Hinge.Of(3, 4, 2), TreeOf([]int{6, 5, 7, 8}, []int{-1, 6, 6, 7}), Body.Of(9, 10, 11, 12),
	}}
	s.Trajectory = &Trajectory{Particles: 14}
	for frame := range 3 {
		for i := range 42 {
			if frame == 0 {
				s.Position = append(s.Position, float32(random.NormFloat64()))
			}
			s.Trajectory.Positions = append(s.Trajectory.Positions, float64(s.Position[i])+0.25*float64(frame))
			s.Trajectory.Velocities = append(s.Trajectory.Velocities, 0.5)
		}
	}
	return s.Along(s.Trajectory)
}

// noisyTime is the time of a prediction of everyObject.
const noisyTime = 0.5

func noisySample(deviation float64, epoch, number int) Sample {
	samples := []Sample{everyObject()}
	NewNoise(deviation, noisyTime, 7).Apply(samples, epoch, []int{number})
	return samples[0]
}

// TestNoiseKeepsLengths of every kind of objects, at any size and in every frame,
// and gives no bar a velocity along itself.
func TestNoiseKeepsLengths(t *testing.T) {
	for _, deviation := range []float64{1e-3, 0.1, 3} {
		requireNoisyLengths(t, everyObject(), deviation)
		joined := everyObject() // the last particle of the tree joins the body to it
		joined.Objects[3] = Body.Of(9, 10, 8, 12)
		requireNoisyLengths(t, joined, deviation)
	}
}

func requireNoisyLengths(t *testing.T, before Sample, deviation float64) {
	samples := []Sample{before}
	NewNoise(deviation, noisyTime, 7).Apply(samples, 1, []int{2})
	noisy := samples[0]
	require.NotEqual(t, before.Position, noisy.Position)
	for _, object := range before.Objects {
		for _, bar := range object.Bars() {
			want := Distance(before.Position, bar[0], bar[1])
			require.InEpsilon(t, want, Distance(noisy.Position, bar[0], bar[1]), 1e-5)
			require.InEpsilon(t, want, Distance(noisy.TargetPosition, bar[0], bar[1]), 1e-5)
			x, v := noisy.Trajectory.Positions[84:], noisy.Trajectory.Velocities[84:]
			require.InEpsilon(t, want, Distance(x, bar[0], bar[1]), 1e-5)
			var along, across float64
			for axis := range 3 {
				r, u := x[3*bar[1]+axis]-x[3*bar[0]+axis], v[3*bar[1]+axis]-v[3*bar[0]+axis]
				along, across = along+r*u, across+u*u
			}
			require.Positive(t, across)
			require.Less(t, math.Abs(along), 1e-5*want*math.Sqrt(across))
		}
	}
}

// TestNoiseIsGaussian checks an isolated particle and the mean of an object's particles.
// The target has the noise of the position, and the noise of the velocity for the time of
// a prediction.
func TestNoiseIsGaussian(t *testing.T) {
	const draws, deviation = 1000, 0.01
	drawn := make([]Sample, draws)
	for number := range drawn {
		drawn[number] = noisySample(deviation, 1, number)
	}
	before := everyObject()
	of := func(numbers []float32, particles ...int) (value float64) {
		for _, i := range particles {
			value += float64(numbers[3*i+1]) / float64(len(particles))
		}
		return value
	}
	for _, particles := range [][]int{{13}, {1, 0}, {3, 4, 2}, {6, 5, 7, 8}, {9, 10, 11, 12}} {
		var position, velocity float64
		for _, noisy := range drawn {
			dx, dv := of(noisy.Position, particles...)-of(before.Position, particles...), of(noisy.Velocity, particles...)-of(before.Velocity, particles...)
			position, velocity = position+dx*dx, velocity+dv*dv
			require.InDelta(t, dx+noisyTime*dv, of(noisy.TargetPosition, particles...)-of(before.TargetPosition, particles...), 1e-6)
			require.InDelta(t, dv, of(noisy.TargetVelocity, particles...)-of(before.TargetVelocity, particles...), 1e-6)
		}
		count := float64(draws * len(particles))
		require.InEpsilon(t, deviation, math.Sqrt(position*count)/draws, 0.1)
		require.InEpsilon(t, deviation/noisyTime, math.Sqrt(velocity*count)/draws, 0.1)
	}
}

// TestNoiseDependsOnItsNumbersAlone: on the epoch and the sample, and it leaves the
// sample it is given.
func TestNoiseDependsOnItsNumbersAlone(t *testing.T) {
	first := noisySample(0.1, 3, 4)
	require.Equal(t, first, noisySample(0.1, 3, 4))
	require.NotEqual(t, first, noisySample(0.1, 4, 3))
	before := everyObject()
	samples := []Sample{before, before}
	NewNoise(0.1, noisyTime, 7).Apply(samples, 3, []int{9, 4})
	require.Equal(t, first, samples[1])
	require.Equal(t, everyObject(), before)
	for frame, state := range [][]float32{first.Position, first.TargetPosition} {
		require.Equal(t, vector.Narrowed(first.Trajectory.Positions[42*frame:][:42]), state)
	}
	require.Equal(t, before.Charge, first.Charge)
}

// TestNoiseIsDrawnAnew in every epoch, for every sample and with every seed.
func TestNoiseIsDrawnAnew(t *testing.T) {
	first := noisySample(0.1, 3, 4).Position
	require.NotEqual(t, first, noisySample(0.1, 4, 4).Position, "epoch")
	require.NotEqual(t, first, noisySample(0.1, 3, 5).Position, "sample")
	samples := []Sample{everyObject()}
	NewNoise(0.1, noisyTime, 8).Apply(samples, 3, []int{4})
	require.NotEqual(t, first, samples[0].Position, "seed")
}

// TestNoiseTurnsABarByThePartAcross: the ends of a bar at rest are given noise as free
// particles are, of which the bar takes what turns it: r x noise / |r|^2. The noise of
// the positions gives an angle, the noise of the velocities an angular velocity.
func TestNoiseTurnsABarByThePartAcross(t *testing.T) {
	noisy := func(objects Objects) Sample {
		x := []float32{0, 0, 0, 0, 3, 0}
		samples := []Sample{{Position: x, Velocity: make([]float32, 6), TargetPosition: x, Objects: objects}}
		NewNoise(1e-3, noisyTime, 7).Apply(samples, 1, []int{1})
		return samples[0]
	}
	free, stick := noisy(nil), noisy(Objects{Stick.Of(0, 1)})
	bar := func(numbers []float32) [3]float64 {
		v := vectors(numbers)
		return vector.Plus(v[1], -1, v[0])
	}
	r := [3]float64{0, 3, 0}
	angle, spin := vector.Cross(r, bar(free.Position)), vector.Cross(r, bar(free.Velocity))
	const secondOrder = 1e-5 // of angles near 1e-3, and float32
	for axis := range 3 {
		require.InDelta(t, r[axis]+vector.Cross(angle, r)[axis]/9, bar(stick.Position)[axis], secondOrder)
		require.InDelta(t, vector.Cross(spin, bar(stick.Position))[axis]/9, bar(stick.Velocity)[axis], 2e-9)
	}
}

// TestNoiseAndPerturbationShareNoNumbers with each other or with what shuffles
// samples, which is seeded with the seed as it is.
func TestNoiseAndPerturbationShareNoNumbers(t *testing.T) {
	for _, seed := range []uint64{0, 1, 7} {
		noise, perturbation := NewNoise(1, 1, seed).seed, NewPerturber(Length, seed).seed
		require.NotEqual(t, noise, perturbation)
		require.NotEqual(t, seed, noise)
		require.NotEqual(t, seed, perturbation)
	}
}

// TestNoiseOnNothing: a sample without target velocities keeps none, and a bar
// whose ends are in one place does not turn.
func TestNoiseOnNothing(t *testing.T) {
	same := slices.Repeat([]float32{1}, 6)
	samples := []Sample{{Position: same, Velocity: same, TargetPosition: same, Objects: Objects{Stick.Of(0, 1)}}}
	NewNoise(0.1, noisyTime, 7).Apply(samples, 1, []int{0})
	require.Nil(t, samples[0].TargetVelocity)
	require.NotEqual(t, same, samples[0].Position)
	require.Equal(t, samples[0].Position[:3], samples[0].Position[3:])
}

// TestTurnOfNoise: particles in one place do not rotate, and others do by r x noise over the sum of squares.
func TestTurnOfNoise(t *testing.T) {
	d := displacement{position: [][3]float64{{0, 0, 0}, {0, 0.5, 0}}, velocity: [][3]float64{{0, 0, 0}, {0, 0, 2}}}
	angle, spin := d.turn([][3]float64{{1, 1, 1}, {1, 1, 1}}, []int{0}, []int{0, 1})
	require.Equal(t, [2][3]float64{}, [2][3]float64{angle, spin})
	angle, spin = d.turn([][3]float64{{0, 0, 0}, {1, 0, 0}}, []int{0}, []int{0, 1})
	require.Equal(t, [2][3]float64{{0, 0, 0.5}, {0, -2, 0}}, [2][3]float64{angle, spin})
}

package reproduce

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/internal/test/testenv"
	"gmnc/sim"
	"gmnc/system"
)

// TestLimitOfFiveCharges measures, for docs/results/measured.md, how far the known law with
// its limit on forces is off on test samples of five charges: along axes, as in the program
// that made them, along others, and without a limit.
func TestLimitOfFiveCharges(t *testing.T) {
	data, err := datasets.Read(filepath.Join(testenv.Data(t), corpus.FiveCharges+".npz"))
	require.NoError(t, err)
	turns, unturned := randomTurns(12), r3.NewRotation(0, r3.Vec{})
	near := 0
	var limited, turned, mean, unlimited float64 // errors x100
	for _, s := range data.Test {
		share := 100 / float64(len(data.Test))
		free, force := byKnownLaw(t, s, unturned, math.Inf(1))
		unlimited += share * off(s, free)
		if force <= sim.ForceLimit { // then it has no limit along any axes
			limited, turned, mean = limited+share*off(s, free), turned+share*off(s, free), mean+share*off(s, free)
			continue
		}
		near++
		along, _ := byKnownLaw(t, s, unturned, sim.ForceLimit)
		limited += share * off(s, along)
		middle := make([]r3.Vec, len(along))
		for _, turn := range turns {
			one, _ := byKnownLaw(t, s, turn, sim.ForceLimit)
			turned += share * off(s, one) / float64(len(turns))
			for i := range middle {
				middle[i] = r3.Add(middle[i], r3.Scale(1/float64(len(turns)), one[i]))
			}
		}
		mean += share * off(s, middle)
	}
	t.Logf("%d of %d samples meet the limit; errors x100: %.2g with it, %.2g in turned axes, %.2g the mean over turns, %.3g without",
		near, len(data.Test), limited, turned, mean, unlimited)
	require.Less(t, limited, 0.01)
	require.InDelta(t, 0.5, turned, 0.05)
	require.InDelta(t, 0.26, mean, 0.05)
	require.Greater(t, unlimited, 100.)
}

// randomTurns are rotations of even density.
func randomTurns(count int) []r3.Rotation {
	random := rand.New(rand.NewPCG(1, 0))
	turns := make([]r3.Rotation, count)
	for i := range turns {
		q := quat.Number{Real: random.NormFloat64(), Imag: random.NormFloat64(), Jmag: random.NormFloat64(), Kmag: random.NormFloat64()}
		turns[i] = r3.Rotation(quat.Scale(1/quat.Abs(q), q))
	}
	return turns
}

// byKnownLaw are the positions of a sample's target by the known law, with a limit on forces
// along axes that are turned, and the largest force on a particle.
func byKnownLaw(t *testing.T, s system.Sample, turn r3.Rotation, limit float64) (position []r3.Vec, force float64) {
	const steps = 1000 // of sim.TimeStep from input to target
	var state system.State
	for i := range s.Particles() {
		x, v := turn.Rotate(vectorAt(s.Position, i)), turn.Rotate(vectorAt(s.Velocity, i))
		state.Position = append(state.Position, [3]float64{x.X, x.Y, x.Z})
		state.Velocity = append(state.Velocity, [3]float64{v.X, v.Y, v.Z})
		state.Charge = append(state.Charge, float64(s.Charge[i]))
	}
	in, err := sim.NewIntegrator(&state, sim.Settings{ForceLimit: limit})
	require.NoError(t, err)
	before, fastest := make([][3]float64, s.Particles()), 0.
	for range steps {
		copy(before, state.Velocity)
		in.Step()
		for i, v := range state.Velocity {
			x, y, z := v[0]-before[i][0], v[1]-before[i][1], v[2]-before[i][2]
			fastest = max(fastest, x*x+y*y+z*z)
		}
	}
	back := r3.Rotation(quat.Conj(quat.Number(turn)))
	for _, x := range state.Position {
		position = append(position, back.Rotate(r3.Vec{X: x[0], Y: x[1], Z: x[2]}))
	}
	return position, math.Sqrt(fastest) / sim.TimeStep
}

// off is the mean squared error of positions.
func off(s system.Sample, position []r3.Vec) (sum float64) {
	for i, x := range position {
		sum += r3.Norm2(r3.Sub(x, vectorAt(s.TargetPosition, i))) / float64(3*len(position))
	}
	return sum
}

package corpus

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/internal/vector"
	"gmnc/system"
)

// TestWorld: bars keep their lengths and without damping the energy of a pendulum stays; springs
// and forces between pairs keep the momentum.
func TestWorld(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	w, draw := SimulatedSet{Kind: Pendulum}.worldOf()
	w.damping = 0
	energy := func(s state) (sum float64) {
		for i, m := range w.mass {
			sum += m*r3.Norm2(s.v[i])/2 - m*r3.Dot(w.gravity, s.x[i])
		}
		return sum
	}
	all := w.record(draw(random), simulatedFrames, simulatedSteps, FrameTime)
	first, last := all[0], all[len(all)-1]
	require.Len(t, all, simulatedFrames)
	require.InDelta(t, energy(first), energy(last), 1e-6)
	require.InDelta(t, 0.8, r3.Norm(last.x[1]), 1e-7)
	require.InDelta(t, 0.6, r3.Norm(r3.Sub(last.x[2], last.x[1])), 1e-7)
	require.Equal(t, r3.Vec{}, last.x[0])
	require.Greater(t, r3.Norm(r3.Sub(last.x[2], first.x[2])), 0.1)

	for _, row := range []string{Springs, PowerLaw, YukawaLaw} {
		w, draw := SimulatedSet{Kind: row}.worldOf()
		all := w.record(draw(random), simulatedFrames, simulatedSteps, FrameTime)
		momentum := func(s state) (sum r3.Vec) {
			for i, m := range w.mass {
				sum = r3.Add(sum, r3.Scale(m, s.v[i]))
			}
			return sum
		}
		require.InDelta(t, 0, r3.Norm(r3.Sub(momentum(all[0]), momentum(all[simulatedFrames-1]))), 1e-12, row)
	}
}

// TestForces: the accelerations of two particles by each kind of force.
func TestForces(t *testing.T) {
	two := state{[]r3.Vec{{}, {X: 2}}, []r3.Vec{{Y: 1}, {}}}
	w := world{mass: []float64{1, 2}, springs: []tie{{[2]int{0, 1}, 3, 1}}}
	require.Equal(t, []r3.Vec{{X: 3}, {X: -1.5}}, w.accelerations(two), "a spring that is stretched pulls")
	w = world{mass: []float64{1, 2}, pair: func(r float64) float64 { return 1 / r }}
	require.Equal(t, []r3.Vec{{X: -0.5}, {X: 0.25}}, w.accelerations(two), "positive forces push apart")
	w = world{mass: []float64{2, 0}, gravity: r3.Vec{Z: -1}, damping: 0.5}
	require.Equal(t, []r3.Vec{{Y: -0.25, Z: -1}, {}}, w.accelerations(two), "a pinned particle stays")
}

// TestMeasured: what sensors make of velocities.
func TestMeasured(t *testing.T) {
	var states []state
	for _, v := range []float64{0, 1, 1} {
		states = append(states, state{v: []r3.Vec{{X: v}}})
	}
	for missed, want := range map[string][]float64{NothingMissed: {0, 1, 1}, HalfFrame: {0, 0.5, 1}, lowPass: {0, 0.4, 0.64}} {
		for frame, v := range (SimulatedSet{Missed: missed}).measured(states) {
			require.InDelta(t, want[frame], v[0].X, 1e-12, missed)
		}
	}
}

// TestSimulatedRecordings: a set has its recordings without what models are to find, with the noise
// that its name says, and is the same by the same seed.
func TestSimulatedRecordings(t *testing.T) {
	s := SimulatedSet{Kind: Springs, noise: 1e-3, Recordings: 2}
	record := func(s SimulatedSet, seed uint64) []float64 {
		data, err := simulateRecordings(t.Context(), DataSet{System: s.Name(), Seed: seed})
		require.NoError(t, err)
		require.Len(t, data.Train, s.Recordings)
		require.Len(t, data.Valid, SpareRecordings)
		require.Empty(t, data.EdgeFeatures)
		return data.Train[0].Trajectory.Velocities
	}
	require.Equal(t, record(s, 1), record(s, 1))
	require.NotEqual(t, record(s, 1), record(s, 2))
	other := s
	other.Recordings = 10
	require.NotEqual(t, record(s, 1), record(other, 1), "each set has a stream of its own")
	_, err := simulateRecordings(t.Context(), DataSet{System: "nothing"})
	require.ErrorContains(t, err, "there are no recordings called nothing")

	random := rand.New(rand.NewPCG(3, 4))
	sum := 0.
	for range 1000 {
		sum += float64(noisy(random, r3.Vec{X: 1}, 0.1)[0])
	}
	require.InDelta(t, 1, sum/1000, 0.02)
	require.Equal(t, []float32{1, 2, 3}, noisy(random, r3.Vec{X: 1, Y: 2, Z: 3}, 0))
	require.False(t, math.IsNaN(sum))
}

// TestArm: recordings of an arm have no masses and dampings, which models are to find.
func TestArm(t *testing.T) {
	s := SimulatedSet{Kind: Arm, noise: 1e-4, Recordings: 4}
	data, err := simulateRecordings(t.Context(), DataSet{System: s.Name(), Seed: 1})
	require.NoError(t, err)
	first := data.First()
	require.True(t, first.Jointed())
	for name, f := range map[string][]float32{"mass": system.Mass.Of(&first), "damping": system.TurnDamping.Of(&first)} {
		require.Nil(t, f, name)
	}
	masses := map[string]float64{}
	robot, err := arm()
	require.NoError(t, err)
	for _, body := range robot.Bodies {
		for _, i := range body.Members {
			masses[body.Name] += robot.Mass[i]
		}
	}
	allclose.Within(t, []float64{1.2, 0.7, 0.08, 0.05}, []float64{masses["upper"], masses["lower"], robot.Bodies[0].Joint.Damping, robot.Bodies[1].Joint.Damping}, 1e-12)
	require.Equal(t, r3.Vec{Z: -9.81}, robot.Gravity)
	require.Equal(t, []r3.Vec{
		{X: 0.05, Y: 0.04, Z: -0.1}, {X: -0.04, Y: -0.05, Z: -0.3}, {X: 0.02, Y: 0.03, Z: -0.45},
		{X: 0.04, Y: 0.05, Z: -0.6}, {X: -0.05, Y: -0.03, Z: -0.75}, {X: 0.03, Y: -0.02, Z: -0.9},
	}, robot.Rest)
	require.InDelta(t, 0.3, turned(r3.Vec{Y: 1}, quat.Number{Real: math.Cos(0.15), Jmag: math.Sin(0.15)}), 1e-12)
}

// TestRecordArm: an arm begins at angles and rates that are spread by half a radian and by 1 rad/s, and torques by 1 N m.
// Rates have ten times the noise of angles.
func TestRecordArm(t *testing.T) {
	robot, err := arm()
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	var angle, rate, torque npz.Array
	SimulatedSet{Kind: Arm, noise: 0.1}.recordArm(rand.New(rand.NewPCG(1, 2)), robot, &angle, &rate, &torque)
	for _, a := range []npz.Array{angle, rate, torque} {
		require.Len(t, a.Floats, simulatedFrames*2)
	}
	angles := []float64{0.5 * random.NormFloat64(), random.NormFloat64(), 0.5 * random.NormFloat64(), random.NormFloat64()}
	for b := range 2 {
		require.InDelta(t, random.NormFloat64(), torque.Floats[b], 1e-6)
		require.InDelta(t, angles[2*b]+0.1*random.NormFloat64(), angle.Floats[b], 1e-6)
		require.InDelta(t, angles[2*b+1]+random.NormFloat64(), rate.Floats[b], 1e-6)
	}
}

// TestTosses: boxes of 1 m by 80 by 60 cm are thrown.
func TestTosses(t *testing.T) {
	data, err := SimulatedSet{Kind: Toss, Recordings: 1}.ofTosses(t.Context(), DataSet{Seed: 1})
	require.NoError(t, err)
	require.Len(t, data.Train, 1)
	require.Len(t, data.Test, SpareRecordings)
	first := data.First()
	require.Equal(t, []float32{0, 0, -9.81}, system.Gravity.Of(&first))
	diagonal := 0.
	at := vectors(vector.Widened(first.Position))
	for i := range at {
		for k := range i {
			diagonal = max(diagonal, r3.Norm(r3.Sub(at[i], at[k])))
		}
	}
	require.InDelta(t, math.Sqrt(1+0.8*0.8+0.6*0.6), diagonal, 1e-5)
}

// TestRatesOfTheArm: rates are recorded, or follow from the angles where positions are alone.
func TestRatesOfTheArm(t *testing.T) {
	record := func(alone bool) *system.Trajectory {
		s := SimulatedSet{Kind: Arm, Recordings: 1, alone: alone}
		data, err := s.ofArm(rand.New(rand.NewPCG(1, 2)), DataSet{System: s.Name()})
		require.NoError(t, err)
		return data.Train[0].Trajectory
	}
	recorded, derived := record(false), record(true)
	require.Equal(t, recorded.Positions, derived.Positions)
	require.NotEqual(t, recorded.Velocities, derived.Velocities)
}

// TestNoFolderForTheArm: without a folder for its file the arm is not recorded.
func TestNoFolderForTheArm(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "absent"))
	_, err := SimulatedSet{Kind: Arm}.ofArm(rand.New(rand.NewPCG(1, 2)), DataSet{})
	require.ErrorIs(t, err, fs.ErrNotExist)
}

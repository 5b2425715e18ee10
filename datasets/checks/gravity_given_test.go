package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestEnergiesOfAStep: the work and the change of the kinetic energy are by masses, of all particles but pinned ones.
func TestEnergiesOfAStep(t *testing.T) {
	s := alongX([]float32{0, 10, 20}, []float32{2, 7, 50})
	s.Velocity = []float32{1, 2, 0, 0, 0, 3, 9, 9, 9}
	s.TargetVelocity = []float32{3, 0, 1, 0, 4, 0, 1, 1, 1}
	change := (9+1.-1-4)/2 + (16-9)/2. + (3-243)/2.
	e := energiesOf(&s)
	require.Equal(t, change, e.change)
	require.Zero(t, e.work)
	require.Equal(t, [3]float64{2 - 3 + 30, 0, 0}, e.moment)
	system.Gravity.Set(&s, []float32{-2, 5, 5})
	e = energiesOf(&s)
	require.Equal(t, -2.*(2-3+30), e.work)
	require.Equal(t, 2, e.particle)
	require.Equal(t, 60., e.most)
	system.Mass.Set(&s, []float32{10, 1, 0.5})
	e = energiesOf(&s)
	require.Equal(t, 10*5/2.+7/2.-60, e.change)
	require.Equal(t, -2.*(20-3+15), e.work)
	require.Equal(t, 0, e.particle)
	require.Equal(t, 40., e.most)
	require.Equal(t, [3]float64{20 - 3 + 15, 0, 0}, e.moment)
	require.Equal(t, e.change, KineticGain(&s))
	require.Equal(t, e.change-e.work, GainWithoutGravity(&s))
	system.Pinned.Set(&s, []float32{1, 0, 1})
	e = energiesOf(&s)
	require.Equal(t, 3.5, e.change)
	require.Equal(t, 6., e.work)
	require.Equal(t, 1, e.particle)
}

// TestNearPlanes: a plane may act if a particle is as near as the fastest moves in a step, or if it turns back from the plane.
func TestNearPlanes(t *testing.T) {
	of := func(height, moved, speed, target float32) bool {
		s := system.Sample{Position: []float32{0, 0, 99, 0, 0, height}, TargetPosition: []float32{0, moved, 99, 0, 0, height}, Velocity: []float32{0, 0, 0, 0, 0, speed}, TargetVelocity: []float32{0, 0, 0, 0, 0, target}}
		planes := make([]float32, system.Planes.Columns)
		copy(planes, []float32{1, 0, 0, -99, 0, 0, 1, 0})
		system.Planes.Set(&s, planes)
		return nearPlane(&s)
	}
	require.False(t, of(1.8, 1, 0, 0), "it moves by the root of 3 at most")
	require.True(t, of(1.7, 1, 0, 0))
	require.True(t, of(1.7, -1, 0, 0))
	require.True(t, of(50, 0, -1, 1))
	require.False(t, of(50, 0, 1, -1))
	require.False(t, of(50, 0, -1, 0))
	require.False(t, of(50, 0, 0, 1))
	require.True(t, of(0, 0, 0, 0), "it rests on the plane")
	none := alongX([]float32{0}, []float32{1})
	require.False(t, nearPlane(&none))
	approach := system.Sample{Position: []float32{0, 0, 10}, TargetPosition: []float32{0, 0, 4}, Velocity: make([]float32, 3), TargetVelocity: make([]float32, 3)}
	system.Planes.Set(&approach, append([]float32{0, 0, 1, 0}, make([]float32, system.Planes.Columns-4)...))
	require.True(t, nearPlane(&approach), "it is near after the step")
	approach.Position, approach.TargetPosition = approach.TargetPosition, approach.Position
	require.True(t, nearPlane(&approach), "it was near before the step")
}

// TestOtherWork: some fields may do work on a sample besides gravity, and the others do none.
func TestOtherWork(t *testing.T) {
	for _, f := range []*system.Field{system.Charge, system.Force, system.Torque, system.Thrust, system.Box, system.RotorInertia, system.RotorMass} {
		s := alongX([]float32{0}, []float32{1})
		require.False(t, otherActs(&s))
		f.Set(&s, make([]float32, max(1, f.Columns)))
		require.True(t, otherActs(&s), f.Name)
	}
	s := alongX([]float32{0}, []float32{1})
	s.EdgeFeatures = []float32{1}
	require.True(t, otherActs(&s))
	s.EdgeFeatures, s.Neighbors = nil, []int64{}
	require.True(t, otherActs(&s))
	s.Neighbors = nil
	for _, f := range []*system.Field{system.Mass, system.Gravity, system.Friction} {
		f.Set(&s, make([]float32, f.Columns))
		require.False(t, otherActs(&s), f.Name)
	}
}

// TestSolvedPull: the gravity whose work explains changes of energies is found along axes along which particles move, unless there are several.
func TestSolvedPull(t *testing.T) {
	g, other := []float32{0, 0, -9, 1}, []float32{0, 0, -8, 1}
	p := new(pull)
	_, residual := p.solve()
	require.Equal(t, 1., residual)
	for _, moment := range [][3]float64{{1, 0, 0}, {0, 2, 0}, {1, 1, 0}, {2, 1, 0}} {
		p.take(g, 3*moment[0]-5*moment[1], moment)
	}
	found, residual := p.solve()
	allclose.Within(t, []float64{3, -5, 0}, found[:], 1e-4)
	require.InDelta(t, 0, residual, 1e-9)
	p.take(g, 10, [3]float64{})
	_, residual = p.solve()
	require.InDelta(t, 100./(9+100+4+1+100), residual, 1e-6)
	p.take(other, 3, [3]float64{1, 0, 0})
	found, residual = p.solve()
	require.Equal(t, 1., residual)
	require.Zero(t, found)
}

// TestFallOfSamples: ratios, residuals and the particle on which gravity does the most work are of all steps of trajectories.
func TestFallOfSamples(t *testing.T) {
	s := system.Sample{}.Along(&system.Trajectory{Particles: 2,
		Positions:  []float64{0, 0, 0, 5, 5, 5, 0, 0, 1, 5, 5, 7, 0, 0, 1, 5, 5, 8},
		Velocities: []float64{0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 3}})
	system.Gravity.Set(&s, []float32{0, 0, 1})
	f := FallOf([]system.Sample{s})
	require.Equal(t, 2, f.steps)
	// The changes are 4 and 2.5, and the works are 3 and 1.
	require.InDelta(t, (4*3+2.5*1)/10, f.Ratio, 1e-12)
	require.InDelta(t, 1-14.5*14.5/10/(16+6.25), f.Residual, 1e-12)
	require.Equal(t, [2]int{0, 1}, [2]int{f.Sample, f.Particle})
	require.False(t, f.Stops)
	require.InDelta(t, 1.45, f.Vector[2], 1e-4)
	limited := s
	system.SlideLimits.Set(&limited, make([]float32, 4))
	slower := system.Sample{Position: []float32{0, 0, 0}, TargetPosition: []float32{0, 0, 9}, Velocity: make([]float32, 3), TargetVelocity: make([]float32, 3)}
	system.Gravity.Set(&slower, []float32{0, 0, 1})
	f = FallOf([]system.Sample{limited, slower})
	require.True(t, f.Stops)
	require.Equal(t, [2]int{1, 0}, [2]int{f.Sample, f.Particle})
	still := slower
	still.TargetPosition = still.Position
	f = FallOf([]system.Sample{still})
	require.True(t, math.IsNaN(f.Ratio))
	require.Equal(t, 1., f.Residual)
}

// TestUnitsOfGravity: energies that change by a power of ten times the work, within two hundredths, are of gravity in another unit.
func TestUnitsOfGravity(t *testing.T) {
	of := func(ratio float64, steps int) error {
		var samples []system.Sample
		for range steps {
			samples = append(samples, falling(ratio))
		}
		return CheckGravity(samples)
	}
	require.NoError(t, of(1, 10))
	require.NoError(t, of(1.5, 10))
	require.NoError(t, of(10, 9))
	require.ErrorContains(t, of(10, 10), "sample 0 has the gravity [0 0 1], and its particle 0 moves as by [0 0 10]: kinetic energies change by 10 times its work")
	require.ErrorContains(t, of(10.19, 10), "kinetic energies change by 10.19 times its work")
	require.ErrorContains(t, of(0.0981, 10), "kinetic energies change by 0.0981 times its work")
	require.NoError(t, of(10.21, 10))
	require.NoError(t, of(9.79, 10))
	missed := []system.Sample{falling(9.7)}
	for range 30 {
		missed = append(missed, falling(10))
	}
	require.ErrorContains(t, CheckGravity(missed), "times its work")
	missed[0] = falling(4)
	require.NoError(t, CheckGravity(missed), "the work leaves more than a thousandth")
}

// TestMeasuresOfGravity: the unit of gravity is a factor either way, and gravity that points the other way has the energies change against its work.
func TestMeasuresOfGravity(t *testing.T) {
	s := at(nil)
	for _, c := range []struct{ ratio, unit, sign float64 }{{4, 4, -4}, {0.25, 4, -4}, {1, 1, -1}, {-1, 0, 1}, {-4, 0, 0.25}, {-0.5, 0, 0.5}} {
		s.fall = Fall{Ratio: c.ratio}
		require.Equal(t, c.unit, gravityUnit(s).size, c.ratio)
		require.Equal(t, c.sign, gravitySign(s).size, c.ratio)
	}
	s.fall.Stops = true
	require.True(t, math.IsNaN(fallRatio(s)))
	require.Zero(t, gravityUnit(s).size)
}

// TestSizeOfOtherGravity: centers that accelerate in another direction than gravity do so by about as much.
func TestSizeOfOtherGravity(t *testing.T) {
	for gained, told := range map[float32]bool{1.29: true, 1.31: false, 0.71: true, 0.69: false} {
		samples := line1(make([][3]float32, 5)...)
		for k := range samples {
			samples[k].TargetVelocity = []float32{1 + gained, 0, 0}
			system.Gravity.Set(&samples[k], []float32{0, 0, -1})
		}
		s := at(samples)
		s.fall.Ratio = 0.1
		require.Equal(t, told, fallsElsewhere(s).size > 0, gained)
	}
}

// TestShareOfOtherGravity: the distance of the other gravity from the given one is a share of its size.
func TestShareOfOtherGravity(t *testing.T) {
	samples := line1(make([][3]float32, 5)...)
	for k := range samples {
		samples[k].TargetVelocity = []float32{1 + 3.5, 0, 0}
		system.Gravity.Set(&samples[k], []float32{0, 0, -3})
	}
	s := at(samples)
	s.fall.Ratio = 0.1
	require.InDelta(t, math.Hypot(3, 3.5)/3, float64(fallsElsewhere(s).size), 1e-6)
}

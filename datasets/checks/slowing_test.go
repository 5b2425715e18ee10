package checks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// pairs are samples of two particles that pass each other along x, whose center moves at a speed, and at another one
// at targets. Their displacements are those of an interval of 2 at the latter.
func pairs(count int, masses []float32, center, later float32) (all []system.Sample) {
	apart := []float32{1, -1}
	if masses != nil {
		apart = []float32{masses[1], -masses[0]} // the center of mass stays
	}
	for range count {
		s := alongX([]float32{0, 5}, []float32{0, 5})
		s.TargetVelocity = make([]float32, 6)
		for i, v := range apart {
			s.Velocity[3*i], s.TargetVelocity[3*i] = v+center, v+later
			s.TargetPosition[3*i] += 2 * (v + later)
		}
		system.Mass.Set(&s, masses)
		all = append(all, s)
	}
	return all
}

// TestSlowing: centers of mass lose a fraction of their velocity, if they move at a thousandth of the particles' speed or
// more, and if the loss is that of more than six standard errors.
func TestSlowing(t *testing.T) {
	for _, c := range []struct {
		count         int
		masses        []float32
		center, later float32
		want          float64
	}{
		{40, nil, 1, 0.5, 0.5}, {40, []float32{1, 3}, 1, 0.5, 0.5}, {40, []float32{1, 3}, 4, 3, 0.25},
		{40, nil, 1, 1, 0}, {40, nil, 1, 2, 0},
		{37, nil, 1, 0.5, 0.5}, {35, nil, 1, 0.5, 0},
		{40, nil, 1.05e-3, 0, 1}, {40, nil, 0.95e-3, 0, 0},
		{40, []float32{1, 3}, 1.8e-3, 0, 1}, {40, []float32{1, 3}, 1.65e-3, 0, 0}, // the mean square speed is 3
	} {
		s := at(pairs(c.count, c.masses, c.center, c.later))
		require.InDelta(t, c.want, slowing(s).size, 2e-3, "%+v", c)
		s.data.About.Interval = "2"
		for k := range s.train {
			s.train[k].TargetVelocity = nil
		}
		require.InDelta(t, c.want, slowing(s).size, 2e-3, "by displacements, %+v", c)
		s.straight = false
		require.Zero(t, slowing(s).size, "displacements are not those of velocities")
		s.straight, s.data.About.Interval = true, ""
		require.Zero(t, slowing(s).size, "the time is not known")
	}
	found := slowing(at(pairs(40, nil, 1, 0.75)))
	require.Equal(t, []any{25.}, found.args)
}

// TestStillParticles: particles stay that move by less than a millionth of the typical length, and of the longest
// displacement.
func TestStillParticles(t *testing.T) {
	for _, c := range []struct {
		length, longest float64
		displacement    float32
		still           float64
	}{{1, 2, 0.95e-6, 1}, {1, 2, 1.05e-6, 0}, {9, 2, 1.9e-6, 1}, {9, 2, 2.1e-6, 0}, {9, 2, 0, 1}, {9, 0, 0, 0}} {
		s := at([]system.Sample{
			alongX([]float32{0, 0}, []float32{float32(c.longest), 0}),
			alongX([]float32{0, 0}, []float32{0, c.displacement}),
		})
		s.length = c.length
		require.Equal(t, c.still, stillParticle(s).size, "%+v", c)
	}
	s := at([]system.Sample{alongX([]float32{0, 0}, []float32{1, 0}), alongX([]float32{0}, []float32{1})})
	require.Zero(t, stillParticle(s).size, "systems have different particles")
	require.Zero(t, stillParticle(at(nil)).size)
	s.train = s.train[:1]
	require.Equal(t, 1., stillParticle(s).size)
	system.TurnAxis.Set(&s.train[0], make([]float32, 6))
	require.Zero(t, stillParticle(s).size, "joints hold particles")
}

// TestGainedEnergy: kinetic energies grow or shrink by a fraction of those at inputs, by more than six standard errors.
func TestGainedEnergy(t *testing.T) {
	const faster, slower = 1.25, 0.75
	for _, c := range []struct {
		times float32
		count int
		want  []any
	}{
		{faster, 40, []any{"win", 56.25}}, {slower, 40, []any{"lose", 43.75}}, {1, 40, nil},
		{faster, 36, []any{"win", 56.25}}, {faster, 35, nil}, {slower, 35, nil},
	} {
		all := pairs(c.count, nil, 0, 0)
		for k := range all {
			for i := range all[k].TargetVelocity {
				all[k].TargetVelocity[i] *= c.times
			}
		}
		s := at(all)
		found := energy(s)
		require.Equal(t, c.want == nil, found.size == 0, "%+v", c)
		if c.want != nil {
			require.Equal(t, c.want, found.args, "%+v", c)
			require.InDelta(t, c.want[1].(float64)/100, found.size, 1e-12, "%+v", c)
		}
		s.straight = false
		require.Zero(t, energy(s).size)
	}
	for k, square := range []float32{1, 0.5} { // the mean of the squares of two particles
		all := pairs(40, nil, 0, 0)
		for n := range all {
			all[n].TargetVelocity[0], all[n].TargetVelocity[3] = square, []float32{-1, 0.5}[k]
		}
		require.Equal(t, k == 1, energy(at(all)).size > 0)
	}
	require.Zero(t, energy(at(pairs(40, nil, 0, 0)[:0])).size)
}

package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// forced returns samples of two particles that rest, whose masses move as the given momenta say in a time of
// 2, with the forces that are said to give them, along z.
func forced(count int, gained, forces func(sample, particle int) float64) *subject {
	s := &subject{data: &datasets.Data{About: datasets.About{Interval: "2"}}}
	for k := range count {
		sample := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), TargetPosition: make([]float32, 6)}
		mass, force := []float32{2, 4}, make([]float32, 6)
		for particle := range 2 {
			sample.TargetPosition[3*particle+2] = float32(gained(k, particle) / float64(mass[particle]))
			force[3*particle+2] = float32(forces(k, particle) / 2)
		}
		system.Mass.Set(&sample, mass)
		system.Force.Set(&sample, force)
		s.data.Train = append(s.data.Train, sample)
	}
	s.train, s.steps = s.data.Train, s.data.Train
	return s
}

// TestMomenta: a displacement from rest is half of what the last velocity gives, gravity is taken off, and a
// force gives itself times the time.
func TestMomenta(t *testing.T) {
	s := forced(1, func(_, particle int) float64 { return 8 + float64(particle) }, func(_, particle int) float64 { return 3 })
	sample := &s.steps[0]
	gained, given := momenta(sample, 2)
	allclose.Within(t, []float64{0, 0, 8, 0, 0, 9}, gained, 1e-6)
	allclose.Within(t, []float64{0, 0, 3, 0, 0, 3}, given, 1e-6)
	system.Gravity.Set(sample, []float32{0, 0, -1})
	gained, _ = momenta(sample, 2)
	allclose.Within(t, []float64{0, 0, 12, 0, 0, 17}, gained, 1e-6)
	sample.Velocity[2] = 1
	gained, _ = momenta(sample, 2)
	allclose.Within(t, []float64{0, 0, 8, 0, 0, 17}, gained, 1e-6)
	plain := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: []float32{6, 0, 0}}
	gained, given = momenta(&plain, 3)
	allclose.Within(t, []float64{4, 0, 0}, gained, 1e-6)
	allclose.Within(t, []float64{0, 0, 0}, given, 0)
}

// TestScaleOfForces: forces are measured by the momenta of systems or, if they explain nearly all of those, of
// particles; what they hardly explain is infinitely off if it is far smaller.
func TestScaleOfForces(t *testing.T) {
	swing := func(k, particle int) float64 { return math.Sin(float64(k) + 1 + float64(particle)) }
	scaled := func(by float64) func(k, particle int) float64 {
		return func(k, particle int) float64 { return by * swing(k, particle) }
	}
	require.InDelta(t, 1, forces(forced(8, swing, swing)).size, 1e-6)
	require.InDelta(t, 4, forces(forced(8, scaled(4), swing)).size, 1e-6)
	require.InDelta(t, 4, forces(forced(8, scaled(0.25), swing)).size, 1e-6)
	require.True(t, math.IsInf(forces(forced(8, scaled(-1), swing)).size, 1))
	require.Zero(t, forces(forced(fewDriven-1, scaled(4), swing)).size)
	require.InDelta(t, 4, forces(forced(fewDriven, scaled(4), swing)).size, 1e-6)

	inner := func(k, particle int) float64 { return float64(1-2*particle) * math.Sin(float64(k)+1) } // opposite
	require.InDelta(t, 3, forces(forced(8, func(k, particle int) float64 { return 3 * inner(k, particle) }, inner)).size, 1e-6)
	noisy := func(size float64) func(k, particle int) float64 {
		return func(k, particle int) float64 { return inner(k, particle) + size*float64(1-2*(k%2))*inner(k, particle) }
	}
	require.Positive(t, forces(forced(8, noisy(0.2), inner)).size, "96 % are explained")
	require.Zero(t, forces(forced(8, noisy(0.26), inner)).size, "less than 95 % are")

	across := func(size float64) func(k, particle int) float64 {
		return func(k, _ int) float64 { return size * float64(1-2*(k%2)) }
	}
	one := func(int, int) float64 { return 1 }
	require.True(t, math.IsInf(forces(forced(8, across(1/30.5), one)).size, 1), "far smaller, and unrelated")
	require.Zero(t, forces(forced(8, across(1/29.5), one)).size)
}

// TestBalances: a correlation of nothing is 0, and the factor of work is measured if it explains four fifths.
func TestBalances(t *testing.T) {
	var b balance
	require.Zero(t, b.correlation())
	b.take(1, 0)
	require.Zero(t, b.correlation())
	b = balance{}
	b.take(2, 1)
	b.take(4, 2)
	require.Equal(t, balance{20, 5, 10}, b)
	require.InDelta(t, 1, b.explains(), 1e-12)
	found := b.measured("springs")
	require.Equal(t, 2.0, found.size)
	require.Equal(t, []any{"the energy of training samples changes by 2 times the work of springs"}, found.args)
	for both, measured := range map[float64]bool{0.89: false, 0.9: true} { // of which the squares are 0.792 and 0.81
		require.Equal(t, measured, (&balance{1, 1, both}).measured("springs").size > 0)
	}
	require.True(t, math.IsInf((&balance{1, 1, -1}).measured("springs").size, 1))
	require.Equal(t, []float64{2, 2, 1}, []float64{factorOf(2), factorOf(0.5), factorOf(1)})
	require.True(t, math.IsInf(factorOf(-1), 1))
	require.True(t, apartBy(2, 1, 2))
	require.True(t, apartBy(1, 2, 2))
	require.False(t, apartBy(1.9, 1, 2))
	require.False(t, apartBy(0, 1, 2))
	require.False(t, apartBy(1, 0, 2))
	require.Equal(t, 12.5, meanSquare([]float64{3, 4}))
}

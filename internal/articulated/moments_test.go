package articulated

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestMomentsOfMovedMasses: the moments of masses at points, moved, are those of the masses at
// the moved points, and their momentum is that of each mass by itself.
func TestMomentsOfMovedMasses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	any3 := func() [3]float64 { return [3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()} }
	sine, cosine := math.Sincos(0.7)
	other, way := math.Sincos(-1.1)
	by := pose{turn: matrix{{cosine, -sine, 0}, {sine, cosine, 0}, {0, 0, 1}}, move: any3()}
	by.turn = by.turn.by(&matrix{{1, 0, 0}, {0, way, -other}, {0, other, way}})
	turn, move := any3(), any3()
	motion := joined(turn, move)

	var at, moved points
	var momentum spatial
	for range 4 {
		mass, r := random.Float64(), any3()
		at.add(mass, r)
		moved.add(mass, by.point(r))
		push := times(mass, plus(move, cross(turn, r)))
		own := joined(cross(r, push), push)
		momentum.add(&own, 1)
	}
	var got points
	var all, dense spatial
	got.setMoved(&at, &by)
	all.setMomentum(&at, &motion)
	allclose.Within(t, moved[:], got[:], 1e-12)
	allclose.Within(t, momentum[:], all[:], 1e-12)

	var of inertia
	of.addPoints(&at)
	dense.setProduct(&of, &motion)
	allclose.Within(t, momentum[:], dense[:], 1e-12, "as a matrix")
}

// TestGrip: a joint whose rate falls from 0.4 to 0.3 meets friction by both rates, and one that
// rests by the rate below which it counts as resting.
func TestGrip(t *testing.T) {
	require.InDelta(t, 0.01*2/(0.3+0.9*0.4), grip(2, 0, 0.4, 0.3, 0.01), 1e-15)
	require.InDelta(t, 0.01*2/(5+0.9*5), grip(2, 5, 0, 0, 0.01), 1e-15)
	require.InDelta(t, 5, size(-3, 4), 1e-15)
	require.Equal(t, 1e-5, Still, "files have it as a number")
}

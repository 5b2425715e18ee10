package articulated

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// branched are five bodies of three particles each and one of no body: joints of the numbers 1 and 4 slide, 3
// and 4 hang on 1 both.
func branched() (Bodies[float64, int], ChainLoads) {
	random := rand.New(rand.NewPCG(5, 1))
	before := []int{0, 0, 1, 1, 1}
	n := 3*len(before) + 1
	b := Bodies[float64, int]{Turn: make([]float64, 3*n), Slide: make([]float64, 3*n), First: make([]float64, 4*n), Parents: make([]int, n)}
	normal := func(count int) (values []float64) {
		for range count {
			values = append(values, random.NormFloat64())
		}
		return values
	}
	b.Anchor, b.Rest = normal(3*n), normal(3*n)
	for i := range n {
		b.Parents[i], b.First[4*i] = i, 1
	}
	for k, parent := range before {
		axis := normal(3)
		floats.Scale(1/floats.Norm(axis, 2), axis)
		copy(b.Turn[9*k:], axis)
		if k == 1 || k == 4 {
			copy(b.Slide[9*k:], axis)
			clear(b.Turn[9*k : 9*k+3])
		}
		b.Parents[3*k], b.Parents[3*k+1], b.Parents[3*k+2] = 3*parent, 3*k, 3*k
	}
	positive := func() (values []float64) {
		for range n {
			values = append(values, 0.5+random.Float64())
		}
		return values
	}
	return b, ChainLoads{
		Loads: Loads[float64]{Mass: positive(), Force: normal(3 * n), Damping: positive(), Load: normal(n)},
		Rotor: positive(), Friction: positive(), Resting: slices.Repeat([]float64{1e-3}, n),
	}
}

// someMotion are places, rates and changes of rates of five joints.
func someMotion() (place, rate, change []float64) {
	return []float64{0.3, -0.2, 1, -2, 0.4}, []float64{1, -0.5, 0.7, 2, -1.5}, []float64{-3, 2, 1, 0.5, -1}
}

// TestChainStep: a chain steps as its bodies do, whose rotors are among stops. Friction takes an
// impulse from joints that go on, and holds those that rest.
func TestChainStep(t *testing.T) {
	bodies, loads := branched()
	chain := bodies.Chain()
	require.Equal(t, []int{0, 3, 6, 9, 12}, chain.Rows())
	place, rate, _ := someMotion()
	n := len(bodies.Parents)
	state, after := make([]float64, 2*n), make([]float64, 2*n)
	loads.Stops = make([]float64, StopColumns*n)
	for i, row := range chain.Rows() {
		state[2*row], state[2*row+1] = place[i], rate[i]
		loads.Stops[StopColumns*row] = loads.Rotor[row]
	}
	bodies.Step(after, state, loads.Loads, 0.05)
	free := loads
	free.Friction = nil
	chain.Step(place, rate, chain.Weigh(free), 0.05)
	for i, row := range chain.Rows() {
		require.InDelta(t, after[2*row], place[i], 1e-13)
		require.InDelta(t, after[2*row+1], rate[i], 1e-12)
	}
	_, rate, _ = someMotion()
	heavy := loads
	heavy.Friction = slices.Repeat([]float64{1e4}, n)
	for range 50 {
		chain.Step(place, rate, chain.Weigh(heavy), 0.05)
	}
	for _, w := range rate {
		require.InDelta(t, 0, w, 5e-3)
	}
}

// TestSlopes: derivatives of the loads that joints lack are their differences, and the matrix that
// resists changes of rates is how they change with these.
func TestSlopes(t *testing.T) {
	bodies, loads := branched()
	chain := bodies.Chain()
	load := chain.Weigh(loads)
	place, rate, change := someMotion()
	joints := len(place)
	share := []float64{1, -1, 0.5, 0, 1}
	missing := func(place, rate, change []float64) []float64 {
		for i := range joints {
			chain.m.setPose(&chain.m.links[i], place[i])
		}
		chain.bear(load)
		chain.move(rate, change)
		values := make([]float64, joints)
		chain.missing(values, rate, change, share, load)
		return values
	}
	missing(place, rate, change)
	chain.bear(load)
	chain.move(rate, change)
	inertia, byPlace, byRate := mat.NewDense(joints, joints, nil), mat.NewDense(joints, joints, nil), mat.NewDense(joints, joints, nil)
	chain.resist(inertia)
	for k := range joints {
		chain.slopesBy(k, rate, change, byPlace, byRate)
	}
	for k := range joints {
		moved := func(of []float64, by float64) []float64 {
			of = slices.Clone(of)
			of[k] += by
			return of
		}
		const by = 1e-4
		for i := range joints {
			difference := func(ahead, behind []float64) float64 { return (ahead[i] - behind[i]) / (2 * by) }
			require.InDelta(t, difference(missing(moved(place, by), rate, change), missing(moved(place, -by), rate, change)), byPlace.At(i, k), 1e-5, "place %d %d", i, k)
			damping := 0.
			if i == k {
				damping = load.links[k].damping
			}
			require.InDelta(t, difference(missing(place, moved(rate, by), change), missing(place, moved(rate, -by), change)), byRate.At(i, k)+damping, 1e-8, "rate %d %d", i, k)
			require.InDelta(t, difference(missing(place, rate, moved(change, by)), missing(place, rate, moved(change, -by))), inertia.At(i, k), 1e-8, "change %d %d", i, k)
		}
	}
}

// TestAdvance: tangents along steps are differences of steps by first places and rates, and by loads,
// which are linear in what they are made of, but for a share that falls with the square of the step.
func TestAdvance(t *testing.T) {
	bodies, loads := branched()
	chain := bodies.Chain()
	lighter := func(by float64) ChainLoads {
		other := loads
		other.Mass, other.Damping, other.Rotor = slices.Clone(loads.Mass), slices.Clone(loads.Damping), slices.Clone(loads.Rotor)
		other.Force, other.Load, other.Friction = slices.Clone(loads.Force), slices.Clone(loads.Load), slices.Clone(loads.Friction)
		for i := range loads.Mass {
			other.Mass[i] -= float64(by * 0.2)
			other.Damping[i] += by
			other.Rotor[i] += float64(by * 0.3)
			other.Load[i] += by
			other.Friction[i] -= float64(by * 0.4)
		}
		for i := range other.Force {
			other.Force[i] += float64(by * 0.5)
		}
		return other
	}
	steps := func(place, rate []float64, load *ChainLoad, count int, pass func(from, to State)) []float64 {
		place, rate = slices.Clone(place), slices.Clone(rate)
		for range count {
			from := State{slices.Clone(place), slices.Clone(rate)}
			chain.Step(place, rate, load, 0.1/float64(count))
			pass(from, State{place, rate})
		}
		return append(place, rate...)
	}
	nothing := func(from, to State) {}
	load := chain.Weigh(loads)
	by := chain.Weigh(lighter(1)).Less(load)
	off := func(count int) (largest float64) {
		place, rate, _ := someMotion()
		joints := len(place)
		tangent := chain.NewTangent(2*joints + 1)
		for i := range joints {
			tangent.Position.Set(i, i, 1)
			tangent.Rate.Set(i, joints+i, 1)
		}
		steps(place, rate, load, count, func(from, to State) {
			require.True(t, chain.Advance(tangent, from, to, load, []*ChainLoad{by}, 0.1/float64(count)))
		})
		for k := range 2*joints + 1 {
			const by = 1e-5
			var sides [2][]float64
			for side, sign := range []float64{1, -1} {
				place, rate, _ := someMotion()
				own := load
				switch {
				case k < joints:
					place[k] += sign * by
				case k < 2*joints:
					rate[k-joints] += sign * by
				default:
					own = chain.Weigh(lighter(sign * by))
				}
				sides[side] = steps(place, rate, own, count, nothing)
			}
			for i := range joints {
				for of, at := range []float64{tangent.Position.At(i, k), tangent.Rate.At(i, k)} {
					difference := (sides[0][of*joints+i] - sides[1][of*joints+i]) / (2 * by)
					largest = max(largest, math.Abs(at-difference))
				}
			}
		}
		return largest
	}
	coarse, fine := off(4), off(8)
	require.Less(t, coarse, 0.1)
	require.Less(t, fine, 0.3*coarse)
	require.Greater(t, fine, 0.2*coarse)
}

// TestMet: a joint that goes on meets all of its friction, one that comes from rest or stops too, and one
// that turns back less; the derivatives are differences.
func TestMet(t *testing.T) {
	for _, c := range []struct{ before, after, share float64 }{
		{1, 1, 1}, {-2, -1, -1}, {0, 1, 1}, {1, 0, 1}, {1, -0.9, 0}, {0.9, -1, -0.1056}, {0, 0, 0},
	} {
		share, byBefore, byAfter := met(c.before, c.after, 1e-9)
		require.InDelta(t, c.share, share, 1e-3, c)
		if c.before*c.after == 0 {
			continue
		}
		const by = 1e-6
		at := func(before, after float64) float64 {
			share, _, _ := met(before, after, 1e-9)
			return share
		}
		require.InDelta(t, (at(c.before+by, c.after)-at(c.before-by, c.after))/(2*by), byBefore, 1e-6)
		require.InDelta(t, (at(c.before, c.after+by)-at(c.before, c.after-by))/(2*by), byAfter, 1e-6)
	}
	share, byBefore, byAfter := met(0, 0, 0)
	require.Zero(t, []float64{share, byBefore, byAfter}[0]+byBefore+byAfter)
}

// TestWeightless: a load has something of a link's particles by masses, by moments of forces, or by forces.
func TestWeightless(t *testing.T) {
	require.True(t, (&chainLoad{damping: 1, load: 1, rotor: 1, friction: 1}).weightless())
	for _, of := range []chainLoad{{mass: points{9: 1}}, {moments: matrix{2: {1: 1}}}, {push: [3]float64{2: 1}}} {
		require.False(t, of.weightless())
	}
}

// TestDrive: a load that is driven is what the chain weighs with these loads at its joints, and the one before stays.
func TestDrive(t *testing.T) {
	b, loads := branched()
	c := b.Chain()
	first := c.Weigh(loads)
	other := slices.Clone(loads.Load)
	floats.AddConst(2, other)
	driven := c.Drive(first, other)
	loads.Load = other
	require.Equal(t, c.Weigh(loads), driven)
	require.NotEqual(t, first, driven)
}

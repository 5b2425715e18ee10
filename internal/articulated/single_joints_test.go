package articulated

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// alone is a body of one particle at (1,0,0) on a joint at the origin.
func alone(turn, slide []float64) Bodies[float64, int] {
	return Bodies[float64, int]{Turn: turn, Slide: slide, Anchor: make([]float64, 3), Rest: []float64{1, 0, 0}, First: []float64{1, 0, 0, 0}, Parents: []int{0}}
}

// TestStartOfBodies: the rates are those that come nearest to the velocities, by mass. Rows without a body
// have none.
func TestStartOfBodies(t *testing.T) {
	b := Bodies[float64, int]{
		Turn: []float64{0, 0, 0, 0, 0, 1, 0, 0, 0}, Slide: make([]float64, 9), Anchor: make([]float64, 9),
		Rest: []float64{5, 5, 5, 1, 0, 0, 0, 2, 0}, First: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, Parents: []int{0, 1, 1},
	}
	state := []float64{9, 9, 9, 9, 9, 9}
	b.Start(state, []float64{7, 2, 1}, []float64{1, 1, 1, 0, 3, 0, -4, 0, 0})
	require.InDelta(t, (2*1*3.+1*2*4)/(2*1+1*4), state[3], 1e-15)
	state[3] = 0
	require.Equal(t, make([]float64, 6), state)
}

// TestStepOfASlide: a body that slides under a force alone has its acceleration, along each axis.
func TestStepOfASlide(t *testing.T) {
	for axis := range 3 {
		slide := make([]float64, 3)
		slide[axis] = 1
		after := make([]float64, 2)
		alone(make([]float64, 3), slide).Step(after, []float64{0.5, 3}, Loads[float64]{
			Mass: []float64{2}, Force: []float64{4, 6, 8}, Damping: []float64{0}, Load: []float64{1},
		}, 0.1)
		acceleration := (4 + 2*float64(axis) + 1) / 2
		allclose.Within(t, []float64{0.5 + 0.1*3 + 0.01/2*acceleration, 3 + 0.1*acceleration}, after, 1e-14)
	}
}

// TestStepAgainstAStop: a stop adds to what resists a change of the rate, and to the load.
func TestStepAgainstAStop(t *testing.T) {
	m := new(mechanism)
	b := alone(make([]float64, 3), []float64{0, 1, 0})
	loads := Loads[float64]{Mass: []float64{2}, Force: make([]float64, 3), Damping: []float64{0}, Load: []float64{0}, Stops: []float64{0.5, -1, 0.25, 3, 0.5}}
	begin(m, b, []float64{0.75, 1})
	weigh(m, b, loads)
	meetStops(m, loads, 0.1)
	l := &m.links[0]
	require.Equal(t, Stop{-1, 0.25, 3, 0.5}, l.stop)
	require.Equal(t, 0.5, l.rotor)
	l.coarse = l.start
	m.step(0.1, func(l *link) *[2]float64 { return &l.coarse })
	push := l.stop.Push(false, [3]float64{1, 0, 0.8}, 1, 0.1)
	require.InDelta(t, 0.55, push.Beyond, 1e-15)
	change := -push.Load / (2.5 + push.Resists)
	allclose.Within(t, []float64{0.8 + 0.05*(1+change), 1 + change}, l.coarse[:], 1e-15)
}

// TestMissingOfOneJoint: what a motion lacks is inertia, damping and friction, less the load and what
// forces on the particle do.
func TestMissingOfOneJoint(t *testing.T) {
	const q, rate, change = 0.5, -2., 3.
	for axis := range 4 {
		turn, slide := make([]float64, 3), make([]float64, 3)
		x := 0. // the force along the motion at a unit rate
		force := []float64{4, 6, 8}
		if axis < 3 {
			slide[axis] = 1
			x = force[axis]
		} else {
			turn[2] = 1
			x = 6*math.Cos(q) - 4*math.Sin(q)
		}
		c := alone(turn, slide).Chain()
		loads := ChainLoads{Loads[float64]{Mass: []float64{2}, Force: force, Damping: []float64{0.25}, Load: []float64{0.75}}, []float64{0.5}, []float64{1.5}, []float64{1e-3}}
		own := c.Weigh(loads)
		loads.Rotor, loads.Friction, loads.Resting = nil, nil, nil
		bare := c.Weigh(loads)
		missing := c.Missing(Motion{[]float64{q}, []float64{rate}, []float64{change}}, []*ChainLoad{own, bare})
		want := 2*change + 0.25*rate - 0.75 - x
		require.InDelta(t, want+0.5*change-1.5, missing.At(0, 0), 1e-13)
		require.InDelta(t, want, missing.At(0, 1), 1e-13)
	}
}

// TestAdvanceOfOneJoint: the implicit midpoint rule of two joints that turn by themselves, with friction.
func TestAdvanceOfOneJoint(t *testing.T) {
	b := Bodies[float64, int]{Turn: []float64{0, 0, 1, 0, 0, 1}, Slide: make([]float64, 6), Anchor: make([]float64, 6), Rest: []float64{1, 0, 0, 1, 0, 0}, Parents: []int{0, 1}}
	c := b.Chain()
	both := func(x float64) []float64 { return []float64{x, x} }
	load := c.Weigh(ChainLoads{Loads[float64]{Mass: both(2), Force: make([]float64, 6), Damping: both(0.25), Load: both(0)}, both(0.5), both(1.5), both(0.1)})
	by := c.Weigh(ChainLoads{Loads: Loads[float64]{Mass: both(0), Force: make([]float64, 6), Damping: both(0), Load: both(1)}})
	const h, before, after = 0.1, 0.3, -0.2
	tangent := c.NewTangent(3)
	for i := range 2 {
		tangent.Position.Set(i, 0, 1)
		tangent.Rate.Set(i, 1, 1)
	}
	from, to := State{both(0), both(before)}, State{both(0.01), both(after)}
	require.True(t, c.Advance(tangent, from, to, load, []*ChainLoad{by}, h))
	_, first, last := met(before, after, 0.1)
	all := 2.5 + h/2*0.25 + h*1.5*last
	for i := range 2 {
		for k, v := range []float64{0, (2.5 - h/2*(1.5*(first-last)+0)) / all, h / 2 / all} {
			dw := 0.
			if k == 1 {
				dw = 1
			}
			dq := 0.
			if k == 0 {
				dq = 1
			}
			require.InDelta(t, dq+h*v, tangent.Position.At(i, k), 1e-14, k)
			require.InDelta(t, 2*v-dw, tangent.Rate.At(i, k), 1e-14, k)
		}
	}
	nothing := c.Weigh(ChainLoads{Loads: Loads[float64]{Mass: both(0), Force: make([]float64, 6), Damping: both(0), Load: both(0)}})
	kept := mat.DenseCopyOf(tangent.Rate)
	require.False(t, c.Advance(tangent, from, to, nothing, nil, h), "joints that move no mass")
	require.Equal(t, kept, tangent.Rate)
}

// TestMeasureOfSlides: a body on the ground slides along any axis, however small it is. On a body of one
// particle, or of two, whose rotation nothing tells, a displacement is a number.
func TestMeasureOfSlides(t *testing.T) {
	corners := []float64{0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1}
	for axis := range 3 {
		b := Bodies[float64, int]{Turn: make([]float64, 12), Slide: make([]float64, 12), Rest: corners, Parents: []int{0, 0, 0, 0}}
		b.Slide[axis] = 1
		now := append([]float64(nil), corners...)
		for i := range 4 {
			now[3*i+axis] += 0.7
		}
		measured := make([]float64, 16)
		b.Measure(measured, now)
		allclose.Within(t, []float64{1, 0, 0.7, 0}, measured[:4], 1e-14)

		turning := Bodies[float64, int]{Turn: b.Slide, Slide: b.Turn, Rest: corners, Parents: b.Parents}
		sine, cosine := math.Sincos(0.5)
		for i := range 4 {
			p, q := 3*i+(axis+1)%3, 3*i+(axis+2)%3
			now[p], now[q] = cosine*corners[p]-sine*corners[q], sine*corners[p]+cosine*corners[q]
			now[3*i+axis] = corners[3*i+axis]
		}
		turning.Measure(measured, now)
		allclose.Within(t, []float64{cosine, sine, 0, 0}, measured[:4], 1e-12)
	}
	for _, c := range []struct {
		parent []float64 // particles of the first body
		want   float64
	}{
		{[]float64{0, 0, 0}, 0},
		{[]float64{-1, 0, 0, 1, 0, 0}, 2. / 3 * (6 - 2./3*5)}, // it is turned by the projection diag(2/3,0,0)
	} {
		first := len(c.parent) / 3
		rest := append(append([]float64(nil), c.parent...), 4, 0, 0, 6, 0, 0, 5, 1, 0, 5, -1, 0)
		n := first + 4
		b := Bodies[float64, int]{Turn: make([]float64, 3*n), Slide: make([]float64, 3*n), Rest: rest, Parents: make([]int, n)}
		b.Turn[2], b.Slide[3*first] = 1, 1
		for i := first + 1; i < n; i++ {
			b.Parents[i] = first
		}
		now := append([]float64(nil), rest...)
		for i := first; i < n; i++ {
			now[3*i]++
		}
		measured := make([]float64, 4*n)
		b.Measure(measured, now)
		require.Equal(t, 1., measured[3], "an unknown angle")
		require.InDelta(t, c.want, measured[4*first+2], 1e-12)
	}
}

package articulated

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPasses: the changes of rates in a step of the time h are off by h^4, as three iterations leave
// them, of which each multiplies the error by the angle that joints turn.
func TestPasses(t *testing.T) {
	off := func(h float64) (most float64) {
		bodies, loads := branched()
		place, rate, _ := someMotion()
		state := make([]float64, 2*len(bodies.Parents))
		for i, row := range bodies.Chain().Rows() {
			state[2*row], state[2*row+1] = place[i], rate[i]
		}
		m := new(mechanism)
		begin(m, bodies, state)
		weigh(m, bodies, loads.Loads)
		coarse := func(l *link) *[2]float64 { return &l.coarse }
		for i := range m.links {
			m.links[i].coarse = m.links[i].start
		}
		m.step(h, coarse)
		var changes []float64
		for i := range m.links { // back to the rates of the step's start
			changes = append(changes, m.links[i].change)
			m.links[i].coarse[1] -= m.links[i].change
		}
		for range 30 {
			m.pass(h, coarse)
		}
		for i, change := range changes {
			most = max(most, math.Abs(change-m.links[i].change))
		}
		return most
	}
	require.InDelta(t, 4, math.Log2(off(0.02)/off(0.01)), 0.3)
}

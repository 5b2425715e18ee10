package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// misweighed returns logged with the energies of a file whose masses are these times as large.
func misweighed(times ...float64) *Recording {
	r := logged(240, 0, 0.01)
	add := r.AddEnergies
	r.AddEnergies = func(r *Recording) {
		from := len(r.Energies)
		add(r)
		for i := from; i < len(r.Energies); i++ {
			r.Energies[i] *= times[i%4/2]
		}
	}
	r.Energies, r.States = nil, nil
	return r
}

// TestFreeMasses: masses of a file that are far off are not taken for loads or positions of another sign, or of each
// other's joints, and do not hide those that are.
func TestFreeMasses(t *testing.T) {
	for _, masses := range [][]float64{{1, 1}, {3, 1}, {0.3, 1}, {1, 4}, {1, 0.2}} {
		for name, c := range map[string]struct {
			change func(r *Recording)
			turned []int
			found  string
		}{
			"right":           {func(*Recording) {}, nil, ""},
			"load of 0":       {func(r *Recording) { turn(r.Loads, 0, 2) }, []int{0}, ""},
			"load of 1":       {func(r *Recording) { turn(r.Loads, 1, 2) }, []int{1}, ""},
			"all loads":       {func(r *Recording) { turn(r.Loads, 0, 2); turn(r.Loads, 1, 2) }, []int{0, 1}, ""},
			"positions":       {func(r *Recording) { exchange(r.Positions, 0, 1, 2); exchange(r.Rates, 0, 1, 2) }, nil, "positions and velocities of particle 0 and particle 1 may be exchanged"},
			"loads exchanged": {func(r *Recording) { exchange(r.Loads, 0, 1, 2) }, nil, "torques of particle 0 and particle 1 may be exchanged"},
			"all exchanged": {func(r *Recording) {
				for _, of := range [][]float64{r.Positions, r.Rates, r.Loads} {
					exchange(of, 0, 1, 2)
				}
			}, nil, "positions and velocities and torques of particle 0 and particle 1 may be exchanged"},
		} {
			r := misweighed(masses...)
			c.change(r)
			b := (&subject{recording: r, words: words}).loadBalance()
			require.Equal(t, c.turned, b.Turned, "%s %v", name, masses)
			require.Equal(t, c.found != "", b.correction != nil, "%s %v", name, masses)
			if c.found != "" {
				require.Contains(t, b.correction.found, c.found, "%v", masses)
			}
		}
	}
}

// TestAgainstTheWork: signs that the work tells hold only as far as the equations of motion do not contradict them.
func TestAgainstTheWork(t *testing.T) {
	e := logged(240, 0, 0.01).lagrangian().widestKernel()
	require.Len(t, e.kernel, widest)
	loads := e.of.r.Loads
	log, _ := e.evidence(loads)
	require.InDelta(t, effective*float64(len(e.frames))*math.Log(8), e.needed(), 1e-9, "of 56 frames")
	require.Equal(t, 20., (&equations{frames: make([]int, 25)}).needed())
	require.Nil(t, e.turned(loads, nil, log))
	require.Nil(t, e.turned(loads, []int{1}, log), "contradicted")
	require.Equal(t, []int{0, 1}, e.turned(loads, []int{0, 1}, log), "equations cannot tell all from none")
	other := slices.Clone(loads)
	turn(other, 1, 2)
	turnedLog, _ := e.evidence(other)
	require.Equal(t, []int{1}, e.turned(loads, []int{1}, turnedLog+undecided-0.1))
	require.Nil(t, e.turned(loads, []int{1}, turnedLog+undecided+0.1))
	require.Equal(t, []int{1}, e.turned(loads, nil, turnedLog-e.needed()-0.1))
	require.Nil(t, e.turned(loads, nil, turnedLog-e.needed()+0.1))
}

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
	require.Equal(t, []int{1}, e.turned(loads, []int{1}, turnedLog+2.9))
	require.Nil(t, e.turned(loads, []int{1}, turnedLog+3.1))
	require.Equal(t, []int{1}, e.turned(loads, nil, turnedLog-e.needed()-0.1))
	require.Nil(t, e.turned(loads, nil, turnedLog-e.needed()+0.1))
}

// TestWidestKernel: of a long log, equations have the kernel of widest frames; of a short one, the widest for which
// there are enough.
func TestWidestKernel(t *testing.T) {
	for frames, width := range map[int]int{240: 16, 73: 16, 72: 8, 37: 8, 36: 4, 19: 4, 18: 0} {
		e := logged(frames, 0, 0).lagrangian().widestKernel()
		if width == 0 {
			require.Nil(t, e)
			continue
		}
		require.NotNil(t, e, frames)
		require.Len(t, e.kernel, width, "%d frames", frames)
	}
}

// TestShortLogs: logs with too few equations of motion are judged by the work.
func TestShortLogs(t *testing.T) {
	none := func() []correction { return nil }
	for frames, ok := range map[int]bool{18: false, 19: true} {
		r := logged(frames, 0, 0)
		_, by := r.correctedByEquations(r.Balance(), none)
		require.Equal(t, ok, by, frames)
	}
	r := logged(240, 0, 0)
	r.AddEnergies = nil
	_, by := r.correctedByEquations(Balance{}, none)
	require.False(t, by)
}

// TestDoubtful: corrections of positions are tried only if the masses do not explain the work, or constants the loads;
// those of loads are tried always.
func TestDoubtful(t *testing.T) {
	for left, searched := range map[float64]bool{unexplainedWork: false, unexplainedWork + 0.01: true} {
		tried, r := 0, logged(240, 0, 0)
		_, ok := r.correctedByEquations(Balance{Left: left}, func() []correction {
			return []correction{{motion: func([]float64) { tried++ }}, {loads: func([]float64) { tried += 10 }}}
		})
		require.True(t, ok)
		require.Equal(t, map[bool]int{false: 10, true: 12}[searched], tried)
	}
}

// TestNeighbors: positions are exchanged between neighbors only, loads between any two joints.
func TestNeighbors(t *testing.T) {
	r := &Recording{Elements: 4, Each: 1, Starts: []int{0, 1}, States: []float64{1}}
	all := (&subject{recording: r, energetic: &r, words: words}).corrections()
	require.Len(t, all, 4*2+6+3*2)
	r.States = nil
	require.Len(t, (&subject{recording: r, energetic: &r, words: words}).corrections(), 4*2+6*3)
}

// TestEvidence: the evidence is that of the fractions that are left of each joint's loads, which count from a hundred
// millionth on.
func TestEvidence(t *testing.T) {
	e := unitEquations(6, 5)
	log, s := e.evidence([]float64{math.NaN(), 0, 0, 0, 0, 1})
	require.True(t, math.IsInf(log, -1), "nothing explains loads that are no numbers")
	require.Nil(t, s)
	for _, c := range []struct {
		loads []float64
		left  float64
	}{{[]float64{1, 0, 0, 0, 0, 1}, 0.5}, {[]float64{1, 2, 3, 4, 5, 0}, 1e-8}, {[]float64{0, 0, 1, 0, 0, 3}, 0.9}} {
		log, s := e.evidence(c.loads)
		require.InDelta(t, -0.375*6*math.Log(c.left)/2, log, 1e-6, "%+v", c)
		require.InDelta(t, c.left, s.fractions[0], 2e-8, "%+v", c)
	}
}

// TestBetterCorrection: loads whose sign is wrong are not taken for loads with a correction that explains them less.
func TestBetterCorrection(t *testing.T) {
	for _, noise := range []float64{0, 0.1} {
		r := logged(240, 0, 0.01)
		turn(r.Loads, 1, 2)
		e := r.lagrangian().widestKernel()
		log, _ := e.evidence(r.Loads)
		other := func(loads []float64) {
			turn(loads, 1, 2)
			for i := range loads {
				loads[i] *= 1 + noise*math.Sin(float64(i*i))
			}
		}
		loads := slices.Clone(r.Loads)
		other(loads)
		own, _ := e.evidence(loads)
		require.Greater(t, own, log+e.needed(), "it explains them better than none")
		b, ok := r.correctedByEquations(Balance{}, func() []correction { return []correction{{loads: other}} })
		require.True(t, ok)
		require.Equal(t, []int{1}, b.Turned, noise)
		require.Nil(t, b.correction, noise)
	}
}

// TestKineticEnergy: the energy of motion is that of states, without those at rest, and of the rotors, times their constants.
func TestKineticEnergy(t *testing.T) {
	r := oneJoint([]float64{0.3, 0.5}, []float64{2, 4})
	e := &equations{of: &lagrangian{r: r}, states: 1}
	require.InDelta(t, 3*(2+8)+5*(2+8), e.kinetic(&solution{constants: []float64{3, 5, 70, 70}}), 1e-12)
	two := &Recording{Elements: 2, Each: 1, Starts: []int{0, 1}, Positions: []float64{7, 7}, Rates: []float64{2, 4}}
	two.AddEnergies = func(r *Recording) {
		r.States, r.Potentials = append(r.States, r.Rates[0]+9, 10*r.Rates[1]), append(r.Potentials, 9, 0)
	}
	e = &equations{of: &lagrangian{r: two}, states: 2}
	require.InDelta(t, 3*2+5*40+11*2+13*8, e.kinetic(&solution{constants: []float64{3, 5, 11, 70, 70, 13, 70, 70}}), 1e-12)
	require.Nil(t, two.States, "the recording stays")
}

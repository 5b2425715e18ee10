package checks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// driven is a mass on a spring with damping that a load, held over each frame, drives in several
// recordings; the load is recorded so many frames late, and with noise.
func driven(recordings, frames int, late, noise float64) *Recording {
	const dt, steps, stiffness, damping = 0.1, 20, 2.0, 0.3
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0}, Time: dt}
	random := rand.New(rand.NewPCG(5, 6))
	for range recordings {
		x, v := random.NormFloat64(), random.NormFloat64()
		phase := 6 * random.Float64()
		load := func(frame float64) float64 { return 2*math.Sin(0.4*frame+phase) + math.Cos(0.9*frame) }
		for frame := range frames {
			r.Positions, r.Rates = append(r.Positions, x), append(r.Rates, v)
			r.Loads = append(r.Loads, load(float64(frame)-late)+noise*random.NormFloat64())
			r.States = append(r.States, v*v, x*x)
			r.Energies = append(r.Energies, v*v/2, stiffness*x*x/2)
			for range steps {
				const h = dt / steps
				a := func(x, v float64) float64 { return load(float64(frame)) - stiffness*x - damping*v }
				half, speed := x+h/2*v, v+h/2*a(x, v)
				x, v = x+h*speed, v+h*a(half, speed)
			}
		}
		r.Starts = append(r.Starts, len(r.Positions))
	}
	return r
}

// TestLoadLag: by how many frames loads are late is found without masses, stiffness and damping,
// in noise too, and reported from leastLoadLag on.
func TestLoadLag(t *testing.T) {
	for _, c := range []struct {
		late, noise float64
		told        bool
	}{
		{0, 0, false}, {leastLoadLag - 0.05, 0, false}, {leastLoadLag + 0.05, 0, true}, {1, 0, true}, {-1, 0, true}, {3, 0, true}, {0.5, 0, true},
		{0, 0.3, false}, {1, 0.3, true},
	} {
		lag := driven(4, 120, c.late, c.noise).workLags().loads
		require.Equal(t, c.told, lag.LoadSignificant(), "%+v: %v", c, lag)
		if c.told {
			require.InDelta(t, c.late, lag.Frames, 0.05+c.noise/3, "%+v", c)
		}
	}
	require.False(t, driven(1, 12, 1, 0).workLags().loads.LoadSignificant(), "of too few frames")
	silent := driven(4, 120, 1, 0)
	clear(silent.Loads)
	require.False(t, silent.workLags().loads.LoadSignificant(), "loads of 0")
	silent.Loads = nil
	require.False(t, silent.workLags().loads.LoadSignificant(), "no loads")
}

// TestLateLoads: a lag is reported, beyond farLag frames where both halves have it to farApart frames, and
// not of loads that are clipped once.
func TestLateLoads(t *testing.T) {
	given := func(r *Recording) bool { return rowOf(LateLoads).find(&subject{recording: r, words: words}) != "" }
	require.True(t, given(driven(4, 120, 4, 0)))
	require.True(t, driven(4, 120, 4, 0).halvesAgree(Lag{Frames: 4.9}, workLags.ofLoads))
	require.False(t, driven(4, 120, 4, 0).halvesAgree(Lag{Frames: 5.1}, workLags.ofLoads))
	for _, c := range []struct {
		late  float64
		first bool // whether the loads of the first half are those late ones, else those of the second
	}{{4, true}, {4, false}} {
		late, mixed := driven(4, 120, c.late, 0), driven(4, 120, 0, 0)
		half := len(mixed.Loads) / 2
		if c.first {
			copy(mixed.Loads[:half], late.Loads[:half])
		} else {
			copy(mixed.Loads[half:], late.Loads[half:])
		}
		require.False(t, mixed.halvesAgree(Lag{Frames: c.late}, workLags.ofLoads), "%+v", c)
	}
	clipped := driven(4, 120, 1, 0)
	require.True(t, given(clipped))
	most := slices.Max(clipped.Loads)
	at := slices.Index(clipped.Loads, most)
	size := clipped.size()
	for frame := range clippedFrames {
		clipped.Loads[at+frame*size] = most
	}
	require.False(t, given(clipped), "clipped once")
}

// TestEnergyLag: energies of a file that are late beside right loads are told from leastLoadLag on,
// beyond farLag frames where both halves have it, loads that are late beside right energies are not
// taken for that, and energies that follow from the motion are never late.
func TestEnergyLag(t *testing.T) {
	const frames = 480
	moved := func(energies, loads float64) *Recording {
		r := &Recording{Elements: 1, Each: 3, Starts: []int{0, frames}, Time: 1, Instant: true}
		force := func(frame float64) float64 { return 2*math.Sin(0.4*frame) + math.Cos(0.9*frame) }
		energy := 0.0
		for frame := range frames {
			at := float64(frame)
			place := func(at float64) float64 { return math.Sin(0.23*at) + 0.3*math.Sin(0.7*at) }
			r.Positions, r.Loads, r.States = append(r.Positions, place(at), 0, 0), append(r.Loads, force(at), 0, 0), append(r.States, energy)
			energy -= (force(at) + force(at+1)) / 2 * (place(at+1) - place(at))
		}
		r.States, r.Loads = Shifted(r.States, 1, r.Starts, energies), Shifted(r.Loads, 3, r.Starts, loads)
		return r
	}
	for late, want := range map[float64][]string{0: nil, 0.2: nil, 0.4: {LateEnergies}, 1: {LateEnergies}, -1: {LateEnergies}, 4: {LateEnergies}} {
		r := moved(late, 0)
		require.Equal(t, want, reported(r), "%g", late)
		if late == math.Round(late) && late != 0 {
			require.InEpsilon(t, late, r.workLags().energies.Frames, 0.01, "%g", late)
		}
		r.Instant = false
		require.NotContains(t, reported(r), LateEnergies, "%g", late)
	}
	require.Equal(t, []string{LateLoads}, reported(moved(0, 1)))
	mixed := moved(4, 0)
	copy(mixed.States[frames/2:], moved(0, 0).States[frames/2:])
	require.False(t, mixed.halvesAgree(Lag{Frames: 4}, workLags.ofEnergies))
	require.True(t, moved(4, 0).halvesAgree(Lag{Frames: 4}, workLags.ofEnergies))
}

// TestScaleOfEnergies: energies in another unit than the forces, or of the other sign, are found, but not
// those of which the work explains too little, and none that follow from the motion.
func TestScaleOfEnergies(t *testing.T) {
	const frames = 200
	scaled := func(factor, other float64) *Recording {
		r := &Recording{Elements: 1, Each: 3, Starts: []int{0, frames}, Time: 1, Instant: true}
		energy := 0.0
		for frame := range frames {
			at, force := math.Sin(0.3*float64(frame)), math.Cos(0.2*float64(frame))
			r.Positions, r.Loads = append(r.Positions, at, 0, 0), append(r.Loads, force, 0, 0)
			r.States = append(r.States, factor*(energy+other*math.Sin(1.1*float64(frame))))
			energy -= (force + math.Cos(0.2*float64(frame+1))) / 2 * (math.Sin(0.3*float64(frame+1)) - at)
		}
		return r
	}
	for _, c := range []struct {
		factor, other float64
		found         bool
	}{{1, 0, false}, {1.49, 0, false}, {1.51, 0, true}, {1 / 1.49, 0, false}, {1 / 1.51, 0, true}, {-1, 0, true}, {2, 0.05, true}, {2, 0.32, true}, {2, 0.35, false}, {2, 3, false}} {
		require.Equal(t, c.found, slices.Contains(reported(scaled(c.factor, c.other)), "scale of energies"), "%+v", c)
		following := scaled(c.factor, c.other)
		following.Instant = false
		require.NotContains(t, reported(following), "scale of energies")
	}
}

// TestUndriven: a system whose loads are 0 and whose energy rises is driven by something else; one
// that loses energy is not, nor one whose loads are not 0.
func TestUndriven(t *testing.T) {
	r := driven(2, 60, 0, 0)
	require.Zero(t, r.Undriven())
	clear(r.Loads)
	require.Greater(t, r.Undriven(), 0.3)
	r.Loads = nil
	require.Zero(t, r.Undriven(), "loads are not known")
	falling := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3}, Positions: make([]float64, 3), Loads: make([]float64, 3)}
	for _, c := range []struct {
		energies []float64 // of motion and of height in three frames
		driven   bool
	}{
		{[]float64{0, 10, 4, 6, 8, 1}, false},
		{[]float64{0, 10, 5, 5, 10, 3.1}, false}, // a rise of 3.1 of 16.9
		{[]float64{0, 10, 5, 5, 10, 3.6}, true},  // 3.6 of 16.4
	} {
		falling.Energies = c.energies
		require.Equal(t, c.driven, falling.Undriven() > rowOf(NoLoads).threshold, "%v", c.energies)
	}
}

// TestWorkOfWindows: the work of a window is that of the loads of its frames, or of later ones, and of instants their mean.
func TestWorkOfWindows(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 6}, Positions: []float64{0, 0, 1, 10, 3, 10, 6, 30, 10, 30, 15, 30}, Loads: []float64{1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1}}
	require.Equal(t, []float64{2*2 + 3*3 + 0 + 20, 3*3 + 4*4 + 20}, r.work([]int{1, 2}, 2, 0, 0, 2))
	require.Equal(t, []float64{2*2 + 3*3}, r.work([]int{1}, 2, 0, 0, 1))
	require.Equal(t, []float64{20}, r.work([]int{1}, 2, 0, 1, 2))
	require.Equal(t, []float64{3*2 + 4*3}, r.work([]int{1}, 2, 1, 0, 1))
	require.Equal(t, []float64{1*2 + 2*3}, r.work([]int{1}, 2, -1, 0, 1))
	require.Equal(t, r.work([]int{1}, 2, 1, 0, 2), r.shiftedLoads([]int{1}, 2, 1))
	require.Equal(t, r.work([]int{2}, 2, 0, 0, 2), r.shiftedWork([]int{1}, 2, 1))
	r.Instant = true
	require.Equal(t, []float64{2.5*2 + 3.5*3}, r.work([]int{1}, 2, 0, 0, 1))
	require.Equal(t, []float64{3.5*2 + 4.5*3}, r.work([]int{1}, 2, 1, 0, 1))
}

// TestSpentInWindows: states grow over a window, rotors of joints take the growth of squared rates, and friction the displacements.
func TestSpentInWindows(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 4}, Positions: []float64{0, 0, 1, -2, 3, 0, 6, 1}, Rates: []float64{1, 2, 3, 4, 5, 6, 7, 8}}
	states := []float64{1, 10, 100, 1000}
	spent := r.spent([]int{0, 1}, 2, states)
	require.Equal(t, []float64{99, 25 - 1, 1 + 4, 3, 36 - 4, 4 + 4, 4}, spent.RawRowView(0))
	require.Equal(t, []float64{990, 49 - 9, 4 + 9, 5, 64 - 16, 4 + 1, 3}, spent.RawRowView(1))
	r.Elements, r.Each, r.Starts = 1, 3, []int{0, 2}
	r.Positions = make([]float64, 6)
	require.Equal(t, []float64{99, 990}, r.spent([]int{0}, 1, states).RawRowView(0), "particles have no joints that lose energy")
	rows, columns := r.spent(nil, 1, states).Dims()
	require.Zero(t, rows+columns)
}

// TestFramesOfWindows: windows have enough frames on either side in their recording, and there are about four thousand at most.
func TestFramesOfWindows(t *testing.T) {
	r := &Recording{Starts: []int{0, 8, 13}}
	require.Equal(t, []int{2, 3}, r.windows(2, 2))
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11}, r.windows(1, 0))
	require.Equal(t, []int{1, 2, 3, 4, 5, 9, 10}, r.windows(1, 1))
	require.Empty(t, r.windows(8, 0))
	r.Starts = []int{0, 2 * mostWindows}
	require.Len(t, r.windows(1, 0), mostWindows)
	r.Starts[1]--
	require.Len(t, r.windows(1, 0), 2*mostWindows-2)
}

// TestValley: the minimum of a parabola is found from its values at -1, 0 and 1, and is 0 at least.
func TestValley(t *testing.T) {
	parabola := func(x float64) float64 { return 4*(x-0.3)*(x-0.3) + 2 }
	position, least := valley(parabola(-1), parabola(0), parabola(1))
	require.InDelta(t, 0.3, position, 1e-12)
	require.InDelta(t, 2, least, 1e-12)
	position, least = valley(9, 0.1, 1)
	require.InDelta(t, 8/(2*9.8), position, 1e-12)
	require.Zero(t, least)
}

// TestPartsOfRecordings: a part has the frames of a range with all that belongs to them, and its recordings begin within it.
func TestPartsOfRecordings(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 2, 4, 6}, Time: 0.5, Instant: true}
	for frame := range 6 {
		x := float64(frame)
		r.Positions, r.Loads, r.States, r.Rates = append(r.Positions, x, -x), append(r.Loads, 10*x, 20*x), append(r.States, 100*x, 200*x, 300*x), append(r.Rates, x/2, x/4)
	}
	part := r.part(1, 5)
	require.Equal(t, []int{0, 1, 3, 4}, part.Starts)
	require.Equal(t, []float64{1, -1, 2, -2, 3, -3, 4, -4}, part.Positions)
	require.Equal(t, []float64{10, 20, 20, 40, 30, 60, 40, 80}, part.Loads)
	require.Equal(t, []float64{100, 200, 300, 200, 400, 600, 300, 600, 900, 400, 800, 1200}, part.States)
	require.Equal(t, []float64{0.5, 0.25, 1, 0.5, 1.5, 0.75, 2, 1}, part.Rates)
	require.Equal(t, [2]float64{2, 0.5}, [2]float64{float64(part.Elements), part.Time})
	require.True(t, part.Instant)
	r.Rates = nil
	part = r.part(2, 4)
	require.Nil(t, part.Rates)
	require.Equal(t, []int{0, 2}, part.Starts)
}

// TestFewWindows: a fit needs three windows for each of its columns.
func TestFewWindows(t *testing.T) {
	r := driven(1, 40, 0, 0)
	for windows, fits := range map[int]bool{0: false, 1: false, 14: false, 15: true, 16: true} { // two states, and three columns of a joint
		require.Equal(t, fits, r.fitSpent(r.windows(1, 0)[:windows], 1, r.States) != nil, windows)
	}
}

// TestBetterLags: a shift counts that leaves less than 0.7 of what is left without one.
func TestBetterLags(t *testing.T) {
	r := driven(1, 120, 0, 0)
	for left, counts := range map[float64]bool{0.69: true, 0.71: false} {
		lag, least := r.workLag(func(windows []int, stride, late int) []float64 {
			work := make([]float64, len(windows))
			for row, t := range windows {
				if work[row] = math.Sin(float64(t * t)); late == 1 {
					work[row] *= math.Sqrt(left)
				}
			}
			return work
		})
		require.Equal(t, counts, !math.IsInf(lag.Error, 1), left)
		if require.InDelta(t, min(left, 0.7), least, 1e-9); counts {
			require.InDelta(t, 1, lag.Frames, 1e-9)
		}
	}
}

// TestReportedLags: energies are late from leastLoadLag on, and loads unless they are in another unit by more than a factor of five.
func TestReportedLags(t *testing.T) {
	for late, told := range map[float64]bool{0.29: false, 0.31: true, -0.31: true} {
		s := &subject{recording: driven(1, 40, 0, 0), words: words, lateWork: &workLags{energies: Lag{late, 0.01}}}
		require.Equal(t, told, rowOf(LateEnergies).find(s) != "", late)
	}
	for times, told := range map[float64]bool{4.8: true, 5.2: false, 1 / 5.2: false} {
		s := &subject{recording: driven(1, 40, 0, 0), words: words, lateWork: &workLags{loads: Lag{1, 0.01}}, balance: &Balance{Times: times, Explained: 0.9, Energy: 0.9}}
		require.Equal(t, told, rowOf(LateLoads).find(s) != "", times)
	}
}

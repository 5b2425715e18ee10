package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// drivenJoints is driven with this number of joints, which move by themselves and have different loads, whose
// signs are given.
func drivenJoints(signs ...float64) *Recording {
	r := driven(4, 120, 0, 0)
	one, size := *r, len(signs)
	r.Elements, r.Positions, r.Rates, r.Loads, r.Energies, r.States = size, nil, nil, nil, nil, nil
	for frame := range one.frames() {
		recording := 0
		for one.Starts[recording+1] <= frame {
			recording++
		}
		for joint, sign := range signs {
			at := (frame + joint*120) % one.frames() // another recording for each joint
			r.Positions, r.Rates = append(r.Positions, one.Positions[at]), append(r.Rates, one.Rates[at])
			r.Loads, r.Energies = append(r.Loads, sign*one.Loads[at]), append(r.Energies, one.Energies[2*at:2*at+2]...)
		}
	}
	return r
}

// TestWrongSigns: the joints whose loads have the other sign are told, each by itself, all, or all but one,
// with and without masses.
func TestWrongSigns(t *testing.T) {
	for _, c := range []struct {
		signs []float64
		want  []int
	}{
		{[]float64{1}, nil}, {[]float64{-1}, []int{0}},
		{[]float64{1, 1}, nil}, {[]float64{-1, 1}, []int{0}}, {[]float64{1, -1}, []int{1}}, {[]float64{-1, -1}, []int{0, 1}},
		{[]float64{1, 1, -1}, []int{2}}, {[]float64{-1, 1, -1}, []int{0, 2}}, {[]float64{-1, -1, -1}, []int{0, 1, 2}},
	} {
		for _, massless := range []bool{false, true} {
			r := drivenJoints(c.signs...)
			r.Massless = massless
			require.Equal(t, c.want, r.Balance().Turned, "%v, without masses %t", c.signs, massless)
		}
	}
}

// TestTurnLoads: the remedy says which loads to turn round, by the reader's option if it has one.
func TestTurnLoads(t *testing.T) {
	remedy := func(w Words, signs ...float64) string {
		for _, note := range drivenJoints(signs...).Check(&w) {
			if note.Check == OtherLoads {
				return note.Text()
			}
		}
		return ""
	}
	geared := *words
	geared.GearOption = "--gear"
	require.Empty(t, remedy(geared, 1, 1))
	require.Contains(t, remedy(geared, 1, -1), "the torques of particle 1 may have the opposite sign: with the other sign, they explain the motion; pass --gear=1,-1, or give loads")
	require.Contains(t, remedy(geared, -1, -1), "the torques of all 2 joints may have the opposite sign")
	require.Contains(t, remedy(*words, -1, 1, -1), "the torques of particle 0 and particle 2 may have the opposite sign: with the other sign, they explain the motion; multiply the torques of these joints by -1, or give loads")
}

// TestNoScaleWithoutMasses: without masses, loads in any unit are not told.
func TestNoScaleWithoutMasses(t *testing.T) {
	for massless, notes := range map[bool]int{false: 1, true: 0} {
		r := drivenJoints(1, 1)
		r.Massless = massless
		for i := range r.Loads {
			r.Loads[i] *= 100
		}
		count := 0
		for _, note := range r.Check(words) {
			if note.Check == OtherLoads {
				count++
			}
		}
		require.Equal(t, notes, count)
	}
}

// TestUnexplained: factors of 0 or more explain numbers, and not their opposites.
func TestUnexplained(t *testing.T) {
	r := driven(4, 120, 0, 0)
	windows := r.windows(strides[0], 0)
	f := r.fitSpent(windows, strides[0], r.Energies)
	work := r.work(windows, strides[0], 0, 0, 1)
	left := f.residuals(work)
	least := 0.
	for _, x := range left {
		least += x * x
	}
	require.InEpsilon(t, least, sumOfSquares(f.unexplained(work)), 0.05)
	opposite := slices.Clone(work)
	for i := range opposite {
		opposite[i] *= -1
	}
	require.Greater(t, sumOfSquares(f.unexplained(opposite)), 10*least)
}

// TestSweeps: of two columns at an angle, each of 300 sweeps leaves the first with its factor times
// the square of the cosine, where the second alone explains the numbers.
func TestSweeps(t *testing.T) {
	const cosine = 0.99
	sine := math.Sqrt(1 - cosine*cosine)
	f, ok := newFit(mat.NewDense(2, 2, []float64{1, cosine, 0, sine}))
	require.True(t, ok)
	require.InEpsilon(t, math.Pow(math.Pow(cosine, 2*300-1)*sine, 2), sumOfSquares(f.unexplained([]float64{cosine, sine})), 1e-3)
}

// coupled is the motion of two oscillators, as those of driven, on two joints: the second turns relative to the first, and
// its positions and rates have this sign.
func coupled(sign float64) *Recording {
	r := drivenJoints(1, 1)
	for i := 0; i < len(r.Positions); i += 2 {
		for _, of := range [][]float64{r.Positions, r.Rates} {
			of[i+1] = sign * (of[i+1] - of[i])
		}
		r.Loads[i] += r.Loads[i+1]
	}
	r.Energies, r.States = nil, nil
	r.AddEnergies = func(r *Recording) {
		for i := 0; i < len(r.Positions); i += 2 {
			for _, k := range []float64{0, 1} {
				x, v := r.Positions[i]+k*r.Positions[i+1], r.Rates[i]+k*r.Rates[i+1]
				r.Energies = append(r.Energies, v*v/2, x*x) // the stiffness is 2
			}
		}
	}
	return r
}

// TestMirrored: a joint whose positions have the other sign is told, and not as one whose loads have it.
func TestMirrored(t *testing.T) {
	found := func(sign float64) (notes []string) {
		for _, note := range coupled(sign).Check(words) {
			if note.Check == OtherLoads {
				notes = append(notes, note.Text())
			}
		}
		return notes
	}
	require.Empty(t, found(1))
	wrong := found(-1)
	require.Len(t, wrong, 1)
	require.Contains(t, wrong[0], "of particle 1 may have the opposite sign: with the other sign, the torques explain the motion; multiply the")
	r := coupled(-1)
	for i := 1; i < len(r.Loads); i += 2 {
		r.Loads[i] = -r.Loads[i]
	}
	var whole []string // of the first, since the two joints are a mirror image of each other
	for _, note := range r.Check(words) {
		if note.Check == OtherLoads {
			whole = append(whole, note.Text())
		}
	}
	require.Len(t, whole, 1)
	require.Contains(t, whole[0], "of particle 0 may have the opposite sign: with the other sign of all three, the torques explain the motion; turn its <axis> around in the robot's file, with its limits, or ")
	r = coupled(-1).driven()
	all := (&subject{recording: r, words: words}).corrections
	found1 := r.corrected(Balance{Left: 0.5}, all)
	require.NotNil(t, found1)
	require.Nil(t, found1.loads)
	r.AddEnergies = func(r *Recording) { // those that the loads have given
		given := 0.
		for first := range r.frames() {
			r.Energies = append(r.Energies, given, 0)
			if first+1 < r.frames() {
				given += r.work([]int{first}, 1, 0, 0, r.size())[0]
			}
		}
	}
	for left, searched := range map[float64]bool{0.05: false, 0.051: true} {
		require.Equal(t, searched, r.corrected(Balance{Left: left}, all) != nil, left)
	}
	r.AddEnergies = nil
	require.Nil(t, r.corrected(Balance{Left: 1}, all))
}

// TestOtherSigns: another sign must leave less than a quarter of what the recorded one leaves, and less than a
// fifth of the work.
func TestOtherSigns(t *testing.T) {
	turned := func(each ...[]float64) []int {
		f, ok := newFit(mat.NewDense(3, 2, []float64{1, 0, 0, 1, 0, 0}))
		require.True(t, ok)
		return f.wrongSigns(each)
	}
	require.Equal(t, []int{1}, turned([]float64{10, 0, 0}, []float64{0, -1, 0.57}))
	require.Nil(t, turned([]float64{10, 0, 0}, []float64{0, -1, 0.59}))
	require.Equal(t, []int{0}, turned([]float64{-1, 0, 0.49}))
	require.Nil(t, turned([]float64{-1, 0, 0.51}))
}

// TestAdviceOnLoads: loads are turned whose sign is wrong, and otherwise units of angles are changed that the balance hints at, or gears are given.
func TestAdviceOnLoads(t *testing.T) {
	remedies := map[string]string{InRadians: "leave out --degrees", InDegrees: "pass --degrees"}
	const geared = "pass --gear with the gear ratio if these are torques at motors, which is about "
	for _, c := range []struct {
		balance  Balance
		remedies map[string]string
		want     string
	}{
		{Balance{Times: 57}, remedies, "leave out --degrees if angles are in radians already, or "},
		{Balance{Times: 1. / 57}, remedies, "pass --degrees if angles are in degrees, or " + geared + "57 by this, or "},
		{Balance{Times: 57}, nil, geared + "0.018 by this, or "}, {Balance{Times: 1. / 57}, nil, geared + "57 by this, or "},
		{Balance{Times: 10}, remedies, geared + "0.1 by this, or "},
		{Balance{Times: 57 * 1.45}, remedies, "leave out --degrees if angles are in radians already, or "},
		{Balance{Times: 57 * 1.55}, remedies, geared + "0.011 by this, or "},
		{Balance{Times: 57, Turned: []int{0}}, remedies, "pass --gear=-1, or "}, {Balance{Times: 1. / 57, Turned: []int{0}}, remedies, "pass --gear=-1, or "},
		{Balance{Times: 57, Turned: []int{0}, correction: &correction{remedy: "exchange them"}}, remedies, "exchange them"},
	} {
		w := *words
		w.Remedies, w.GearOption = c.remedies, "--gear"
		require.Equal(t, c.want, turnLoads(&subject{recording: driven(1, 40, 0, 0), words: &w, balance: &c.balance}), "%+v", c.balance)
	}
}

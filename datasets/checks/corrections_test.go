package checks

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// hanging are two pendulums, one on the other, whose energies follow from their angles, and which torques
// drive along a given motion of this size.
func hanging(size float64) *Recording {
	const dt, frames = 0.02, 600
	at := func(time float64) (q, v, a [2]float64) {
		for k, pace := range []float64{2.1, 3.3} {
			for wave := 1.; wave <= 2; wave++ {
				sin, cos := math.Sincos(pace*wave*time + float64(k))
				q[k], v[k], a[k] = q[k]+size*sin/wave, v[k]+size*pace*cos, a[k]-size*pace*pace*wave*sin
			}
		}
		return q, v, a
	}
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, frames}, Time: dt, Limits: make([][2]float64, 2), Rotates: []bool{true, true}}
	for frame := range frames {
		q, v, _ := at(dt * float64(frame))
		m, _, a := at(dt * (float64(frame) + 0.5)) // in the middle of the time to the next frame
		lower := a[0] + a[1] + 5*math.Sin(m[0]+m[1])
		r.Positions, r.Rates = append(r.Positions, q[:]...), append(r.Rates, v[:]...)
		r.Loads = append(r.Loads, 3*a[0]+20*math.Sin(m[0])+lower, lower)
	}
	r.AddEnergies = func(r *Recording) {
		for i := 0; i < len(r.Positions); i += 2 {
			q, v := r.Positions[i:], r.Rates[i:]
			sum := v[0] + v[1]
			r.Energies = append(r.Energies, 3*v[0]*v[0]/2, -20*math.Cos(q[0]), sum*sum/2, -5*math.Cos(q[0]+q[1]))
			r.States = append(r.States, v[0]*v[0], math.Cos(q[0]), sum*sum, math.Cos(q[0]+q[1]))
			r.Potentials = append(r.Potentials, 0, math.Cos(q[0]), 0, math.Cos(q[0]+q[1]))
		}
	}
	return r
}

// TestCorrections: columns that are exchanged, turned around or in another unit are named, however small the
// motion is that is recorded right.
func TestCorrections(t *testing.T) {
	named := *words
	named.Positions, named.Rates = "angles", "rates"
	const explains = ", the torques explain the motion; "
	for _, c := range []struct {
		size         float64
		loads, moved func(numbers []float64)
		note         string
	}{
		{0.7, nil, nil, ""}, {0.01, nil, nil, ""}, {1e-4, nil, nil, ""},
		{0.7, func(n []float64) { exchange(n, 0, 1, 2) }, nil, "scale of loads: the torques of particle 0 and particle 1 may be exchanged: in each other's columns" + explains + "exchange these columns, or give loads"},
		{0.7, nil, func(n []float64) { exchange(n, 0, 1, 2) }, "scale of loads: the angles and rates of particle 0 and particle 1 may be exchanged: in each other's columns" + explains + "exchange these columns, or give loads"},
		{0.7, nil, hanging(1).times(degree), "angles in radians: the angles and rates of all joints that rotate may have been in radians already, and were taken for degrees: as they were" + explains + "do not say that they are in degrees"},
		{0.7, nil, hanging(1).times(1 / degree), "angles in degrees: the angles and rates of all joints that rotate may be in degrees: converted to radians" + explains + "convert these columns with numpy.deg2rad"},
	} {
		r := hanging(c.size)
		for _, change := range []struct {
			of  func(numbers []float64)
			all [][]float64
		}{{c.loads, [][]float64{r.Loads}}, {c.moved, [][]float64{r.Positions, r.Rates}}} {
			for _, numbers := range change.all {
				if change.of != nil {
					change.of(numbers)
				}
			}
		}
		var notes []string
		for _, note := range r.Check(&named) {
			if slices.Contains([]string{OtherLoads, InDegrees, InRadians}, note.Check) {
				notes = append(notes, note.Check+": "+note.Text())
			}
		}
		if c.note == "" {
			require.Empty(t, notes, "%g", c.size)
			continue
		}
		require.Len(t, notes, 1, c.note)
		require.Contains(t, notes[0], c.note)
	}
	// A joint that slides is not exchanged with one that rotates, and stays what it is in degrees.
	r := hanging(0.7)
	r.Rotates[1] = false
	require.Len(t, (&subject{recording: r, words: words}).corrections(), 6)
	numbers := []float64{1, 1, 2, 2}
	r.times(3)(numbers)
	require.Equal(t, []float64{3, 1, 6, 2}, numbers)
	r.Rotates[0] = false
	require.Len(t, (&subject{recording: r, words: words}).corrections(), 7, "two that are exchanged, and none in degrees")
}

// TestNoMends: the pairs of thousands of particles, or of joints whose loads explain the energy, are not
// listed.
func TestNoMends(t *testing.T) {
	never := func() []correction { panic("listed") }
	require.Nil(t, (&Recording{Each: 3}).corrected(Balance{Left: 1}, never))
	require.Nil(t, (&Recording{Each: 1}).corrected(Balance{Left: unexplainedWork}, never))
	require.Panics(t, func() { (&Recording{Each: 1}).corrected(Balance{Left: unexplainedWork + 0.01}, never) })
}

// TestFactorOfDegrees: a ratio of the work to the energy within 1.5 of that of degrees to radians asks for them.
func TestFactorOfDegrees(t *testing.T) {
	for _, c := range []struct {
		times float64
		asks  string
	}{{57.3 * 1.49, "leave it out if angles are in radians already, or "}, {57.3 * 1.51, ""}, {57.3 / 1.49, "leave it out if"}, {57.3 / 1.51, ""},
		{1.49 / 57.3, "convert it if angles are in degrees, or "}, {1.51 / 57.3, ""}, {1, ""}} {
		s := subject{balance: &Balance{Times: c.times}, words: &Words{Remedies: map[string]string{InRadians: "leave it out", InDegrees: "convert it"}}}
		require.Contains(t, turnLoads(&s), c.asks)
		if c.asks == "" {
			require.Empty(t, turnLoads(&s), "%g", c.times)
		}
		s.words = &Words{}
		require.Empty(t, turnLoads(&s))
		s.words = &Words{GearOption: "--gear", Remedies: map[string]string{InDegrees: "convert it"}}
		require.Contains(t, turnLoads(&s), fmt.Sprintf("pass --gear with the gear ratio if these are torques at motors, which is about %.2g by this, or ", 1/c.times))
		s.words = &Words{GearOption: "--gear"}
		require.Contains(t, turnLoads(&s), fmt.Sprintf("about %.2g by this, or ", 1/c.times))
	}
}

// TestExchangedRates: two joints whose rates are each other's are named, and rates of a joint that rests,
// or that only one of two has, are not.
func TestExchangedRates(t *testing.T) {
	r := hanging(0.7)
	_, _, found := r.ExchangedRates()
	require.False(t, found)
	exchange(r.Rates, 0, 1, 2)
	one, other, found := r.ExchangedRates()
	require.True(t, found)
	require.Equal(t, [2]int{0, 1}, [2]int{one, other})
	require.Contains(t, fmt.Sprint(r.Check(words)), "the velocities of particle 0 and particle 1 follow each other's positions, so the columns of either are exchanged")
	for i := 0; i < len(r.Rates); i += 2 {
		r.Rates[i] = 0
	}
	_, _, found = r.ExchangedRates()
	require.False(t, found)
	r.Rates = nil
	_, _, found = r.ExchangedRates()
	require.False(t, found)
}

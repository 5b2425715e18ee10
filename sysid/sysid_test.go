package sysid_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

func find(m *sysid.Model, of, name string) sysid.Constant {
	for _, c := range m.Constants {
		if c.Of == of && c.Name == name {
			return c
		}
	}
	return sysid.Constant{}
}

// TestTwin: constants that are said to be determined are within their errors, torques of
// another motion within what noise leaves, and what no motion tells stays as in the file.
func TestTwin(t *testing.T) {
	tree := armTree(t)
	m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{usual.record(tree, 1)}, sysid.Options{Trust: 1, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
	require.NoError(t, err)
	for _, joint := range []string{"shoulder", "elbow"} {
		for name, want := range map[string]float64{"viscous friction": 1.5, "Coulomb friction": 0.8} {
			c := find(m, joint, name)
			require.True(t, c.Determined, c)
			require.InDelta(t, want, c.Value, 3*c.Error, c)
			require.Less(t, c.Error, 0.05*want, c)
		}
	}
	moment := find(m, "lower", "mass*z")
	require.True(t, moment.Determined)
	require.InDelta(t, 1.3*0.15, moment.Value, 3*moment.Error)
	for _, name := range []string{"Izz", "Ixy", "mass*y"} { // a planar arm tells nothing of them
		c := find(m, "lower", name)
		require.False(t, c.Determined, c)
	}
	require.InDelta(t, 0.002, find(m, "lower", "Izz").Value, 2e-4)

	second := usual.record(tree, 2)
	e, err := m.Measure([]jointlog.Recording{second})
	require.NoError(t, err)
	filter := series.NewFilter(second.Time, 15, m.Half)
	for j := range e.Joints {
		// What noise of the torque, the filter, and noise of the acceleration leave; an inertia is at
		// most that of the arm when it is stretched.
		_, slope := filter.Gain()
		accelerated := []float64{1.3*(0.03+2*0.2*0.2+0.01+0.55*0.55) + 0.2, 1.3*(0.01+0.15*0.15) + 0.2}[j] * usual.rateNoise * slope
		require.Less(t, e.Error[j], 1.1*math.Sqrt(e.Passed[j]*e.Passed[j]+e.Filtered[j]*e.Filtered[j]+accelerated*accelerated))
		require.Less(t, e.Filtered[j], e.Noise[j])
		require.Less(t, e.Passed[j], e.Noise[j])
		require.Greater(t, e.Raw[j], 0.05) // noise, and friction's turns, which the filter makes round
		require.Less(t, e.Raw[j], 0.15)
		require.InDelta(t, 0.05, e.Noise[j], 0.005)
		require.Greater(t, e.Size[j], 1.0)
	}
	recording := usual.record(tree, 2)
	course, err := m.Course(&recording)
	require.NoError(t, err)
	require.Equal(t, "twin", course.Name)
	for j := range e.Joints {
		var smoothed, raw float64
		for i := range course.Time {
			smoothed += math.Pow(course.Smoothed[j][i]-course.Model[j][i], 2) / float64(len(course.Time))
			raw += math.Pow(course.Measured[j][i]-course.Model[j][i], 2) / float64(len(course.Time))
		}
		require.InEpsilon(t, e.Error[j], math.Sqrt(smoothed), 1e-9)
		require.InEpsilon(t, e.Raw[j], math.Sqrt(raw), 1e-9)
	}
	recording.Torque = nil
	_, err = m.Course(&recording)
	require.ErrorContains(t, err, "has no torques")
	for b := range tree.Links {
		require.Greater(t, m.Constants[b*rigid.Constants].Value, 0.0)
	}
	joints := m.Joints()
	require.InDelta(t, 1.5, joints[0].Damping, 0.1)
	require.InDelta(t, 0.8, joints[0].Friction, 0.1)
	require.Subset(t, joints[1].OfLink, []string{"Izz", "Ixy", "mass*y"})
	require.NotContains(t, joints[1].OfLink, "mass*z")
	require.NotContains(t, joints[1].OfJoint, "Coulomb friction")
}

// TestChoice: held-out parts choose what the recordings have, and nothing else.
func TestChoice(t *testing.T) {
	tree := armTree(t)
	remembers, shifted := usual, usual
	remembers.way, shifted.offset = 2e-2, 0.5
	for _, c := range []struct {
		twin twin
		more []string
	}{{usual, nil}, {remembers, []string{"memory"}}, {shifted, []string{"offset"}}} {
		m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{c.twin.record(tree, 1)}, sysid.Options{Trust: 1})
		require.NoError(t, err)
		require.Subset(t, m.Learned, append([]string{"inertia", "rotor", "viscous", "coulomb"}, c.more...))
		if c.more == nil {
			require.Len(t, m.Learned, 4)
		}
		if c.more != nil && c.more[0] == "memory" {
			require.InDelta(t, 2e-2, find(m, "elbow", "presliding displacement").Value, 2e-3)
		}
	}
}

// TestDepends: a law without what the recordings have says so, and one with it does not.
func TestDepends(t *testing.T) {
	tree := armTree(t)
	shifted, remembers := usual, usual
	shifted.offset, remembers.way = 0.3, 2e-3
	remembers.noise = 0.01
	plain := []string{"inertia", "rotor", "viscous", "coulomb"}
	for _, c := range []struct {
		twin  twin
		learn []string
		on    string
	}{{usual, plain, ""}, {shifted, plain, "a constant: learn offset"}, {shifted, append(plain, "offset"), ""},
		{remembers, plain, "the direction of motion before: learn memory"}} {
		m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{c.twin.record(tree, 1)}, sysid.Options{Trust: 1, Half: 0.045, Learn: c.learn})
		require.NoError(t, err)
		var on []string
		for _, d := range m.Depends {
			on = append(on, d.On)
			require.Greater(t, d.Fraction, 0.05)
			require.LessOrEqual(t, d.Fraction, 1.0)
		}
		if c.on == "" {
			require.Empty(t, on)
		} else {
			require.Contains(t, on, c.on)
		}
	}
}

// TestVerdictClean: of a log without noise the line says that the right law fits, and that a wrong one
// does not; of joints that swing fast it says that the filter removes a part of the motion.
func TestVerdictClean(t *testing.T) {
	tree := armTree(t)
	clean, shifted := usual, usual
	clean.noise, clean.rateNoise, shifted.noise, shifted.rateNoise, shifted.offset = 0, 0, 0, 0, 0.3
	for _, c := range []struct {
		log   jointlog.Recording
		fits  bool
		taken bool
	}{{clean.record(tree, 1), true, false}, {shifted.record(tree, 1), false, false}, {swinging(tree, 20, 1, true), true, false}, {swinging(tree, 34, 1, true), true, true}, {swinging(tree, 34, 4, true), true, true}} {
		m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{c.log}, sysid.Options{Trust: 1, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
		require.NoError(t, err)
		require.Equal(t, c.fits, !strings.Contains(m.Verdict(), "does not fit"), m.Verdict())
		require.Equal(t, c.taken, strings.Contains(m.Verdict(), "removes a part of the motion"), m.Verdict())
	}
}

// TestResidual: a network learns a torque that the law does not know, on another motion, too,
// and says how large it is; of a joint without one it gives next to nothing.
func TestResidual(t *testing.T) {
	tree := armTree(t)
	record := func(seed uint64) []jointlog.Recording {
		r := usual.record(tree, seed)
		for i, angle := range r.Angle[0] {
			r.Torque[0][i] += 0.5 * math.Sin(5*angle)
		}
		return []jointlog.Recording{r}
	}
	m, err := sysid.Identify(context.Background(), tree, record(1), sysid.Options{Trust: 1, Half: 0.045, Residual: true, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
	require.NoError(t, err)
	other, err := m.Measure(record(2))
	require.NoError(t, err)
	for _, e := range []sysid.Errors{m.Train, other} {
		require.Greater(t, e.Error[0], 0.25)
		require.Less(t, e.WithResidual[0], 0.6*e.Error[0])
		require.InDelta(t, e.Error[1], e.WithResidual[1], 0.2*e.Error[1])
	}
	require.Less(t, m.Residual.HeldOut[0], 0.6*m.Residual.HeldOutWithout[0])
	require.Greater(t, m.Residual.Fraction[0], 5*m.Residual.Fraction[1])

	without, err := sysid.Identify(context.Background(), tree, record(1), sysid.Options{Trust: 1, Half: 0.045, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
	require.NoError(t, err)
	require.Nil(t, without.Residual)
	require.Nil(t, without.Train.WithResidual)
	require.Equal(t, m.Constants, without.Constants, "the constants are found before")
}

// TestEndsOfOptions: each number on either side of its ends.
func TestEndsOfOptions(t *testing.T) {
	nan := math.NaN()
	for trust, want := range map[float64]bool{0: false, 1e-9: true, 1e6: true, 1.1e6: false, nan: false} {
		require.Equal(t, want, sysid.Options{Trust: trust}.Validate() == nil, "%g", trust)
	}
	for half, want := range map[float64]bool{-1e-9: false, 0: true, 10: true, 10.1: false, nan: false} {
		require.Equal(t, want, sysid.Options{Trust: 1, Half: half}.Validate() == nil, "%g", half)
	}
}

func TestRefused(t *testing.T) {
	tree := armTree(t)
	r := usual.record(tree, 1)
	for want, change := range map[string]func(o *sysid.Options, r *jointlog.Recording){
		"trust is 0":            func(o *sysid.Options, _ *jointlog.Recording) { o.Trust = 0 },
		"smooth is -1":          func(o *sysid.Options, _ *jointlog.Recording) { o.Half = -1 },
		`learn has no "colour"`: func(o *sysid.Options, _ *jointlog.Recording) { o.Learn = []string{"colour"} },
		"learn has rotor twice": func(o *sysid.Options, _ *jointlog.Recording) { o.Learn = []string{"rotor", "rotor"} },
		"has no torques":        func(_ *sysid.Options, r *jointlog.Recording) { r.Torque = nil },
		"has 199 rows":          func(_ *sysid.Options, r *jointlog.Recording) { r.Time = r.Time[:199] },
		"the torque of elbow is 0 in all rows": func(_ *sysid.Options, r *jointlog.Recording) {
			r.Torque = [][]float64{r.Torque[0], make([]float64, len(r.Time))}
		},
	} {
		o, changed := sysid.Options{Trust: 1}, r
		change(&o, &changed)
		_, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{changed}, o)
		require.ErrorContains(t, err, want)
	}
	_, err := sysid.Identify(context.Background(), tree, nil, sysid.Options{Trust: 1})
	require.ErrorContains(t, err, "no recording")
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = sysid.Identify(stopped, tree, []jointlog.Recording{r}, sysid.Options{Trust: 1})
	require.ErrorIs(t, err, context.Canceled)
}

package sysid_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// arm is two links of rods that turn about y, under gravity.
const arm = `<robot name="arm">
<link name="base"/>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/></joint>
<link name="upper"><inertial><origin xyz="0 0 0.2"/><mass value="2"/><inertia ixx="0.03" iyy="0.03" izz="0.004" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/></joint>
<link name="lower"><inertial><origin xyz="0 0 0.15"/><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>`

func armTree(t *testing.T) *rigid.Tree { return treeOf(t, arm) }

func treeOf(t *testing.T, text string) *rigid.Tree {
	t.Helper()
	path := filepath.Join(t.TempDir(), "arm.urdf")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	links, _, err := urdf.ReadLinks(path, urdf.Options{})
	require.NoError(t, err)
	return &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
}

// twin is what an arm with other constants records: harmonic motions by formulas, and the
// torques that they take, with noise.
type twin struct {
	heavier                  float64 // by how much links are heavier than the file's
	rotor, viscous, coulomb  float64
	way                      float64 // of friction's memory, 0 without
	offset, noise, rateNoise float64
	delay                    float64 // s, of the motion behind the torques
	seconds                  float64
}

func (w twin) record(tree *rigid.Tree, seed uint64) jointlog.Recording {
	const dt = 0.005
	random := rand.New(rand.NewPCG(seed, 7))
	n := len(tree.Links)
	rows := int(w.seconds / dt)
	columns := func() [][]float64 {
		c := make([][]float64, n)
		for j := range c {
			c[j] = make([]float64, rows)
		}
		return c
	}
	r := jointlog.Recording{Name: "twin", Angle: columns(), Rate: columns(), Torque: columns()}
	amplitudes, phases := make([][4]float64, n), make([][4]float64, n)
	for j := range n {
		for k := range 4 {
			amplitudes[j][k], phases[j][k] = 0.3+0.2*random.Float64(), 2*math.Pi*random.Float64()
		}
	}
	regressor := rigid.NewRegressor(tree)
	y := make([][]float64, n)
	for j := range y {
		y[j] = make([]float64, n*rigid.Constants)
	}
	z, last := make([]float64, n), make([]float64, n)
	for i := range rows {
		now := float64(i) * dt
		q, v, a := make([]float64, n), make([]float64, n), make([]float64, n)
		for j := range n {
			for k := range 4 {
				now := now + w.delay // of which the torques are
				f := 2 * math.Pi * 0.2 * float64(k+1) * (1 + 0.17*float64(j))
				q[j] += amplitudes[j][k] * math.Sin(f*now+phases[j][k])
				v[j] += amplitudes[j][k] * f * math.Cos(f*now+phases[j][k])
				a[j] -= amplitudes[j][k] * f * f * math.Sin(f*now+phases[j][k])
			}
		}
		regressor.Rows(q, v, a, y)
		for j := range tree.Links {
			var torque float64
			for b := j; b < n; b++ {
				own := rigid.Of(tree.Links[b])
				for k, c := range own {
					torque += y[j][b*rigid.Constants+k] * c * (1 + w.heavier)
				}
			}
			direction := math.Tanh(v[j] / 0.01)
			if w.way > 0 {
				const finer = 20 // as friction turns around within a row
				for k := range finer {
					at := w.angle(j, now+dt*(float64(k+1)/finer-1)+w.delay, amplitudes[j], phases[j])
					s := math.Copysign(1, at-last[j])
					if i > 0 {
						z[j] = s + (z[j]-s)*math.Exp(-math.Abs(at-last[j])/w.way)
					}
					last[j] = at
				}
				direction = z[j]
			}
			torque += w.rotor*a[j] + w.viscous*v[j] + w.coulomb*direction + w.offset
			r.Torque[j][i] = torque + w.noise*random.NormFloat64()
			before, after := w.angle(j, now-1e-5, amplitudes[j], phases[j]), w.angle(j, now+1e-5, amplitudes[j], phases[j])
			r.Angle[j][i], r.Rate[j][i] = w.angle(j, now, amplitudes[j], phases[j]), (after-before)/2e-5+w.rateNoise*random.NormFloat64()
		}
		r.Time = append(r.Time, now)
	}
	return r
}

// angle is that of a joint at a time.
func (w twin) angle(j int, now float64, amplitudes, phases [4]float64) (q float64) {
	for k := range 4 {
		q += amplitudes[k] * math.Sin(2*math.Pi*0.2*float64(k+1)*(1+0.17*float64(j))*now+phases[k])
	}
	return q
}

var usual = twin{heavier: 0.3, rotor: 0.2, viscous: 1.5, coulomb: 0.8, noise: 0.05, rateNoise: 1e-3, seconds: 30}

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

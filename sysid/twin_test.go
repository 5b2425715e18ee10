package sysid_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
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

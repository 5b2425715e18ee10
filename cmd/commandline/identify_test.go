package commandline

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// oneLink is a rod of 1 kg that turns about y at one end, and what it records under gravity
// with the friction 0.3 N m + 0.5 N m s/rad.
const oneLink = `<robot name="rod"><link name="base"/>
<joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
<link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>`

func oneLinkLog() string {
	var b strings.Builder
	b.WriteString("time,hinge_position,hinge_velocity,hinge_current\n")
	for i := range 2000 {
		t := 0.01 * float64(i)
		q := math.Sin(t) + 0.6*math.Sin(2.3*t)
		v := math.Cos(t) + 0.6*2.3*math.Cos(2.3*t)
		a := -math.Sin(t) - 0.6*2.3*2.3*math.Sin(2.3*t)
		torque := 0.35*a + 0.5*9.81*math.Sin(q) + 0.5*v + 0.3*math.Tanh(v/0.01) + 0.01*math.Sin(1e3*t*t)
		fmt.Fprintf(&b, "%.4f,%.9g,%.9g,%.9g\n", t, q, v, torque/2)
	}
	return b.String()
}

// TestIdentify: a log of currents and a robot's file become constants, a URDF file and one for
// MuJoCo.
func TestIdentify(t *testing.T) {
	folder := t.TempDir()
	robot, log := write(t, "rod.urdf", []byte(oneLink)), write(t, "log.csv", []byte(oneLinkLog()))
	found, made, mjcf := filepath.Join(folder, "found.json"), filepath.Join(folder, "found.urdf"), filepath.Join(folder, "found.xml")
	requireFailure(t, "has currents and no torques: give the joints' torques for one ampere in N m/A as --gain", "identify", robot, log, "-q", "-o", found)
	told := gmnc(t, "identify", robot, log, "--test", log, "--gain", "2", "--learn", "inertia,viscous,coulomb", "-o", found, "--urdf", made, "--mjcf", mjcf,
		"--picture", filepath.Join(folder, "torques.svg"))
	require.Contains(t, told.out, "learned: inertia, viscous, coulomb")
	require.Contains(t, told.out, "test: root mean squares of torques")
	require.Contains(t, told.out, "rod: mass, mass*y, Ixx, Izz, Ixy, Ixz, Iyz\n")
	for _, line := range strings.Split(told.out, "\n") {
		require.LessOrEqual(t, len(line), 80, line)
	}
	require.Contains(t, told.out, "undetermined")
	var report struct {
		Constants []struct {
			Of, Name     string
			Value, Error float64
		}
		Errors map[string]struct{ Error []float64 }
	}
	text, err := os.ReadFile(found)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &report))
	got := map[string]float64{}
	for _, c := range report.Constants {
		got[c.Of+" "+c.Name] = c.Value
	}
	require.InDelta(t, -0.5, got["rod mass*z"], 0.01)
	require.InDelta(t, 0.35, got["rod Iyy"], 0.01)
	require.InDelta(t, 0.5, got["hinge viscous friction"], 0.01)
	require.InDelta(t, 0.3, got["hinge Coulomb friction"], 0.01)
	require.Less(t, report.Errors["test"].Error[0], 0.05)
	urdf, err := os.ReadFile(made)
	require.NoError(t, err)
	require.Contains(t, string(urdf), `<dynamics damping="0.`)
	xml, err := os.ReadFile(mjcf)
	require.NoError(t, err)
	require.Contains(t, string(xml), `<joint name="hinge" type="hinge"`)

	picture, err := os.ReadFile(filepath.Join(folder, "torques.svg"))
	require.NoError(t, err)
	for _, text := range []string{"log.csv", "hinge", "torque, N m", "residual"} {
		require.Contains(t, string(picture), text)
	}
	require.NotContains(t, string(picture), filepath.Dir(log))
	require.NotContains(t, told.out, "No further terms")
	short := write(t, "short.csv", []byte(strings.Join(strings.SplitAfter(oneLinkLog(), "\n")[:601], "")))
	untried := gmnc(t, "identify", robot, short, "--gain", "2").out
	require.Contains(t, strings.Join(strings.Fields(untried), " "), "No further terms of the law were tried, because the recordings last 8 s or less together")
	learned := gmnc(t, "identify", robot, log, "--gain", "2", "--learn", "inertia,viscous,coulomb", "--residual")
	require.Contains(t, learned.out, "The network of residuals gives")
	require.Contains(t, strings.Join(strings.Fields(learned.out), " "), "recordings it makes errors smaller")

	requireFailure(t, "already exists", "identify", robot, log, "--gain", "2", "-q", "-o", found)
	lacking := gmnc(t, "identify", robot, log, "--gain", "2", "--learn", "inertia,viscous,coulomb,root", "--urdf", filepath.Join(folder, "root.urdf"))
	require.Regexp(t, `root.urdf: URDF and MJCF have no root\. Their viscous and Coulomb friction is fitted to the friction that was found, and differs from it by [0-9.e-]+ N m`, strings.Join(strings.Fields(lacking.err), " "))
	requireOneLine(t, exitUsage, "--trust is 0, expected above 0", call(context.Background(), "identify", robot, log, "--trust", "0", "-o", "x.json"))
	requireOneLine(t, exitUsage, `--learn has no "colour"`, call(context.Background(), "identify", robot, log, "--learn", "colour", "-o", "x.json"))
}

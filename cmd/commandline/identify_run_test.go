package commandline

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/artifact"
	"gmnc/datasets/urdf"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/sysid/rigid"
	"gmnc/system"
)

// twoLinks is an arm whose joints turn about z and y, with links that no plane divides evenly.
const twoLinks = `<robot name="arm"><link name="base"/>
<joint name="pan" type="continuous"><parent link="base"/><child link="mast"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/></joint>
<link name="mast"><inertial><origin xyz="0.02 0.01 0.1"/><mass value="2"/><inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0.001" ixz="0" iyz="0"/></inertial></link>
<joint name="lift" type="continuous"><parent link="mast"/><child link="boom"/><origin xyz="0.05 0 0.2" rpy="0.1 0 0"/><axis xyz="0 1 0"/></joint>
<link name="boom"><inertial><origin xyz="0.15 0.02 -0.03"/><mass value="1.5"/><inertia ixx="0.004" iyy="0.02" izz="0.021" ixy="0" ixz="0.001" iyz="0"/></inertial></link></robot>`

// twoLinksLog is what the arm records, with rotors of 0.2 kg m^2 and the friction 0.4 N m + 0.8 N m s/rad.
func twoLinksLog(tree *rigid.Tree) string {
	var b strings.Builder
	b.WriteString("time,pan_position,lift_position,pan_velocity,lift_velocity,pan_effort,lift_effort\n")
	constants := map[string]float64{"rotor inertia": 0.2, "viscous friction": 0.8, "Coulomb friction": 0.4}
	law := jointLaw{tree: tree, joint: func(_ int, name string) float64 { return constants[name] }, link: func(b int) []float64 {
		own := rigid.Of(tree.Links[b])
		return own[:]
	}}
	for i := range 1500 {
		t := 0.01 * float64(i)
		var q, v, a [2]float64
		for j := range q {
			for _, f := range []float64{1.1, 2.3, 3.7} {
				f *= 1 + 0.3*float64(j)
				q[j] += 0.3 * math.Sin(f*t+float64(j))
				v[j] += 0.3 * f * math.Cos(f*t+float64(j))
				a[j] -= 0.3 * f * f * math.Sin(f*t+float64(j))
			}
		}
		torque := law.torque(q[:], v[:], a[:])
		fmt.Fprintf(&b, "%.4f,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", t, q[0], q[1], v[0], v[1], torque[0]+0.02*math.Sin(1e3*t*t), torque[1]+0.02*math.Cos(1e3*t*t))
	}
	return b.String()
}

// jointLaw is the law of joints by sysid's own equations of rigid links.
type jointLaw struct {
	tree  *rigid.Tree
	link  func(b int) []float64
	joint func(j int, name string) float64
	sizes []float64 // of what moves the links, for friction with load; nil where it acts by torque's own
}

func (l jointLaw) torque(q, v, a []float64) []float64 {
	n := len(q)
	rows := make([][]float64, n)
	for j := range rows {
		rows[j] = make([]float64, n*rigid.Constants)
	}
	rigid.NewRegressor(l.tree).Rows(q, v, a, rows)
	torque := make([]float64, n)
	for j := range torque {
		for b := j; b < n; b++ {
			for k, c := range l.link(b) {
				torque[j] += rows[j][b*rigid.Constants+k] * c
			}
		}
		size := math.Abs(torque[j])
		if l.sizes != nil {
			size = l.sizes[j]
		}
		torque[j] += l.joint(j, "load friction")*size*math.Tanh(v[j]/0.001) + l.joint(j, "load friction, cube root")*size*math.Cbrt(v[j]) + l.joint(j, "offset of the torque")
		torque[j] += l.joint(j, "rotor inertia")*a[j] + l.joint(j, "viscous friction")*v[j] + l.joint(j, "Coulomb friction")*math.Tanh(v[j]/0.001)
	}
	return torque
}

// accelerations solve the law, which is linear in them where the loads of friction are known: those of
// the last of a few solutions.
func (l jointLaw) accelerations(q, v, torque []float64) (a []float64) {
	l.sizes = make([]float64, len(q))
	for range 8 {
		a = l.solved(q, v, torque)
		rigidAlone := jointLaw{tree: l.tree, link: l.link, joint: func(int, string) float64 { return 0 }}
		for j, x := range rigidAlone.torque(q, v, a) {
			l.sizes[j] = math.Abs(x)
		}
	}
	return a
}

func (l jointLaw) solved(q, v, torque []float64) []float64 {
	n := len(q)
	still := l.torque(q, v, make([]float64, n))
	inertia, rest := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for j := range n {
		unit := make([]float64, n)
		unit[j] = 1
		for i, x := range l.torque(q, v, unit) {
			inertia.Set(i, j, x-still[i])
		}
		rest.SetVec(j, torque[j]-still[j])
	}
	var a mat.VecDense
	if a.SolveVec(inertia, rest) != nil {
		return nil
	}
	return a.RawVector().Data
}

// TestIdentifiedRun: a log becomes a run and a file of its robot in two commands. The file
// accelerates joints as sysid's own equations do with the constants that were found, also where friction
// grows with load, and where the log has currents and an offset.
func TestIdentifiedRun(t *testing.T) {
	for _, c := range []struct {
		learn string
		gain  float64
	}{{"inertia,rotor,viscous,coulomb", 1}, {"inertia,rotor,viscous,coulomb,load,offset", 2}} {
		t.Run(c.learn, func(t *testing.T) { identifiedRun(t, c.learn, c.gain) })
	}
}

func identifiedRun(t *testing.T, learn string, gain float64) {
	folder := t.TempDir()
	robot := write(t, "arm.urdf", []byte(twoLinks))
	links, _, err := urdf.ReadLinks(robot, urdf.Options{})
	require.NoError(t, err)
	tree := &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
	text := twoLinksLog(tree)
	args := []string{}
	if gain != 1 {
		text = strings.ReplaceAll(text, "_effort", "_current")
		args = []string{"--gain", fmt.Sprint(gain)}
	}
	log := write(t, "log.csv", []byte(text))
	made, found, file := filepath.Join(folder, "run"), filepath.Join(folder, "found.json"), filepath.Join(folder, "robot.onnx")
	told := gmnc(t, append([]string{"identify", robot, log, "--learn", learn, "--smooth", "0.045", "-o", found, "--run", made}, args...)...)
	require.Contains(t, told.out, "gmnc export "+made+" --joints -o robot.onnx")
	require.NotContains(t, told.err, "limits of joints", "the robot's file has none")
	require.Equal(t, gain != 1, strings.Contains(told.err, "take currents in A: they have 2 N m/A inside"), told.err)
	require.Contains(t, gmnc(t, "export", made, "--joints", "-o", file).out, "outputs against a float64 evaluation of the same model")

	var report struct {
		Constants []struct {
			Of, Name string
			Value    float64
		}
	}
	content, err := os.ReadFile(found)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &report))
	value := func(of, name string) float64 {
		for _, c := range report.Constants {
			if c.Of == of && c.Name == name {
				return c.Value
			}
		}
		require.NotContains(t, []string{"rotor inertia", "viscous friction", "Coulomb friction"}, name)
		return 0 // was not learned
	}
	law := jointLaw{tree: tree, joint: func(j int, name string) float64 { return value(links[j].Joint, name) }, link: func(b int) (own []float64) {
		for _, name := range rigid.Names {
			own = append(own, value(links[b].Links[0], name))
		}
		return own
	}}
	content, err = os.ReadFile(file)
	require.NoError(t, err)
	session, err := engines.Bounded().OpenFile(content)
	require.NoError(t, err)
	defer session.Close()
	two := func(x []float64) runtime.Tensor {
		return runtime.Floats([]float32{float32(x[0]), float32(x[1])}, 1, 2)
	}
	for _, state := range [][3][]float64{
		{{0, 0}, {1, -1}, {0, 0}},
		{{0.3, -0.7}, {0.5, 0.8}, {2, -1}},
		{{-2, 1.2}, {-1.5, 0.6}, {-3, 4}},
		{{1, 2.5}, {2, 2}, {1, 1}},
	} {
		q, v, torque := state[0], state[1], state[2]
		out, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{"q": two(q), "rate": two(v), "torque": two(torque)}})
		require.NoError(t, err)
		torque = []float64{gain * torque[0], gain * torque[1]}
		first := law.accelerations(q, v, torque)
		const steps = 400
		q, v = []float64{q[0], q[1]}, []float64{v[0], v[1]}
		for range steps {
			h := 0.01 / steps
			a := law.accelerations(q, v, torque)
			for j := range q {
				q[j] += h * (v[j] + h*a[j]/2)
				v[j] += h * a[j]
			}
		}
		for j := range q {
			change := math.Abs(v[j] - state[1][j])
			require.InDelta(t, v[j], out["next_rate"].Float[j], 1e-3*change+1e-5, "joint %d of %v, which accelerates by %v", j, state, first)
			require.InDelta(t, q[j], out["next_q"].Float[j], 1e-5)
		}
	}

	requireFailure(t, "already holds a run", append([]string{"identify", robot, log, "--run", made}, args...)...)
	robotFile := filepath.Join(made, run.RobotName)
	content, err = os.ReadFile(robotFile)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(robotFile, append(content, 0), 0o600))
	requireFailure(t, "was changed after the run was written", "export", made, "--joints", "-o", filepath.Join(folder, "other.onnx"))
	require.NoError(t, os.Remove(robotFile))
	requireFailure(t, "has no robot of its own", "export", made, "--joints", "-o", filepath.Join(folder, "other.onnx"))
}

// TestRememberingRun: a run carries friction with memory and networks into its file, which takes and
// returns the memory.
func TestRememberingRun(t *testing.T) {
	folder := t.TempDir()
	limited := strings.NewReplacer(`name="hinge" type="continuous"`, `name="hinge" type="revolute"`, `name="lift" type="continuous"`, `name="lift" type="revolute"`,
		`<axis xyz="0 1 0"/>`, `<axis xyz="0 1 0"/><limit lower="-2.5" upper="2.5" effort="100" velocity="10"/>`)
	text, table, currents := limited.Replace(oneLink), oneLinkLog(), []string{"--gain", "2"}
	long := testenv.Required("limits") // two links and gradients take minutes
	if long {
		text, currents = limited.Replace(twoLinks), nil
		links, _, err := urdf.ReadLinks(write(t, "arm.urdf", []byte(text)), urdf.Options{})
		require.NoError(t, err)
		table = twoLinksLog(&rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}})
	}
	robot, log := write(t, "robot.urdf", []byte(text)), write(t, "log.csv", []byte(table))
	made, file := filepath.Join(folder, "run"), filepath.Join(folder, "robot.onnx")
	told := gmnc(t, append([]string{"identify", robot, log, "--learn", "inertia,rotor,viscous,coulomb,memory,delay", "--smooth", "0.045", "--residual", "--run", made}, currents...)...)
	require.Contains(t, told.err, "take and return it as memory")
	require.Contains(t, told.err, "are not in the run. Its files hold each torque for one row of the log")
	require.Contains(t, told.err, "the run has no limits of joints")
	open, err := run.Read(run.Folder(made))
	require.NoError(t, err)
	require.Subset(t, open.Config.Model.Fields, []string{"friction_memory", "friction_network"})
	require.NotContains(t, open.Config.Model.Fields, "friction_law")
	if long {
		require.Contains(t, gmnc(t, "export", made, "--joints", "--gradients", "torque,memory", "--rollout=3", "-o", filepath.Join(folder, "gradients.onnx")).out, "the gradients of finite differences")
	}
	gmnc(t, "export", made, "--joints", "--rollout=2", "-o", file)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	signature, err := artifact.ReadSignature(content)
	require.NoError(t, err)
	require.Contains(t, signature.Inputs, system.MemoryInput)
}

// TestJointsFlag: --joints stands alone, or has a data set behind it.
func TestJointsFlag(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--joints", "x.npz", "folder"}, "folder is not a run"},
		{[]string{"folder", "--joints"}, "folder is not a run"},
		{[]string{"--joints", "folder"}, "folder is not a run"},
		{[]string{"--joints=other", "folder"}, "folder is not a run"},
	} {
		requireFailure(t, c.want, append([]string{"export", "-o", filepath.Join(t.TempDir(), "x.onnx")}, c.args...)...)
	}
}

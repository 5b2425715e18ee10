package commandline

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
	"gmnc/run"
	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/system"
)

// identifiedRod is what is found with some terms of a rod that swings for some seconds, in rows of 0.01 s, with a viscous friction in
// N m s/rad.
func identifiedRod(t *testing.T, seconds int, viscous float64, learn ...string) (*sysid.Model, *rigid.Tree, jointlog.Recording) {
	t.Helper()
	links, _, err := urdf.ReadLinks(write(t, "rod.urdf", []byte(oneLink)), urdf.Options{})
	require.NoError(t, err)
	tree := &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
	r := jointlog.Recording{Name: "log", Angle: make([][]float64, 1), Rate: make([][]float64, 1), Torque: make([][]float64, 1)}
	for i := range 100*seconds + 1 {
		now := 0.01 * float64(i)
		q, v, a := math.Sin(3*now), 3*math.Cos(3*now), -9*math.Sin(3*now)
		r.Time, r.Angle[0], r.Rate[0] = append(r.Time, now), append(r.Angle[0], q), append(r.Rate[0], v)
		r.Torque[0] = append(r.Torque[0], 0.6*a+9.81*math.Sin(q)+viscous*v+0.3*math.Tanh(v/0.01)+0.01*math.Sin(1e3*now*now))
	}
	model, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{r}, sysid.Options{Trust: 1, Half: 0.05, Learn: learn})
	require.NoError(t, err)
	return model, tree, r
}

// TestFieldsOfJoints: a data set has the terms of friction that descriptions of robots lack, if they were learned, and the
// factor and the offset of a drive.
func TestFieldsOfJoints(t *testing.T) {
	plain := []string{"viscous", "coulomb"}
	model, tree, _ := identifiedRod(t, 3, 0.5, plain...)
	require.Empty(t, ofJoints(model, nil))
	require.Equal(t, map[*system.Field][]float32{system.Drive: {2, 0}}, ofJoints(model, []float64{2}))
	require.Empty(t, carries(model, tree, nil, 0.01))
	require.Empty(t, undescribed("found.urdf", model))
	require.Equal(t, []string{"the log has currents, and so the files of gmnc export --joints take currents in A: they have 2, 3 N m/A inside"}, carries(model, tree, []float64{2, 3}, 0.01))
	tree.Links[0].Range = [2]float64{-1, 1}
	require.Contains(t, strings.Join(carries(model, tree, nil, 0.01), ""), "the run has no limits of joints")

	model, _, _ = identifiedRod(t, 3, -0.5, plain...)
	require.Len(t, ofJoints(model, nil)[system.FrictionLaw], system.FrictionColumns, "friction that drives a joint")
	for _, term := range []string{"root", "load"} {
		model, _, _ = identifiedRod(t, 3, 0.5, append(plain, term)...)
		all := ofJoints(model, nil)
		require.Len(t, all, 1)
		require.Len(t, all[system.FrictionLaw], system.FrictionColumns)
		require.Contains(t, undescribed("found.urdf", model)[0], "found.urdf: URDF and MJCF have no "+term+". Their viscous and Coulomb friction is fitted")
	}
	model, tree, _ = identifiedRod(t, 3, 0.5, append(plain, "memory", "offset", "delay")...)
	all := ofJoints(model, nil)
	require.Len(t, all, 2)
	require.Len(t, all[system.FrictionMemory], 2)
	require.Equal(t, []float32{1, float32(model.Offsets()[0])}, all[system.Drive])
	notes := strings.Join(carries(model, tree, nil, 0.01), "\n")
	require.Contains(t, notes, "friction has memory: ")
	require.Contains(t, notes, "the delays, ")
}

// TestMotionsOfRuns: recordings are cut into parts of a second. One in ten of those for training is for validation, unless there
// are recordings for that.
func TestMotionsOfRuns(t *testing.T) {
	model, _, r := identifiedRod(t, 12, 0.5, "viscous", "coulomb")
	splits := map[string][]jointlog.Recording{"train": {r}}
	motions := motionsOf(model, splits, 0.01)
	require.Equal(t, []int{10, 1, 0}, []int{len(motions[0]), len(motions[1]), len(motions[2])})
	require.InDelta(t, math.Sin(3*9), motions[1][0].Angle[0][0], 1e-3, "the tenth second")
	require.InDelta(t, math.Sin(3*10), motions[0][9].Angle[0][0], 1e-3)
	for _, of := range [][][]float64{motions[0][0].Angle, motions[0][0].Rate, motions[0][0].Load} {
		require.Len(t, of, 101)
	}
	splits["valid"], splits["test"] = []jointlog.Recording{r}, []jointlog.Recording{r, r}
	motions = motionsOf(model, splits, 0.01)
	require.Equal(t, []int{11, 11, 22}, []int{len(motions[0]), len(motions[1]), len(motions[2])})
	require.Len(t, motionsOf(model, splits, 2)[0][0].Angle, 2, "of steps above a second")
}

// TestMeasuredJoints: ranges of joints are those of all frames of all motions, by joint.
func TestMeasuredJoints(t *testing.T) {
	joints := []system.JointRange{system.NewJointRange("a", false), system.NewJointRange("b", true)}
	joints[0].Take([]float64{100}, []float64{100}, []float64{100})
	measureJoints(joints, []robots.Motion{
		{Angle: [][]float64{{1, 2}, {3, -4}}, Rate: [][]float64{{5, 6}, {7, 8}}, Load: [][]float64{{9, 10}, {11, 12}}},
		{Angle: [][]float64{{-1, 0}}, Rate: [][]float64{{0, 0}}, Load: [][]float64{{0, 20}}},
	})
	want := []system.JointRange{system.NewJointRange("a", false), system.NewJointRange("b", true)}
	for _, row := range [][6]float64{{1, 2, 5, 6, 9, 10}, {3, -4, 7, 8, 11, 12}, {-1, 0, 0, 0, 0, 20}} {
		for b := range want {
			want[b].Take([]float64{row[b]}, []float64{row[2+b]}, []float64{row[4+b]})
		}
	}
	require.Equal(t, want, joints)
}

// TestRunOfARod: the run of a robot has the interval of its log, the steps of identified laws and the
// constants that were found. It replaces no run, and its notes say what its files take.
func TestRunOfARod(t *testing.T) {
	folder := t.TempDir()
	made := filepath.Join(folder, "run")
	args := []string{"identify", write(t, "rod.urdf", []byte(oneLink)), write(t, "log.csv", []byte(oneLinkLog())), "--gain", "2", "--learn", "inertia,viscous,coulomb", "--run", made}
	told := gmnc(t, append(args, "-o", filepath.Join(folder, "found.json"))...)
	require.Contains(t, told.err, "they have 2 N m/A inside")
	config, err := run.ReadConfig(run.Folder(made))
	require.NoError(t, err)
	require.Equal(t, "gmn-ode", config.Model.Model)
	require.Equal(t, identifiedSteps, config.Model.Layers)
	require.Equal(t, "0.01 s", config.Data.About().Interval)
	require.Subset(t, config.Model.Fields, []string{"turn_friction", "turn_damping", "torque", "mass"})
	require.Contains(t, told.out, made+": the robot as a run; gmnc export "+made+" --joints -o robot.onnx writes it as a file\n")
	requireFailure(t, "already holds a run", args...)
	requireFailure(t, "absent.urdf", "identify", "absent.urdf", "absent.csv")
	require.Contains(t, call(t.Context(), "identify", args[1], "absent.csv").err, "cannot read the log: open absent.csv")
}

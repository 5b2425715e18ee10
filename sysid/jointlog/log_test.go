package jointlog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/bag"
)

var joints = []string{"shoulder_joint", "elbow"}

func TestUnderstand(t *testing.T) {
	for name, want := range map[string]column{
		"time":                                {timeKey, -1, false, 1},
		"__time":                              {timeKey, -1, false, 1},
		"timestamp_ms":                        {timeKey, -1, false, 1e-3},
		"time_ns":                             {timeKey, -1, false, 1e-9},
		"actual_q_0":                          {angleKey, 0, true, 1},
		"actual_qd_5":                         {rateKey, 5, true, 1},
		"actual_current_1":                    {currentKey, 1, true, 1},
		"/joint_states/elbow/position":        {angleKey, 1, false, 1},
		"/joint_states/shoulder_joint/effort": {torqueKey, 0, false, 1},
		"field.velocity1":                     {rateKey, 1, true, 1},
		"observation.state.shoulder.pos":      {angleKey, 0, false, 1},
		"elbow_position_deg":                  {angleKey, 1, false, degree},
		"tau_J[3]":                            {torqueKey, 3, true, 1},
		"dq_0":                                {rateKey, 0, true, 1},
		"jointTorque_1":                       {torqueKey, 1, true, 1},
		"target_q_0":                          {goalKey, 0, true, 1},
		"action.elbow.pos":                    {goalKey, 1, false, 1},
		"goal_position_1":                     {goalKey, 1, true, 1},
		"elbow_command_deg_position":          {goalKey, 1, false, degree},
	} {
		got, known := understand(name, joints)
		require.True(t, known, name)
		require.Equal(t, want, got, name)
	}
	for _, name := range []string{"target_qd_0", "target_moment_1", "action.elbow.vel", "goal_time", "gripper", "q", "elbow", "elbows_position", "temperature_0"} {
		_, known := understand(name, joints)
		require.False(t, known, name)
	}
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

const rows = "0.03,1,2\n0.00,3,4\n0.01,5,6\n0.01,9,9\n0.02,7,8\n0.04,1,1\n0.05,1,1\n0.06,1,1\n0.07,1,1\n"

// TestSeparators: columns are separated by commas or, if the header has none, by semicolons or tabs,
// beside which numbers may have decimal commas.
func TestSeparators(t *testing.T) {
	text := "time,q_0,q_1\n"
	for i := range 8 {
		text += fmt.Sprintf("%d,0.5,%d\n", i, i)
	}
	want, err := Read(file(t, "log.csv", text), Options{Joints: joints})
	require.NoError(t, err)
	semicolons := strings.ReplaceAll(text, ",", ";")
	for _, other := range []string{semicolons, strings.ReplaceAll(text, ",", "\t"), strings.ReplaceAll(semicolons, ".", ",")} {
		log, err := Read(file(t, "log.csv", other), Options{Joints: joints})
		require.NoError(t, err)
		require.Equal(t, want.All()[0].Angle, log.All()[0].Angle)
	}
	_, err = Read(file(t, "log.csv", strings.Replace(semicolons, "time;", "time,", 1)), Options{Joints: joints})
	require.ErrorContains(t, err, "line 2 has 1 cells, expected 2 as in the header: complete the line, or leave it out", "the header has a comma")
}

// TestGoals: the torques of servos are the ways to their goals, in tables and in arrays, in place of
// the file's own; without the option goals are not read, and may be there twice.
func TestGoals(t *testing.T) {
	text := "time,q_0,q_1,target_q_0,target_q_1,tau_0,tau_1\n"
	for i := range 8 {
		text += fmt.Sprintf("%d,1,2,%d,5,9,9\n", i, i)
	}
	path := file(t, "log.csv", text)
	log, err := Read(path, Options{Joints: joints, Servo: []float64{10, 3}})
	require.NoError(t, err)
	require.Equal(t, []float64{-10, 0, 10}, log.All()[0].Torque[0][:3])
	require.Equal(t, []float64{9, 9, 9}, log.All()[0].Torque[1][:3])
	require.Equal(t, []float64{1, 1, 1}, log.All()[0].Angle[0][:3])
	log, err = Read(path, Options{Joints: joints, Servo: []float64{2}, Columns: map[string]string{goalKey: "tau_{}"}})
	require.NoError(t, err)
	require.Equal(t, 16.0, log.All()[0].Torque[0][0])
	log, err = Read(file(t, "log.csv", strings.Replace(text, "target_q_0", "elbow_goal_q", 1)), Options{Joints: joints})
	require.NoError(t, err)
	require.Equal(t, 9.0, log.All()[0].Torque[0][0])
	_, err = Read(file(t, "log.csv", strings.Replace(text, "target_q_0", "x", 1)), Options{Joints: joints, Servo: []float64{2}})
	require.ErrorContains(t, err, "has no goal of ")
	_, err = Read(path, Options{Joints: joints, Servo: []float64{0}})
	require.ErrorContains(t, err, "servo has 0, expected finite")

	path = filepath.Join(t.TempDir(), "log.npz")
	angle, goal := make([]float32, 16), make([]float32, 16)
	for i := range goal {
		angle[i], goal[i] = 1, float32(i)
	}
	arrays := []npz.Array{{Key: "dt", Floats: []float32{0.5}}, {Key: "angle", Shape: []int{8, 2}, Floats: angle}}
	require.NoError(t, npz.Write(path, arrays))
	_, err = Read(path, Options{Joints: joints, Servo: []float64{10, 3}})
	require.ErrorContains(t, err, "has no goal, expected the angle to which each joint is sent, which servo needs")
	require.NoError(t, npz.Write(path, append(arrays, npz.Array{Key: "goal", Shape: []int{8, 2}, Floats: goal})))
	log, err = Read(path, Options{Joints: joints, Servo: []float64{10, 3}})
	require.NoError(t, err)
	require.Equal(t, []float64{-10, 10}, log.All()[0].Torque[0][:2])
	require.Equal(t, []float64{0, 6}, log.All()[0].Torque[1][:2])
	_, err = Read(bag.Write(t, "sensor_msgs/msg/JointState", "", states()...), Options{Joints: joints, Servo: []float64{1}})
	require.ErrorContains(t, err, "has no goals of the servos")
}

// TestStamps: stamps beside dt, of the file or of the options, say the same.
func TestStamps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.npz")
	for dt, refused := range map[float32]bool{0.1: false, 0.104: false, 0.106: true} {
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "angle", Shape: []int{8, 2}, Floats: make([]float32, 16)},
			{Key: "time", Shape: []int{8}, Floats: []float32{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}}, {Key: "dt", Floats: []float32{dt}}}))
		_, err := Read(path, Options{Joints: joints})
		if refused {
			require.ErrorContains(t, err, "time goes 0.1 s from row to row in the median, and dt is 0.106 s")
		} else {
			require.NoError(t, err)
		}
	}
	_, err := Read(path, Options{Joints: joints, Dt: 0.1})
	require.NoError(t, err, "the option counts")
}

// TestUnits: times in other units are known by their steps, and told.
func TestUnits(t *testing.T) {
	for unit, zeros := range map[string]string{"0.001": "0", "1e-06": "0000", "1e-09": "0000000"} {
		text := "time,q0,q1\n"
		for _, row := range []string{"10", "11", "12", "13", "14", "15", "16", "17"} {
			text += row + zeros + ",1,2\n"
		}
		log, err := Read(file(t, "log.csv", text), Options{Joints: joints})
		require.NoError(t, err)
		require.InDelta(t, 0.01, log.All()[0].Time[1], 1e-9)
		require.Contains(t, log.Notes[0], "the columns numbered 0, 1")
		require.Contains(t, log.Notes[1], "taken as "+unit+" s")
	}
}

// TestFortran: logs that a program in Fortran wrote have the exponent D.
func TestFortran(t *testing.T) {
	text := "time,q0,q1\n"
	for row := range 8 {
		text += fmt.Sprintf("%d.D-02,1.5D+00,-2.5d-1\n", row)
	}
	log, err := Read(file(t, "log.csv", text), Options{Joints: joints})
	require.NoError(t, err)
	require.InDelta(t, 0.07, log.All()[0].Time[7], 1e-12)
	require.Equal(t, 1.5, log.All()[0].Angle[0][0])
	require.Equal(t, -0.25, log.All()[0].Angle[1][0])
	_, err = Read(file(t, "log.csv", strings.ReplaceAll(text, "1.5D+00", "1.5F+00")), Options{Joints: joints})
	require.ErrorContains(t, err, "has no angle of ")
}

func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"gain has 3 numbers for 2 joints":     {Joints: joints, Gain: []float64{1, 2, 3}},
		"gear has 0, expected finite":         {Joints: joints, Gear: []float64{0}},
		"dt is -1":                            {Joints: joints, Dt: -1},
		`columns names "speed", expected one`: {Joints: joints, Columns: map[string]string{"speed": "x"}},
	} {
		require.ErrorContains(t, o.Validate(), want)
	}
	require.NoError(t, Options{Joints: joints, Gain: []float64{1}, Gear: []float64{1, -2}}.Validate())
}

// TestNPZ: columns are taken by their names, currents times the file's own gains, of splits and
// of recordings one by one.
func TestNPZ(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.npz")
	values := func(from float32) (v []float32) {
		for i := range 32 {
			v = append(v, from+float32(i))
		}
		return v
	}
	shape := []int{2, 8, 2}
	require.NoError(t, npz.Write(path, []npz.Array{
		{Key: "train_angle", Shape: shape, Floats: values(0)}, {Key: "train_rate", Shape: shape, Floats: values(100)},
		{Key: "train_current", Shape: shape, Floats: values(200)}, {Key: "gain", Shape: []int{2}, Floats: []float32{10, 2}},
		{Key: "dt", Floats: []float32{0.5}}, {Key: "joints", Text: "elbow|shoulder_joint"},
	}))
	log, err := Read(path, Options{Joints: joints})
	require.NoError(t, err)
	require.Len(t, log.Splits["train"], 2)
	r := log.Splits["train"][1]
	require.Equal(t, 0.5, r.Time[1])
	require.Equal(t, []float64{17, 19}, r.Angle[0][:2])
	require.Equal(t, []float64{116, 118}, r.Rate[1][:2])
	require.Equal(t, []float64{2 * 217, 2 * 219}, r.Torque[0][:2])
	require.Equal(t, []float64{2, 10}, log.Gain, "in the order of the joints that are wanted")
	require.Equal(t, []float64{10 * 216, 10 * 218}, r.Torque[1][:2])

	_, err = Read(path, Options{Joints: []string{"wrist"}})
	require.ErrorContains(t, err, `joints has no "wrist"`)
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "angle", Shape: []int{8, 2}, Floats: values(0)[:16]}}))
	_, err = Read(path, Options{Joints: joints})
	require.ErrorContains(t, err, "has neither time nor dt")
	log, err = Read(path, Options{Joints: joints, Dt: 0.1})
	require.NoError(t, err)
	require.Contains(t, log.Notes[0], "columns are taken to be shoulder_joint, elbow")
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "angle", Shape: []int{8, 2}, Floats: values(0)[:16]}, {Key: "current", Shape: []int{8, 2}, Floats: values(0)[:16]}}))
	_, err = Read(path, Options{Joints: joints, Dt: 0.1})
	require.ErrorContains(t, err, "current are currents")
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "torque", Shape: []int{8, 2}, Floats: values(0)[:16]}}))
	_, err = Read(path, Options{Joints: joints, Dt: 0.1})
	require.ErrorContains(t, err, "has no angles of joints")
}

// TestReadByContent: an .npz file is read whatever its name ends in.
func TestReadByContent(t *testing.T) {
	for _, name := range []string{"log.csv", "log", "log.npz"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "angle", Shape: []int{10, 2}, Floats: make([]float32, 20)}, {Key: "dt", Floats: []float32{0.5}}}))
		log, err := Read(path, Options{Joints: joints})
		require.NoError(t, err, name)
		require.Len(t, log.Splits[""][0].Time, 10)
	}
}

package jointlog

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/bag"
)

// array is a float array whose values count up from a number.
func array(key string, from float32, shape ...int) npz.Array {
	a := npz.Array{Key: key, Shape: shape}
	size := 1
	for _, n := range shape {
		size *= n
	}
	for i := range size {
		a.Floats = append(a.Floats, from+float32(i))
	}
	return a
}

func archive(t *testing.T, arrays ...npz.Array) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.npz")
	require.NoError(t, npz.Write(path, arrays))
	return path
}

// TestWrongArrays: each array that does not fit says its name and its shape.
func TestWrongArrays(t *testing.T) {
	angle, dt := array("angle", 0, 8, 2), array("dt", 1)
	for _, test := range []struct {
		message string
		gain    []float64
		arrays  []npz.Array
	}{
		{`joints`, nil, []npz.Array{angle, dt, array("joints", 0, 2)}},
		{"has shape [16], expected [rows, 2 joints]", nil, []npz.Array{array("angle", 0, 16), dt}},
		{"has shape [2 2 2 2], expected [rows, 2 joints]", nil, []npz.Array{array("angle", 0, 2, 2, 2, 2), dt}},
		{"has shape [8 3], expected [rows, 2 joints]", nil, []npz.Array{array("angle", 0, 8, 3), dt}},
		{"has shape [7 2], and angles have [8 2]", nil, []npz.Array{angle, dt, array("rate", 0, 7, 2)}},
		{"has shape [7 2], and angles have [8 2]", nil, []npz.Array{angle, dt, array("torque", 0, 7, 2)}},
		{"has shape [7 2], and angles have [8 2]", []float64{1}, []npz.Array{angle, dt, array("current", 0, 7, 2)}},
		{"has shape [3], expected one number for each of 2 joints", nil, []npz.Array{angle, dt, array("current", 0, 8, 2), array("gain", 0, 3)}},
		{"has shape [7], expected the times in s of 8 rows", nil, []npz.Array{angle, array("time", 0, 7)}},
		{"has shape [8 1], expected the times in s of 8 rows", nil, []npz.Array{angle, array("time", 0, 8, 1)}},
		{"has neither time nor dt", nil, []npz.Array{angle, array("dt", 1, 2)}},
		{"dt", nil, []npz.Array{angle, {Key: "dt", Text: "a second"}}},
		{"time", nil, []npz.Array{angle, {Key: "time", Text: "now"}}},
		{"gain", nil, []npz.Array{angle, dt, array("current", 0, 8, 2), {Key: "gain", Text: "one"}}},
	} {
		_, err := Read(archive(t, test.arrays...), Options{Joints: joints, Gain: test.gain})
		require.ErrorContains(t, err, test.message)
	}
	_, err := Read(archive(t, angle, dt, array("goal", 0, 7, 2)), Options{Joints: joints, Servo: []float64{1}})
	require.ErrorContains(t, err, "has shape [7 2], and angles have [8 2]")
}

// TestArrays: efforts at motors are taken to joints by gears, a file's single gain is for all
// joints, and the gain of the options counts before the file's.
func TestArrays(t *testing.T) {
	angle, dt := array("angle", 0, 8, 2), array("dt", 1)
	log, err := Read(archive(t, angle, dt, array("torque", 0, 8, 2)), Options{Joints: joints, Gear: []float64{3, 5}})
	require.NoError(t, err)
	require.Equal(t, []float64{0, 6, 12}, log.All()[0].Torque[0][:3])
	require.Equal(t, []float64{5, 15, 25}, log.All()[0].Torque[1][:3])
	require.Nil(t, log.Gain)
	require.Nil(t, log.All()[0].Rate)
	require.Equal(t, []string{"shoulder_joint", "elbow"}, joints, "are left as they are")
	for _, gain := range []float64{0, 4} {
		o := Options{Joints: joints}
		if gain > 0 {
			o.Gain = []float64{gain}
		}
		log, err := Read(archive(t, angle, dt, array("current", 0, 8, 2), array("gain", 7, 1)), o)
		require.NoError(t, err)
		if gain == 0 {
			gain = 7
		}
		require.Equal(t, 2*gain, log.All()[0].Torque[0][1])
		require.Equal(t, 3*gain, log.All()[0].Torque[1][1])
		require.Equal(t, gain, log.Gain[0])
	}
}

// TestStampsOfArrays: stamps of a split count before those of the file, rows are sorted by them,
// and rows whose stamp is there twice are told.
func TestStampsOfArrays(t *testing.T) {
	stamps := npz.Array{Key: "train_time", Shape: []int{9}, Floats: []float32{1, 0, 2, 3, 3, 4, 5, 6, 7}}
	log, err := Read(archive(t, array("train_angle", 0, 9, 2), array("time", 0, 9), stamps, array("valid_angle", 0, 9, 2)), Options{Joints: joints, Checked: true})
	require.NoError(t, err)
	require.Equal(t, []float64{2, 0, 4, 6, 10}, log.Splits["train"][0].Angle[0][:5])
	require.Equal(t, []float64{0, 2, 4, 6, 8}, log.Splits["valid"][0].Angle[0][:5])
	require.Len(t, log.Notes, 2)
	require.Contains(t, log.Notes[0], "has no text joints")
	require.Contains(t, log.Notes[1], "train 0: 1 rows have the stamp of another row")
	require.True(t, strings.HasSuffix(log.Splits["train"][0].Name, "log.npz train 0"), "the name of %s", log.Splits["train"][0].Name)

	one, err := Read(archive(t, array("angle", 0, 9, 1), array("dt", 1)), Options{Joints: joints[:1], Checked: true})
	require.NoError(t, err)
	require.Empty(t, one.Notes, "a single column is that of the single joint")
	require.True(t, strings.HasSuffix(one.All()[0].Name, "log.npz"))
	several, err := Read(archive(t, array("angle", 0, 2, 9, 1), array("dt", 1)), Options{Joints: joints[:1], Checked: true})
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(several.All()[1].Name, "log.npz 1"))
	require.Equal(t, []float64{9, 10}, several.All()[1].Angle[0][:2])
}

// TestMapped: a pattern takes the joint's name, its name without _joint, or its number from 0 where
// the table has a column 0, and from 1 otherwise.
func TestMapped(t *testing.T) {
	for header, first := range map[string]float64{
		"t,x_shoulder_joint,x_elbow": 1, "t,x_shoulder,x_elbow": 1, "t,x_0,x_1": 1, "t,x_1,x_2": 1, "t,x_1,x_0": 2,
	} {
		log, err := Read(file(t, "log.csv", header+"\n"+rows), Options{Joints: joints, Checked: true, Columns: map[string]string{angleKey: "x_{}", timeKey: "t"}})
		require.NoError(t, err, header)
		row := slices.Index(log.All()[0].Time, 0.03)
		require.Equal(t, first, log.All()[0].Angle[0][row], header)
		require.Equal(t, 3-first, log.All()[0].Angle[1][row], header)
	}
}

// TestNamesBeforeNumbers: columns with the names of joints count before those with numbers.
func TestNamesBeforeNumbers(t *testing.T) {
	log, err := Read(file(t, "log.csv", "time,q_0,q_1,elbow_pos,shoulder_pos\n"+strings.ReplaceAll(rows, "\n", ",1,2\n")), Options{Joints: joints, Checked: true})
	require.NoError(t, err)
	require.Equal(t, 2.0, log.All()[0].Angle[0][0])
	require.Equal(t, 1.0, log.All()[0].Angle[1][0])
}

// TestRotationsInChecks: the angles of joints that go around are looked at as they go on.
func TestRotationsInChecks(t *testing.T) {
	r := &Recording{Time: []float64{0, 1, 2, 3}, Angle: [][]float64{{3, -3.1, 3.1, -3.2}, {0, 3.1, 0, -3.1}}}
	looked := forChecks([]Recording{*r}, Options{Joints: joints})
	allclose.Within(t, []float64{3, 0, 2*3.141592653589793 - 3.1, 3.1, 3.1, 0, 2*3.141592653589793 - 3.2, -3.1}, looked.Positions, 1e-12)
	require.Equal(t, 1.0, looked.Time)
	require.Nil(t, looked.Rates)
	require.Nil(t, looked.Loads)
	require.Equal(t, 2, looked.Elements)
	slides := forChecks([]Recording{*r, *r}, Options{Joints: joints, Rotates: []bool{true, false}})
	allclose.Within(t, []float64{-3.2 + 2*3.141592653589793, -3.1, 3, 0, 2*3.141592653589793 - 3.1, 3.1}, slides.Positions[6:12], 1e-12)
	require.Equal(t, []int{0, 4, 8}, slides.Starts)
}

// TestFolderAsLog: a folder is taken for a bag of ROS 2.
func TestFolderAsLog(t *testing.T) {
	path := bag.Write(t, "sensor_msgs/msg/JointState", "", states()...)
	folder := filepath.Join(t.TempDir(), "bag.csv")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, os.Rename(path, filepath.Join(folder, "bag_0.mcap")))
	log, err := Read(folder, Options{Joints: joints})
	require.NoError(t, err)
	require.Equal(t, []float64{0, 1, 2, 3}, log.All()[0].Angle[0][:4])
	_, err = Read(filepath.Join(t.TempDir(), "none.csv"), Options{Joints: joints})
	require.ErrorContains(t, err, "none.csv")
}

// TestAll: recordings come split by split.
func TestAll(t *testing.T) {
	log := Log{Splits: map[string][]Recording{"test": {{Name: "d"}}, "valid": {{Name: "c"}}, "train": {{Name: "a"}, {Name: "b"}}}}
	var names string
	for _, r := range log.All() {
		names += r.Name
	}
	require.Equal(t, "abcd", names)
}

// TestShortParts: a stretch of one row between pauses is left out.
func TestShortParts(t *testing.T) {
	all := stamps(100, 0.003, 0.3)
	all = append(all, all[len(all)-1]+0.5)
	parts, _ := swinging(all).Even(0.01)
	require.Len(t, parts, 2)
	require.Empty(t, (&Recording{}).at(1, 1, 1, 1).Time)
	// A last stamp that misses its row by a rounding counts, one that misses it by more does not.
	r := Recording{Time: []float64{0, 1, 2, 3, 4 - 1e-10}, Angle: [][]float64{{0, 1, 2, 3, 4}}}
	require.Len(t, r.at(1, 5, 5, 5).Time, 5)
	r.Time[4] = 4 - 1e-8
	require.Len(t, r.at(1, 5, 5, 5).Time, 4)
}

// TestScalesOfTables: degrees are taken to radians, and efforts at motors to joints.
func TestScalesOfTables(t *testing.T) {
	text := "time, q_0_deg, tau_0\n" + strings.ReplaceAll(rows, ",", ", ")
	log, err := Read(file(t, "log.csv", text), Options{Joints: joints[:1], Gear: []float64{-3}, Columns: map[string]string{angleKey: "q_0_deg"}, Checked: true})
	require.NoError(t, err)
	require.Equal(t, []float64{3, 5}, log.All()[0].Angle[0][:2], "options name the column, which is taken as it is")
	require.Equal(t, []float64{-12, -18}, log.All()[0].Torque[0][:2])
	text = strings.Replace(text, "q_0_deg", "shoulder position deg", 1)
	log, err = Read(file(t, "log.csv", text), Options{Joints: joints[:1], Checked: true})
	require.NoError(t, err)
	allclose.Within(t, []float64{3 * degree, 5 * degree}, log.All()[0].Angle[0][:2], 1e-15)
}

// TestWidthOfNames: arrays are as wide as the text joints has names, of which some are not wanted.
func TestWidthOfNames(t *testing.T) {
	log, err := Read(archive(t, array("angle", 0, 8, 3), array("dt", 1), npz.Array{Key: "joints", Text: "elbow | wrist|shoulder_joint"}), Options{Joints: joints, Checked: true})
	require.NoError(t, err)
	require.Equal(t, []float64{2, 5}, log.All()[0].Angle[0][:2])
	require.Equal(t, []float64{0, 3}, log.All()[0].Angle[1][:2])
}

// TestEdgesOfOptions: one number is for all joints, and 0 is no gain but a time that is not given.
func TestEdgesOfOptions(t *testing.T) {
	two := []float64{1, 2}
	for _, o := range []Options{{Joints: joints, Gain: two}, {Joints: joints[:1], Gain: two[:1]}, {Joints: joints, Servo: two[:1]}, {Joints: joints}, {Joints: joints, Dt: 1e-9}} {
		require.NoError(t, o.Validate())
	}
	for message, o := range map[string]Options{
		"gain has 2 numbers for 1 joints":      {Joints: joints[:1], Gain: two},
		"servo has 2 numbers for 3 joints":     {Joints: []string{"a", "b", "c"}, Servo: two},
		"gain has -Inf, expected":              {Joints: joints, Gain: []float64{1, math.Inf(-1)}},
		"gear has NaN, expected":               {Joints: joints, Gear: []float64{math.NaN(), 1}},
		"dt is NaN, expected seconds from row": {Joints: joints, Dt: math.NaN()},
		"dt is +Inf, expected":                 {Joints: joints, Dt: math.Inf(1)},
	} {
		require.ErrorContains(t, o.Validate(), message)
	}
}

// TestFinite: the first value that is no number is named by its quantity, joint and row.
func TestFinite(t *testing.T) {
	good := [][]float64{{0, 0}, {0, 0}}
	for message, r := range map[string]Recording{
		"x: the angle of elbow is NaN in row 1":            {Angle: [][]float64{{0, 0}, {0, math.NaN()}}},
		"x: the rate of shoulder_joint is +Inf in row 0":   {Angle: good, Rate: [][]float64{{math.Inf(1), 0}, {0, 0}}},
		"x: the torque of shoulder_joint is -Inf in row 0": {Angle: good, Rate: good, Torque: [][]float64{{math.Inf(-1), 0}}},
	} {
		r.Name = "x"
		require.ErrorContains(t, r.finite(joints), message)
	}
	require.NoError(t, (&Recording{Angle: good, Rate: good, Torque: good}).finite(joints))
}

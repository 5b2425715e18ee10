package jointlog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestWordsInNamesOfJoints: words in the name of a joint are no quantities, with and without _joint, and
// the longer form is taken away once.
func TestWordsInNamesOfJoints(t *testing.T) {
	of := []string{"Speed_axis_joint", "q_joint"}
	for name, want := range map[string]column{
		"speed_axis_joint_position": {angleKey, 0, false, 1}, "speed_axis_position": {angleKey, 0, false, 1}, "position of SPEED_AXIS": {angleKey, 0, false, 1},
		"q_joint_q": {angleKey, 1, false, 1}, "q_joint_vel": {rateKey, 1, false, 1}, "goal_target_position_3": {goalKey, 3, true, 1},
	} {
		got, known := understand(name, of)
		require.True(t, known, name)
		require.Equal(t, want, got, name)
	}
	_, known := understand("speed_axis", of)
	require.False(t, known)
}

// TestUnitsAndOthersInNames: units may follow the number of a joint, and numbered columns of the tool, of
// outside torques, of commands and of allowed currents are not those of joints.
func TestUnitsAndOthersInNames(t *testing.T) {
	for name, want := range map[string]column{
		"q_3_deg": {angleKey, 3, true, degree}, "q3 [rad]": {angleKey, 3, true, 1}, "dq3 (deg/s)": {rateKey, 3, true, degree}, "tau3 [N m]": {torqueKey, 3, true, 1}, "current_3_A": {currentKey, 3, true, 1},
		"q_d_3": {goalKey, 3, true, 1}, "elbow_tau_ext": {torqueKey, 0, false, 1},
	} {
		got, known := understand(name, []string{"elbow"})
		require.True(t, known, name)
		require.Equal(t, want, got, name)
	}
	for _, name := range []string{"q_3_mm", "dq_d_3", "tau_J_d_3", "tau_ext_hat_filtered_3", "actual_TCP_speed_3", "actual_current_window_3", "O_T_EE_3"} {
		_, known := understand(name, []string{"elbow"})
		require.False(t, known, name)
	}
}

// TestBoundaries: a part counts where neither a letter nor a digit is next to it.
func TestBoundaries(t *testing.T) {
	for _, c := range []struct {
		name, part string
		want       int
	}{
		{"elbow", "elbow", 0}, {"xelbow_elbow", "elbow", 7}, {"a__", "_", 2}, {"elbow1", "elbow", -1}, {"1elbow", "elbow", -1}, {"aelbow", "elbow", -1}, {"elbowz", "elbow", -1},
		{"9elbow/elbow", "elbow", 7}, {"0elbow", "elbow", -1}, {"/elbow:", "elbow", 1}, {"`elbow{", "elbow", 1}, {"knee", "elbow", -1},
	} {
		require.Equal(t, c.want, boundary(c.name, c.part), c)
	}
}

// TestColumnsOfNumbers: numbers count joints from their smallest, in any order of columns, and columns
// with the name of one joint take precedence over those of all numbers.
func TestColumnsOfNumbers(t *testing.T) {
	found, err := find("log.csv", []string{"q_2", "q_1", "t"}, Options{Joints: joints})
	require.NoError(t, err)
	require.Equal(t, map[int]scaledColumn{0: {1, 1}, 1: {0, 1}}, found[angleKey])
	require.Equal(t, map[int]scaledColumn{0: {2, 1}}, found[timeKey])
	found, err = find("log.csv", []string{"q_0", "elbow_pos", "q_1"}, Options{Joints: joints})
	require.NoError(t, err)
	require.Equal(t, map[int]scaledColumn{1: {1, 1}}, found[angleKey])
	found, err = find("log.csv", []string{"time", "t_0", "q_0", "q_1"}, Options{Joints: joints, Columns: map[string]string{timeKey: "t_{}"}})
	require.NoError(t, err, "the time of the second joint is not searched")
	require.Equal(t, map[int]scaledColumn{0: {1, 1}}, found[timeKey])
}

// TestTimesOfTables: stamps are multiplied by the unit in the name of their column, and without a column
// rows are dt apart.
func TestTimesOfTables(t *testing.T) {
	times := func(header string, o Options) []float64 {
		o.Joints, o.Checked = joints, true
		text := header + "\n"
		for _, row := range "01234567" {
			text += strings.ReplaceAll("0.x,1,2\n", "x", string(row))
		}
		log, err := Read(file(t, "log.csv", text), o)
		require.NoError(t, err)
		return log.All()[0].Time[:3]
	}
	allclose.Within(t, []float64{0, 1e-4, 2e-4}, times("time_ms,q_0,q_1", Options{}), 1e-15)
	allclose.Within(t, []float64{0, 1e-10, 2e-10}, times("time_ns,q_0,q_1", Options{}), 1e-20)
	require.Equal(t, []float64{0, 0.25, 0.5}, times("x,q_0,q_1", Options{Dt: 0.25}))
	require.Equal(t, []float64{0, 5, 10}, times("x,q_0,q_1", Options{Dt: 5}), "a step that is given is in seconds")
	allclose.Within(t, []float64{0, 0.1, 0.2}, times("time,q_0,q_1", Options{Dt: 0.104}), 1e-15)
	_, err := readCSV("none.csv", Options{})
	require.ErrorContains(t, err, "cannot read the log: ")
}

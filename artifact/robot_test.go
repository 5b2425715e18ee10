package artifact

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRobot: a robot begins at rest, moves, and refuses what is not its own.
func TestRobot(t *testing.T) {
	golden := filepath.Join("..", "testdata", "golden")
	robot, err := OpenRobot(filepath.Join(golden, "cart.onnx"))
	require.NoError(t, err)
	require.Equal(t, []string{"cart", "pole"}, robot.Joints)
	require.Equal(t, []float32{0, 0}, robot.Q)
	require.Equal(t, []float32{0, 0}, robot.Rate)
	torque := []float32{1, 0}
	require.NoError(t, robot.Step(torque))
	require.Greater(t, robot.Rate[0], float32(0), "a force along the axis")
	first := robot.Q
	require.NoError(t, robot.Step(torque))
	require.NotSame(t, &first[0], &robot.Q[0], "a caller may keep a state")
	require.Equal(t, []float32{1, 0}, torque)

	for _, count := range []int{1, 3} {
		require.ErrorContains(t, robot.Step(make([]float32, count)), "expected 2, of cart, pole")
	}
	require.NoError(t, robot.Step([]float32{float32(math.NaN()), 0}))
	require.True(t, math.IsNaN(float64(robot.Q[1])))
	require.NoError(t, robot.Close())

	_, err = OpenRobot(filepath.Join(golden, "mechanics.onnx"))
	require.ErrorContains(t, err, "mechanics.onnx does not make one step in joint coordinates: export it with --joints and without --rollout")
	_, err = OpenRobot("robot_test.go")
	require.ErrorContains(t, err, "robot_test.go: ")
	_, err = OpenRobot("none.onnx")
	require.ErrorContains(t, err, "cannot read the model")
}

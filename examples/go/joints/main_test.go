package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/internal/test/allclose"
)

const folder = "../../../testdata/golden/"

// tensors are the numbers of cart.txt, by their names.
func tensors(t *testing.T) map[string][]float32 {
	t.Helper()
	text, err := os.ReadFile("../../cart.txt")
	require.NoError(t, err)
	all := map[string][]float32{}
	for line := range strings.Lines(string(text)) {
		var name string
		var rank, rows, columns int
		var first, second float32
		_, err := fmt.Sscan(line, &name, &rank, &rows, &columns, &first, &second)
		require.NoError(t, err)
		all[name] = []float32{first, second}
	}
	return all
}

// TestControl: the loop brings the cart and its pole where the simulator does.
func TestControl(t *testing.T) {
	robot, err := artifact.OpenRobot(folder + "cart.onnx")
	require.NoError(t, err)
	defer robot.Close()
	require.Equal(t, []string{"cart", "pole"}, robot.Joints)
	require.Equal(t, []float32{0, 0}, robot.Q, "the pose of rest")
	want := tensors(t)
	robot.Q, robot.Rate = want["q"], want["rate"]
	require.NoError(t, control(robot, 40))
	allclose.Within(t, want["last_q"], robot.Q, 1e-5)
	allclose.Within(t, want["last_rate"], robot.Rate, 1e-5)
	require.ErrorContains(t, robot.Step([]float32{1}), "torque has 1 numbers: expected 2, of cart, pole")
}

// TestRun: what cannot be run is an error.
func TestRun(t *testing.T) {
	require.NoError(t, run([]string{folder + "cart.onnx", "1"}))
	for says, args := range map[string][]string{
		"usage: joints":                {},
		`"x" is not a number`:          {folder + "cart.onnx", "x"},
		"export it with --joints":      {folder + "model.onnx", "1"},
		"cannot read the model: open ": {folder + "none.onnx", "1"},
	} {
		require.ErrorContains(t, run(args), says)
	}
}

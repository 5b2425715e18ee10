package commandline

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

// TestTutorial runs docs/tutorial.md from its first line to its last, with a
// smaller model for fewer epochs. The error that its last lines print is the one
// that gmnc predict finds.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole session, Python included")
	}
	printed := runPage(t, "tutorial.md")
	if printed != "" { // Python has onnxruntime, too
		var found errorsReport
		require.NoError(t, json.Unmarshal([]byte(gmnc(t, "predict", "model.onnx", "data.npz", "--json").out), &found))
		inPython, err := strconv.ParseFloat(strings.TrimSpace(printed), 64)
		require.NoError(t, err)
		require.InEpsilon(t, float64(found.RMSE), inPython, 1e-3)
	}
}

// TestMechanicsPage runs docs/mechanics.md alike, and finds the masses to four digits.
func TestMechanicsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole session, Python included")
	}
	runPage(t, "mechanics.md")
	require.Regexp(t, `mass of shoulder's link: 1\.(4999|5000|5 )`, gmnc(t, "inspect", "run").out)
}

// runPage runs a page of docs from its first line to its last in a folder of its own, and
// returns what its last program prints. A robot on it is the file pendulum.urdf.
func runPage(t *testing.T, name string) (printed string) {
	t.Helper()
	testenv.Python(t, "numpy")
	page, err := os.ReadFile(filepath.Join(testenv.Root(), "docs", name))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for i, part := range strings.Split(string(page), "```") {
		if program, python := strings.CutPrefix(part, "python\n"); python {
			require.Equal(t, 1, i%2, "prose between fences")
			printed = runPython(t, program)
			continue
		}
		if robot, file := strings.CutPrefix(part, "xml\n"); file {
			require.NoError(t, os.WriteFile("pendulum.urdf", []byte(robot), 0o600))
			continue
		}
		for _, line := range strings.Split(part, "\n") {
			if typed.MatchString(line) {
				runLine(t, argumentsIn(line))
			}
		}
	}
	return printed
}

// runLine calls gmnc as the line says; trainings and rollouts are shorter.
func runLine(t *testing.T, arguments []string) {
	t.Helper()
	switch arguments[0] {
	case "train":
		arguments = append(without(arguments, "--epochs", "--layers", "--hidden"), "--epochs", "2", "--layers", "2", "--hidden", "8")
	case "rollout":
		arguments = append(without(arguments, "--steps"), "--steps", "4")
	}
	gmnc(t, arguments...)
}

// runPython returns what the program prints; nothing if it takes onnxruntime and
// Python has none.
func runPython(t *testing.T, program string) (printed string) {
	t.Helper()
	t.Run("python", func(t *testing.T) {
		if strings.Contains(program, "import onnxruntime") {
			testenv.Python(t, "onnxruntime")
		}
		output, err := exec.Command("python3", "-c", program).CombinedOutput()
		require.NoError(t, err, "%s", output)
		printed = string(output)
	})
	return printed
}

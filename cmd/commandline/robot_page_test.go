package commandline

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

// TestTwinPage runs the lines of docs/robots.md that find an arm's constants in the record of
// its twin. What is found is within three errors of examples/robot/twin.urdf.
func TestTwinPage(t *testing.T) {
	testenv.Python(t, "numpy")
	root, err := filepath.Abs(testenv.Root())
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(root, "docs", "robots.md"))
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(page), "## Without a robot: a twin\n")
	require.True(t, found)
	section, _, _ := strings.Cut(rest, "\n## ")
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(filepath.Join(root, "examples"), "examples"))
	var told string
	for _, line := range strings.Split(section, "\n") {
		words := strings.Fields(line)
		switch {
		case !strings.HasPrefix(line, "    "):
		case words[0] == "python3":
			output, err := exec.Command("python3", words[1:]...).CombinedOutput()
			require.NoError(t, err, "%s", output)
		case words[1] == "identify":
			told = gmnc(t, append(words[1:], "-o", "found.json")...).out
		default:
			gmnc(t, words[1:]...)
		}
	}
	require.Contains(t, told, "kg m: mass*z of upper + 0.4 * mass of lower")
	require.FileExists(t, "arm.onnx")
	require.FileExists(t, "torques.svg")

	text, err := os.ReadFile("found.json")
	require.NoError(t, err)
	var report identifyReport
	require.NoError(t, json.Unmarshal(text, &report))
	want := map[string]float64{
		"turn viscous friction": 1.2, "shoulder viscous friction": 1.6, "elbow viscous friction": 0.5,
		"turn Coulomb friction": 0.9, "shoulder Coulomb friction": 1.1, "elbow Coulomb friction": 0.4,
		"lower mass*z": 1.9 * 0.18,
	}
	for _, c := range report.Constants {
		if value, known := want[c.Of+" "+c.Name]; known {
			require.True(t, c.Determined, c.Of)
			require.InDelta(t, value, c.Value, 3*c.Error, c.Of)
			require.Less(t, c.Error, 0.02)
			delete(want, c.Of+" "+c.Name)
		}
	}
	require.Empty(t, want)
	upper := report.Combinations[0]
	require.InDelta(t, 3.6*0.23+0.4*1.9, upper.Value, 3*upper.Error)
}

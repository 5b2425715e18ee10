package commandline

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/jointlog"
)

// TestExcite: a motion of a robot keeps to its limits, is read as a log is, and is compared
// with a log.
func TestExcite(t *testing.T) {
	robot, log := write(t, "rod.urdf", []byte(oneLink)), write(t, "log.csv", []byte(oneLinkLog()))
	motion := filepath.Join(t.TempDir(), "motion.csv")
	told := gmnc(t, "excite", robot, "-o", motion, "--seconds", "6", "--rate", "2", "--log", log)
	require.Contains(t, told.out, "combinations of constants are determined")
	require.Contains(t, told.out, "the recordings: ")
	require.Contains(t, told.out, "times as large as those of the recordings")
	read, err := jointlog.Read(motion, jointlog.Options{Joints: []string{"hinge"}})
	require.NoError(t, err)
	r := read.Splits[""][0]
	require.Len(t, r.Time, 601)
	require.InDelta(t, 6, r.Time[600], 1e-9)
	var fastest float64
	for _, rate := range r.Rate[0] {
		fastest = max(fastest, math.Abs(rate))
	}
	require.Less(t, fastest, 2.)
	require.Greater(t, fastest, 1.)
	text, err := os.ReadFile(motion)
	require.NoError(t, err)
	require.Contains(t, string(text[:60]), "time,hinge/position,hinge/velocity,hinge/effort\n0,")

	requireFailure(t, "already exists", "excite", robot, "-q", "-o", motion)
	requireFailure(t, "no motion was found within the torques (hinge would need", "excite", robot, "-o", motion, "-q", "--force", "--torque", "0.1", "--seconds", "2")
	requireOneLine(t, exitUsage, "--dt is 1", call(context.Background(), "excite", robot, "-o", motion, "--dt", "1"))
}

package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestOtherGravity: training of a model that reads gravity refuses it in another unit than
// motions are in, unless it is allowed or the run goes on; other models do not look.
func TestOtherGravity(t *testing.T) {
	folder := t.TempDir()
	path, trained := filepath.Join(folder, "data.npz"), filepath.Join(folder, "run")
	gmnc(t, "simulate", "--system", "1,1,0", "--neutral", "--gravity", "0,0,-1", "--train", "12", "--valid", "2", "--test", "0", "-o", path)
	data, err := datasets.Read(path)
	require.NoError(t, err)
	for _, samples := range data.Splits() {
		for i := range *samples {
			system.Gravity.Set(&(*samples)[i], []float32{0, 0, -100})
		}
	}
	require.NoError(t, datasets.Write(path, data))
	requireFailure(t, "change by 0.01 times its work; give it in lengths by squared times of the velocities, or say --other-gravity allow",
		"train", path, "-o", trained, "--model", "gmn-ode")
	require.NoDirExists(t, trained)
	for _, goes := range []trainCommand{{Model: "gmn-ode", OtherGravity: "allow"}, {Model: "gmn-ode", Resume: true}, {Model: "gmn"}} {
		require.NoError(t, goes.checkGravity(data))
	}
	require.ErrorContains(t, (&trainCommand{Model: "gmn-ode"}).checkGravity(data), "has the gravity [0 0 -100], and its particle 0 moves as by [0 0 -1]")
}

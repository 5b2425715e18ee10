package commandline

import (
	"path/filepath"
	"testing"
)

// TestIntegratorIsObeyed: one that is given and does not move what the data say is refused,
// and not replaced.
func TestIntegratorIsObeyed(t *testing.T) {
	folder := t.TempDir()
	data := filepath.Join(folder, "data.npz")
	gmnc(t, "simulate", "--system", "1,1,0", "--mass", "0.5,2", "--train", "4", "--valid", "2", "--test", "0", "-o", data)
	refused := func(code int, message string, flags ...string) {
		args := append([]string{"train", data, "-o", filepath.Join(folder, "run"), "--model", "gmn-ode"}, flags...)
		requireOneLine(t, code, message, call(t.Context(), args...))
	}
	refused(exitFailure, "--integrator euler does not move what mass say: leave it out, or give rk4 or midpoint", "--integrator", "euler")
	refused(exitUsage, "--forces none needs --integrator midpoint or rk4", "--integrator", "euler", "--forces", "none")
}

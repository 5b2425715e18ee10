//go:build linux && !cgo

package addressspace

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLimitsWithoutCgo: below what the program needs it ends with a line, once Go has begun.
func TestLimitsWithoutCgo(t *testing.T) {
	for kilobytes, want := range map[int]string{
		1000000: "gmnc: the address space is limited to 1024 MB (ulimit -v), and the program needs 1900 MB at least: raise the limit\n",
		1855468: "gmnc: the address space is limited to 1899 MB (ulimit -v), and the program needs 1900 MB at least: raise the limit\n",
		1855469: "testing: warning: no tests to run\nPASS\n",
	} {
		out, err := exec.Command("sh", "-c", fmt.Sprintf("ulimit -v %d; exec %q -test.run=TestNothing", kilobytes, os.Args[0])).CombinedOutput()
		require.Equal(t, want, string(out), kilobytes)
		require.Equal(t, kilobytes < 1855469, err != nil)
	}
}

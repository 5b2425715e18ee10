// The race detector reserves more address space than any of these limits.

//go:build linux && cgo && !race

package addressspace

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestLimits: below what the program needs it ends with a line, and where Go reserves too much it
// takes less.
func TestLimits(t *testing.T) {
	if os.Getenv("GMNC_LIMITED") != "" {
		var given unix.Rlimit
		require.NoError(t, unix.Getrlimit(unix.RLIMIT_AS, &given))
		fmt.Println("limit", given.Cur/1000)
		return
	}
	for kilobytes, want := range map[int]string{
		1000000: "gmnc: the address space is limited to 1024 MB (ulimit -v), and the program needs 1100 MB at least: raise the limit\n",
		1100000: "limit 1100000\nPASS\n",
		1300000: "limit 1100000\nPASS\n",
		1500000: "limit 1100000\nPASS\n",
		2000000: "limit 2048000\nPASS\n",
	} {
		c := exec.Command("sh", "-c", fmt.Sprintf("ulimit -v %d; exec %q -test.run=TestLimits", kilobytes, os.Args[0]))
		c.Env = append(os.Environ(), "GMNC_LIMITED=1")
		out, err := c.CombinedOutput()
		require.Equal(t, kilobytes < 1100000, err != nil, string(out))
		require.Equal(t, want, string(out), kilobytes)
	}
}

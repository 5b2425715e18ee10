// The race detector reserves more address space than any of these limits.

//go:build linux && cgo && !race

package addressspace

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestLimits: below what the program needs it ends with a line, and where Go would reserve too much
// it reserves less, within a limit that is as it was. Threads have small stacks and share one arena of
// malloc, and what glibc needs where a thread ends is loaded.
func TestLimits(t *testing.T) {
	if os.Getenv("GMNC_LIMITED") != "" {
		var given unix.Rlimit
		require.NoError(t, unix.Getrlimit(unix.RLIMIT_AS, &given))
		stacks, reserved, arenas, unwinder, guarded := "large", "less", "one arena", "later", false
		const arena = 64 << 20 // a further one begins at a multiple of its size, with 132 kB
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		for line := range strings.Lines(string(maps)) {
			var from, to int
			var rights string
			fmt.Sscanf(line, "%x-%x %s", &from, &to, &rights)
			switch size := (to - from) / 1024; {
			case guarded && rights == "rw-p" && size == 1024:
				stacks = "small"
			case rights == "---p" && size > 400_000:
				reserved = "more"
			}
			if from%arena == 0 && rights == "rw-p" && to-from == 132<<10 {
				arenas = "more arenas"
			}
			if strings.Contains(line, "/libgcc_s.so") {
				unwinder = "loaded"
			}
			guarded = rights == "---p" && to-from == 4096 // which is before a thread's stack
		}
		fmt.Printf("limit %d reserved %s, %s stacks, %s, unwinder %s\n", given.Cur/1024, reserved, stacks, arenas, unwinder)
		return
	}
	for kilobytes, want := range map[int]string{
		1000000: "gmnc: the address space is limited to 1024 MB (ulimit -v), and the program needs 1300 MB at least: raise the limit\n",
		1269531: "gmnc: the address space is limited to 1299 MB (ulimit -v), and the program needs 1300 MB at least: raise the limit\n",
		1269532: "limit 1269532 reserved less, small stacks, one arena, unwinder loaded\nPASS\n",
		1500000: "limit 1500000 reserved less, small stacks, one arena, unwinder loaded\nPASS\n",
		1855468: "limit 1855468 reserved less, small stacks, one arena, unwinder loaded\nPASS\n",
		1855469: "limit 1855469 reserved more, small stacks, one arena, unwinder loaded\nPASS\n",
		3906249: "limit 3906249 reserved more, small stacks, one arena, unwinder loaded\nPASS\n",
		3906250: "limit 3906250 reserved more, large stacks, more arenas, unwinder later\nPASS\n",
	} {
		c := exec.Command("sh", "-c", fmt.Sprintf("ulimit -v %d; exec %q -test.run=TestLimits", kilobytes, os.Args[0]))
		c.Env = append(os.Environ(), "GMNC_LIMITED=1")
		out, err := c.CombinedOutput()
		require.Equal(t, kilobytes < 1269532, err != nil, string(out))
		require.Equal(t, want, string(out), kilobytes)
	}
}

// TestThreads: where fewer threads may begin than the program needs, it ends with a line. Root has no
// such limit, so that it becomes another user.
func TestThreads(t *testing.T) {
	own, err := os.Open("/proc/self/exe")
	require.NoError(t, err)
	defer own.Close()
	const spare = 40 // processors, and what else the user runs
	for limit, want := range map[int]string{
		2:                             "gmnc: 1 threads could begin (ulimit -u, or a limit of the container), and the program needs ",
		1000*runtime.NumCPU() + spare: "PASS",
	} {
		c := exec.Command("sh", "-c", fmt.Sprintf("{ ulimit -p %d || ulimit -u %[1]d; } 2>/dev/null && exec /proc/self/fd/3 -test.run=TestNothing", limit)) // of dash, of bash
		c.ExtraFiles = []*os.File{own}
		if os.Getuid() == 0 {
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
		} else if limit == 2 {
			continue // others of the user's processes count
		}
		out, _ := c.CombinedOutput()
		require.Contains(t, string(out), want)
		require.LessOrEqual(t, strings.Count(string(out), "\n"), 2)
	}
}

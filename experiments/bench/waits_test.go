package bench

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestAsProgram is no test: it stands for the program, and writes the file that a command asks for, if the
// files that it reads are there.
func TestAsProgram(*testing.T) {
	arguments := flag.Args()
	if len(arguments) == 0 {
		return
	}
	for i, argument := range arguments {
		isRead := strings.HasSuffix(argument, ".urdf") || strings.HasSuffix(argument, ".npz") || arguments[0] == "export" && i == 1
		switch {
		case i > 0 && arguments[i-1] == "-o":
			said, err := json.Marshal(arguments)
			if err == nil {
				err = os.WriteFile(argument, said, 0o600)
			}
			if err != nil {
				os.Exit(3)
			}
		case isRead:
			if _, err := os.Stat(argument); err != nil {
				fmt.Println("no file", argument)
				os.Exit(4)
			}
		}
	}
	os.Exit(0)
}

// TestMeasureWaits: commands run in the order in which they need the files of others, each has a time, and
// predictions stand behind them.
func TestMeasureWaits(t *testing.T) {
	options := tiny()
	options.Waits = WaitSize{Program: []string{os.Args[0], "-test.run=^TestAsProgram$"}, Recordings: 3, Frames: 2}
	last, cores := 0, runtime.GOMAXPROCS(0)
	report, err := MeasureWaits(t.Context(), options, func(done, all int) {
		require.Equal(t, last+1, done)
		require.Greater(t, all, 5)
		last = done
	})
	require.NoError(t, err)
	require.Len(t, report.Results, last)
	for i, want := range []string{
		"train: masses and dampings of seven joints, 3 recordings", "train: masses, dampings and frictions of a cart-pole, --unroll 4",
		"export: seven joints, --rollout=50", "export: gmn-ode of two steps, --rollout=50 --radius 0.9",
		"prepare md17: a molecule of 9 atoms, 2 configurations", "native, one system (3,2,1)",
	} {
		result := report.Results[i]
		require.Equal(t, want, result.What)
		require.Positive(t, result.Median)
		require.Positive(t, result.Busy, "of the program that ran")
	}
	require.Equal(t, 1, report.Results[0].Runs)
	require.Zero(t, report.Results[0].FractionOfPeak, "the operations of a command are not known")
	require.Positive(t, report.Results[5].FractionOfPeak)
	require.Equal(t, []int{cores, cores}, []int{report.Results[0].Cores, report.Results[1].Cores})
}

// TestWaitsThatFail say which command did, and what it said. A canceled measurement ends with its error.
func TestWaitsThatFail(t *testing.T) {
	program := []string{os.Args[0], "-test.run=^TestAsProgram$"}
	_, err := wait{what: "nothing", waited: []string{"export absent -o x"}}.measure(t.Context(), t.TempDir(), program)
	require.ErrorContains(t, err, "gmnc export absent -o x: exit status 4: no file absent")
	_, err = wait{what: "nothing", before: []string{"prepare md17 absent.npz -o x"}}.measure(t.Context(), t.TempDir(), program)
	require.ErrorContains(t, err, "no file absent.npz")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = wait{what: "nothing", waited: []string{"export absent -o x"}}.measure(ctx, t.TempDir(), program)
	require.Equal(t, context.Canceled, err)
}

// TestWaitFiles: a molecule has its atoms in a row, and robots their joints one on the other.
func TestWaitFiles(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, WaitSize{Frames: 3}.writeFiles(folder))
	require.NoError(t, npz.Open(filepath.Join(folder, "molecule.npz"), func(a *npz.Archive) error {
		for _, key := range []string{"nuclear_charges", "coords", "forces", "energies"} {
			require.True(t, a.Has(key), key)
		}
		return nil
	}))
	arm, err := os.ReadFile(filepath.Join(folder, "arm.urdf"))
	require.NoError(t, err)
	require.Equal(t, 7, strings.Count(string(arm), "<joint "))
	require.Contains(t, string(arm), `<parent link="world"/><child link="link0"/><origin xyz="0 0 0"/><axis xyz="0 0 1"/>`)
	require.Contains(t, string(arm), `<parent link="link5"/><child link="link6"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/>`)
	require.Contains(t, string(arm), `<mass value="1.1"/>`)
}

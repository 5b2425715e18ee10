package commandline

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestReproduce: with no time, the tables are there and say so.
func TestReproduce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	args := []string{"reproduce", "sota", "md17", "--models", "gmn;rf", "--systems", "1,2,0; aspirin", "--seeds", "1,2", "--budget", "1ns", "-o", folder}
	out := gmnc(t, args...).out
	require.Contains(t, out, filepath.Join(folder, "sota.csv")+"\n"+filepath.Join(folder, "sota.md")+"\n")
	require.Contains(t, out, "sota: 8 of 8 cells are blank; the table says why\n")
	page := readFile(t, filepath.Join(folder, "sota.md"))
	require.Contains(t, string(page), "Made by `gmnc reproduce sota md17 --seeds 1,2 --models \"gmn;rf\" --systems \"1,2,0; aspirin\" --budget 1ns`, ")
	require.Regexp(t, `the time was over \|\n\| --- .*\n\| RF \| 500 \| 1,2,0 \|\n`, string(page))
	page = readFile(t, filepath.Join(folder, "md17.md"))
	require.Regexp(t, `it needs recorded data: name their folder by --data \|\n\| --- .*\n\| RF \| 500 \| aspirin \|\n\| GMN \| 500 \| aspirin \|\n`, string(page))

	measured := []byte("of a call that had data")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "md17.md"), measured, 0o600))
	require.Contains(t, gmnc(t, args...).out, "md17: nothing was measured (it needs recorded data: name their folder by --data); the table of an earlier call stays\n")
	require.Equal(t, measured, readFile(t, filepath.Join(folder, "md17.md")))
}

func TestReproduceTheOutsideOfASpan(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	r := gmnc(t, "reproduce", "universality", "--models", "outside 1 of 3 vectors", "-o", folder)
	require.Equal(t, folder+"/universality.csv\n"+folder+"/universality.md\n"+folder+"/universality.png\n"+folder+"/universality.svg\n", filepath.ToSlash(r.out))
	require.Contains(t, r.err, "1/1 cells, 0s left; outside 1 of 3 vectors on width 1, 2000 samples, seed 1: relative squared error 0.6")
}

// TestKilledReproduction: what was finished before a kill is in the table,
// and is not done again.
func TestKilledReproduction(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	args := []string{"reproduce", "universality", "--models", "outside 1 of 3 vectors;3 of 3 vectors", "-o", folder}
	command, _, _ := program(args...)
	require.NoError(t, command.Start())
	page := filepath.Join(folder, "universality.md")
	require.Eventually(t, func() bool {
		_, err := os.Stat(page)
		return err == nil
	}, 30*time.Second, time.Millisecond)
	require.NoError(t, command.Process.Kill())
	require.Error(t, command.Wait())
	require.Contains(t, string(readFile(t, page)), "not done yet |\n")
	out := gmnc(t, append(args, "--budget", "1ns")...).out
	require.Regexp(t, `universality: \d of 14 cells are blank`, out)
}

func TestStoppedReproduction(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	requireOneLine(t, exitStopped, "stopped: finished cells are kept in "+folder+"; the same command continues", call(ctx, "reproduce", "sota", "-q", "-o", folder))
}

func TestBadReproductions(t *testing.T) {
	folder := t.TempDir()
	below := filepath.Join(write(t, "file", nil), "out")
	for message, args := range map[string][]string{
		`there is no table "table1"; known: sota, full, `: {"table1", "-o", folder},
		`the tables asked for have no model "gpt"`:        {"sota", "--models", "gpt", "-o", folder},
		`the tables asked for have no system "9,9"`:       {"sota", "--systems", "9,9", "-o", folder},
		`missing arguments: <table> ...`:                  {"-o", folder},
		"--seeds has no seed":                             {"sota", "--seeds", "", "-o", folder},
		"--seeds has the seed 2 twice":                    {"sota", "--seeds", "2,1,2", "-o", folder},
		"a --budget of -3s":                               {"sota", "--budget=-3s", "-o", folder},
	} {
		requireOneLine(t, exitUsage, message, call(context.Background(), append([]string{"reproduce"}, args...)...))
		requireEmpty(t, folder)
	}
	requireFailure(t, "cannot make the folder of the results", "reproduce", "sota", "-q", "-o", below)
	requireFailure(t, "cannot read the folder of recorded data", "reproduce", "mocap", "--data", filepath.Join(folder, "none"), "-q", "-o", folder)
	requireEmpty(t, folder)
}

func TestTableNamesAreUnique(t *testing.T) {
	seen := map[string]bool{protocol.All: true}
	for _, table := range protocol.Tables {
		require.False(t, seen[table.Name], table.Name)
		seen[table.Name] = true
	}
}

func TestPlot(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "pictures")
	require.Contains(t, gmnc(t, "plot", s.run, s.data, "--up", "z", "-o", folder).out, filepath.Join(folder, "test_sample_0.svg")+"\n")
	out := filepath.Join(t.TempDir(), "out.npz")
	gmnc(t, "predict", s.model, s.data, "-o", out)
	require.FileExists(t, filepath.Join(folder, "learning_curve.png"))
	require.NotContains(t, gmnc(t, "plot", out, s.data, "-o", folder, "--force").out, "learning_curve")
	requireFailure(t, out+" alone shows nothing", "plot", out, "-o", folder)
	requireFailure(t, "absent does not exist: expected a model", "plot", "absent", "-o", folder)
}

// TestTablesOnce: a table asked for twice is made once, in the order asked.
func TestTablesOnce(t *testing.T) {
	c := reproduceCommand{Tables: []string{"mocap", "sota", "mocap"}, Models: []string{protocol.All}, Systems: []string{protocol.All}}
	tables, err := c.tables()
	require.NoError(t, err)
	require.Len(t, tables, 2)
	require.Equal(t, "mocap", tables[0].Name)
	c.Tables = append(c.Tables, protocol.All)
	tables, err = c.tables()
	require.NoError(t, err)
	require.Len(t, tables, len(protocol.Tables))
}

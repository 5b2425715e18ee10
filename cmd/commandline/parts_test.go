package commandline

import (
	"bytes"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/runtime"
)

// TestFlagsOfModels: each flag that changes the model of a run to start from changes its own fields, and
// no others.
func TestFlagsOfModels(t *testing.T) {
	from := config.Config{
		Form: "1", Layers: 2, Hidden: 3, Hinges: "4", Phi2: "5", Charge: "6", Clamp: "7", Weights: "8", Order: "9", Integrator: "10",
		Dynamics: "11", Radial: "12", Direction: "13", Forces: "14", Messages: "15", Law: make([]config.PairFormula, 1), Learn: make([]config.Constant, 2),
	}
	for name, fields := range map[string][]string{
		"form": {"Form"}, "layers": {"Layers"}, "hidden": {"Hidden"}, "hinges": {"Hinges"}, "phi2": {"Phi2"}, "charge": {"Charge"}, "clamp": {"Clamp"},
		"weights": {"Weights"}, "order": {"Order"}, "integrator": {"Integrator"}, "dynamics": {"Dynamics"}, "radial": {"Radial"}, "direction": {"Direction"},
		"forces": {"Forces"}, "messages": {"Messages"}, "law": {"Messages", "Law"}, "learn": {"Learn", "LearnedOn"},
	} {
		to := config.Config{LearnedOn: &config.LearnedOn{}}
		before := to
		require.Contains(t, modelFlags, name)
		modelFlags[name](&to, from)
		var changed []string
		for i, field := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
			if !reflect.DeepEqual(reflect.ValueOf(to).Field(i).Interface(), reflect.ValueOf(before).Field(i).Interface()) {
				changed = append(changed, field.Name)
				require.Equal(t, reflect.ValueOf(from).Field(i).Interface(), reflect.ValueOf(to).Field(i).Interface(), field.Name)
			}
		}
		require.Equal(t, fields, changed, name)
	}
	require.Len(t, modelFlags, 17)
}

// failing is a writer that fails after some writes.
type failing struct {
	bytes.Buffer
	writes int
}

var errFull = errors.New("the disk is full")

func (f *failing) Write(text []byte) (int, error) {
	if f.writes--; f.writes < 0 {
		return 0, errFull
	}
	return f.Buffer.Write(text)
}

// TestOutputEnds: after the first failure nothing more is written, and it is told in the end. Letters that
// steer a terminal are spaces, except in what is written exactly.
func TestOutputEnds(t *testing.T) {
	to := &failing{writes: 2}
	out := &output{to: to}
	n, err := out.Write([]byte("a\x1b[1m\tb\n"))
	require.NoError(t, err)
	require.Equal(t, 8, n)
	_, err = out.exact().Write([]byte("\x1b[1m"))
	require.NoError(t, err)
	require.NoError(t, out.failure())
	require.Equal(t, "a [1m\tb\n\x1b[1m", to.String())
	for range 2 {
		_, err = out.Write([]byte("c"))
		require.NoError(t, err)
		to.writes = 5
	}
	_, err = out.exact().Write([]byte("d"))
	require.NoError(t, err)
	require.Equal(t, "a [1m\tb\n\x1b[1m", to.String())
	require.EqualError(t, out.failure(), "the results could not be written: the disk is full")
}

// TestWithoutFlags: flags go with their values, however these are written.
func TestWithoutFlags(t *testing.T) {
	for _, c := range []struct{ args, left []string }{
		{[]string{"train", "data", "--seed", "3", "-o", "run"}, []string{"train", "data", "-o", "run"}},
		{[]string{"--seed=3", "train", "--sweep", "lr=1,2", "--sweep=seed=1,2", "--lr", "1"}, []string{"train", "--lr", "1"}},
		{[]string{"train", "--seeds", "3"}, []string{"train", "--seeds", "3"}},
		{[]string{"train", "--seed"}, []string{"train"}},
	} {
		require.Equal(t, c.left, without(c.args, "--seed", "--sweep"))
	}
	require.Equal(t, 6, (&trainCommand{Sweep: []string{"lr=1,2,3", "seed=4,5"}}).sweepSize())
	require.Equal(t, 1, (&trainCommand{}).sweepSize())
}

// TestOtherData: runs whose data sets are known to differ from the first known one are told.
func TestOtherData(t *testing.T) {
	var out, notes bytes.Buffer
	terminal := newTerminal(&out, &notes, manner{}, runtime.Alone{})
	terminal.printCompared([]comparedReport{{Path: "a", Valid: 0.25}, {Path: "b", Data: "1"}, {Path: "c", Data: "1"}, {Path: "d", Data: "2"}})
	require.Equal(t, "note: b and d were trained on other data: their errors do not compare\n", notes.String())
	require.Contains(t, out.String(), "0.5", "the root of the error")
	require.ErrorContains(t, (&compareCommand{Data: "data.npz"}).Validate(), "--data is for the picture: name its file with -o")
	require.NoError(t, (&compareCommand{Data: "data.npz", Output: "a.png"}).Validate())
	require.NoError(t, (&compareCommand{}).Validate())
}

// TestCommandOfReproduction: the page of a table has the command that makes it, without what is so by
// itself.
func TestCommandOfReproduction(t *testing.T) {
	c := reproduceCommand{Tables: []string{"sota", "md17"}, Models: []string{protocol.All}, Systems: []string{protocol.All}}
	require.Equal(t, "gmnc reproduce sota md17", c.command())
	c.Seeds, c.Models, c.Systems, c.Data, c.Shard, c.Budget = []uint64{1, 2}, []string{"gmn", "egnn"}, []string{"3,2,1"}, "folder", "1/2", 90e9
	require.Equal(t, `gmnc reproduce sota md17 --seeds 1,2 --models "gmn;egnn" --systems "3,2,1" --data DIR --shard 1/2 --budget 1m30s`, c.command())
	_, err := (&reproduceCommand{Tables: []string{"bogus"}}).tables()
	require.ErrorContains(t, err, `there is no table "bogus"; known: `+protocol.Tables[0].Name+", "+protocol.Tables[1].Name)
	all := reproduceCommand{Tables: []string{protocol.Tables[1].Name, protocol.All}, Models: []string{protocol.All}, Systems: []string{protocol.All}}
	tables, err := all.tables()
	require.NoError(t, err)
	require.Len(t, tables, len(protocol.Tables), "each once")
	require.Equal(t, protocol.Tables[1].Name, tables[0].Name)
	require.True(t, slices.ContainsFunc(tables, func(table protocol.Table) bool { return table.Name == protocol.Tables[0].Name }))
}

// TestPlacesOfPictures: what cannot be read ends a comparison, and a picture needs a folder that is there.
func TestPlacesOfPictures(t *testing.T) {
	s := getSession(t)
	requireFailure(t, "absent", "compare", s.run, "absent")
	requireFailure(t, "is the folder there, and may you write to it?", "compare", s.run, "-o", filepath.Join(t.TempDir(), "absent", "curves.svg"))
	requireFailure(t, "data.npz already exists", "prepare", "arrays", "absent.npz", "-o", s.data)
	requireFailure(t, "absent.npz does not exist", "diff", s.run, "absent.npz")
	require.Contains(t, gmnc(t, "diff", s.run, s.run).out, " do not differ\n")
}

package pages

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestEarlierCellsStay: a call that asks for a part of a table leaves the
// rest of the file as it was, and takes the place of what it measured anew.
func TestEarlierCellsStay(t *testing.T) {
	folder := t.TempDir()
	first := reported(t)
	_, err := (&Report{Tables: []TableReport{first}}).WriteText(folder, "gmnc reproduce sota")
	require.NoError(t, err)

	later := first
	later.Seeds = []uint64{2, 3}
	later.Comparisons = nil
	later.Rows = slices.DeleteFunc(slices.Clone(first.Rows), func(r protocol.Row) bool { return r.Name != "GMN" })
	for _, e := range later.Entries() {
		p := Comparison{Row: e.Row, Column: e.Column, Measured: []Measured{
			{Seed: 2, Blank: "the time was over"},
			{Seed: 3, Errors: &protocol.Errors{Mean: 0.5, Median: 0.25}, Result: &protocol.Result{Version: "2.0", Seconds: 1, Options: "{}"}},
		}}
		later.Comparisons = append(later.Comparisons, p)
	}
	report := &Report{Tables: []TableReport{later}}
	_, err = report.WriteText(folder, "gmnc reproduce sota --models GMN")
	require.NoError(t, err)

	merged := report.Tables[0]
	require.Equal(t, []uint64{1, 2, 3}, merged.Seeds)
	require.Len(t, merged.Comparisons, len(first.Comparisons))
	for i, p := range merged.Comparisons {
		before := first.Comparisons[i]
		for k, m := range before.Measured {
			require.Equal(t, m.Overflow, p.Measured[k].Overflow)
			if m.Errors != nil {
				require.InDelta(t, m.Errors.Mean, p.Measured[k].Errors.Mean, 1e-6, "six digits stay")
				require.Equal(t, m.Result.Version, p.Measured[k].build())
			}
		}
		if p.Row.Name == "GMN" {
			require.Equal(t, 0.5, p.Measured[2].Errors.Mean)
		} else {
			require.Equal(t, "not asked for", p.Measured[2].Blank)
		}
	}
	require.Equal(t, []string{"1.0.E", "1.0.G", "2.0"}, merged.builds())
	text, err := os.ReadFile(filepath.Join(folder, "sota.md"))
	require.NoError(t, err)
	require.Contains(t, string(text), "| a | 1.0.E |\n| b | 1.0.G |\n| c | 2.0 |\n")
	require.Contains(t, string(text), "<sup>b,c</sup>")
}

// TestTablesWithoutBuilds: files of before builds were recorded are read, and
// say that they are.
func TestTablesWithoutBuilds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sota.csv")
	require.NoError(t, os.WriteFile(path, []byte(`table,system,train_size,model,seed,mse,median,trimmed_mean,constraint_error,constraint_error_per_object,paper,paper_deviation,seconds,run,note
sota,"1,2,0",500,GMN,1,0.0194,0.0097,0.01746,1e-06,5e-07,1.84,0.02,12.3,0123456789abcdef,
sota,"1,2,0",500,GMN,2,,,,,,1.84,0.02,,,the time was over
sota,"2,0,1",500,GMN,1,,,,,,2.02,0.02,3.4,0123,O.F. the loss is not finite in epoch 3
`), 0o644))
	cells, err := ReadEarlier(path)
	require.NoError(t, err)
	require.Len(t, cells, 2)
	gmn := cells[CellKey{entryKey{"sota", "1,2,0", "500", "GMN"}, 1}]
	require.Equal(t, protocol.Unrecorded, gmn.build())
	require.Equal(t, protocol.Errors{Mean: 0.0194, Median: 0.0097, TrimmedMean: 0.01746, Constraint: 1e-06, ConstraintPerObject: 5e-07}, *gmn.Errors)
	overflow := cells[CellKey{entryKey{"sota", "2,0,1", "500", "GMN"}, 1}]
	require.Equal(t, "the loss is not finite in epoch 3", overflow.Overflow)
	require.Empty(t, overflow.Result.Note)
}

func TestATableThatIsNone(t *testing.T) {
	for text, message := range map[string]string{
		"":                              "is not a table of gmnc reproduce",
		"a,b\n1\n":                      "is not a table of gmnc reproduce",
		"table,seed,mse\nsota,one,1\n":  `line 2: the seed "one" is not a number`,
		"table,seed,mse\nsota,1,much\n": `line 2: the `,
	} {
		path := filepath.Join(t.TempDir(), "sota.csv")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		_, err := ReadEarlier(path)
		require.ErrorContains(t, err, message, strings.TrimSpace(text))
	}
}

func TestLetters(t *testing.T) {
	require.Equal(t, []string{"a", "z", "aa", "zz"}, []string{letter(0), letter(25), letter(26), letter(701)})
}

package pages

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestRowsBeside: the figure of a table has the rows of others that it names, from the tables of
// the same folder, and nothing of them where these are not there.
func TestRowsBeside(t *testing.T) {
	table := made(t)["sota"]
	require.NotEmpty(t, table.OtherRows)
	shown, err := table.withOtherRows(resultsFolder)
	require.NoError(t, err)
	columns, rows := shown.shown()
	require.Equal(t, protocol.BestPreset, rows[len(rows)-1])
	require.Len(t, columns, 10)
	require.NotContains(t, table.Rows, shown.Rows[len(shown.Rows)-1], "the table itself stays")
	for _, p := range shown.Comparisons[len(table.Comparisons):] {
		require.Equal(t, protocol.BestPreset, p.Row.Name)
	}

	folder := t.TempDir()
	shown, err = table.withOtherRows(folder)
	require.NoError(t, err)
	_, rows = shown.shown()
	require.NotContains(t, rows, protocol.BestPreset)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "laws.csv"), nil, 0o644))
	_, err = table.withOtherRows(folder)
	require.ErrorContains(t, err, "laws.csv is not a table")
}

// TestTablesBeside: what tables name beside them is there, and has all of their columns.
func TestTablesBeside(t *testing.T) {
	rows, columns := map[protocol.OtherRow]bool{}, map[string][]string{}
	for _, table := range protocol.Tables {
		for _, row := range table.Rows {
			rows[protocol.OtherRow{Table: table.Name, Row: row.Name}] = true
		}
		for _, column := range table.Columns {
			columns[table.Name] = append(columns[table.Name], TableReport{Table: table}.columnName(column))
		}
	}
	for _, table := range protocol.Tables {
		for _, beside := range table.OtherRows {
			require.True(t, rows[beside], "%s: %v", table.Name, beside)
			require.Subset(t, columns[beside.Table], columns[table.Name])
		}
	}
}

// TestOthers: only what others published is called published; tables with baselines of our own
// say what they compare with.
func TestOthers(t *testing.T) {
	tables := made(t)
	for name, want := range map[string]string{
		"sota": "paper", "md17": "paper", "successors": "best published", "mechanics": "compared with", "contact": "compared with",
	} {
		require.Equal(t, want, tables[name].others(), name)
	}
}

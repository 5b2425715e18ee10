package reproduce

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/system"
)

// TestRunaways: a model is tested on more systems than its data set has, and on
// extremes; nothing but these is simulated.
func TestRunaways(t *testing.T) {
	row := small("A", config.Published)
	row.Model.Model = "gmn-ode"
	trained := smallData("1,1,0")
	table := protocol.Table{Name: "runaways", Metric: protocol.LargestError, Figure: protocol.DotPlots, Rows: []protocol.Row{row}}
	columns := []protocol.Column{{System: "many", Data: corpus.DataSet{Kind: corpus.NBody, System: "1,1,0", Test: 20}}}
	for _, extreme := range system.Extremes()[2:] { // the strongest
		columns = append(columns, protocol.Column{System: extreme.Name, Data: corpus.DataSet{Kind: corpus.NBody, System: "1,1,0", Test: 3, Extreme: extreme.Name}})
	}
	for _, column := range columns {
		column.TrainSize, column.Trained = 4, &trained
		table.Columns = append(table.Columns, column)
	}
	job := smallJob(t, table)
	job.Seeds = job.Seeds[:1]
	report := reproduced(t, job)
	for _, p := range report.Tables[0].Comparisons {
		errs := p.Measured[0].Errors
		require.Greater(t, errs.LargestOverBound, 0.0, p.Column.System)
		require.Less(t, errs.LargestOverBound, 1.0, p.Column.System)
		require.Zero(t, errs.OverBound)
	}
	data, err := datasets.Read(filepath.Join(job.Folder, dataFolder, "n-body_1-1-0_0_0_20_seed1.npz"))
	require.NoError(t, err)
	require.Len(t, data.Test, 20)
	ofTraining, err := datasets.Read(filepath.Join(job.Folder, dataFolder, "n-body_1-1-0_8_4_4_seed1.npz"))
	require.NoError(t, err)
	require.Equal(t, ofTraining.Test, data.Test[:4], "the same systems")

	var page bytes.Buffer
	require.NoError(t, report.Tables[0].WriteMarkdown(&page, nil))
	require.Contains(t, page.String(), "| over the bound |")
	require.Contains(t, page.String(), "all particles in one place, simulated on from there; where that gives nothing finite, the straight line: 3 of 3")
	require.NoError(t, report.Tables[0].WriteCSV(&page))
	require.Contains(t, page.String(), ",largest_over_bound,over_bound\n")
}

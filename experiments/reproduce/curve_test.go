package reproduce

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// TestTestCurve: the test error of each validation is kept, also by a training
// that is stopped and goes on; the last is the error of the cell where the last weights
// are the best.
func TestTestCurve(t *testing.T) {
	table := oneCellTable()
	table.Curve, table.Figure = true, protocol.TrainingAndTest
	table.Rows[0].Training.Epochs = 4
	job := smallJob(t, table)
	job.Seeds = job.Seeds[:1]
	ctx, stop := context.WithCancel(t.Context())
	job.Progress = func(p Progress) {
		if p.Fraction > 0.6 {
			stop()
		}
	}
	_, err := Run(ctx, job)
	require.ErrorIs(t, err, context.Canceled)
	job.Progress = nil
	report := reproduced(t, job)
	result := report.Tables[0].Comparisons[0].Measured[0].Result
	store := run.Folder(filepath.Join(job.Folder, pages.RunsFolder, result.Run))
	curve, err := pages.ReadTestCurve(store)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3, 4}, curve.X)
	best, err := run.Read(store)
	require.NoError(t, err)
	require.InDelta(t, result.Errors.Mean, curve.Y[best.Epoch()-1], 1e-7)

	path := filepath.Join(t.TempDir(), "curve.svg")
	require.NoError(t, pages.DrawTrainings(report.Tables[0], filepath.Join(job.Folder, pages.RunsFolder), path))
	picture, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, name := range []string{">A<", ">training loss<", ">test error<"} {
		require.Contains(t, string(picture), name)
	}
	metrics, err := run.ReadMetrics(store)
	require.NoError(t, err)
	lines, err := report.Tables[0].LinesOf(filepath.Join(job.Folder, pages.RunsFolder, result.Run))
	require.NoError(t, err)
	for epoch := range 3 { // three points of each line, computed again
		require.Equal(t, []float64{100 * metrics[epoch].Train, 100 * curve.Y[epoch]}, []float64{lines[0].Y[epoch], lines[1].Y[epoch]})
	}

	require.NoError(t, store.Write(pages.TestCurveFile, []byte("epoch,test_mse\n1,x\n")))
	_, err = pages.ReadTestCurve(store)
	require.ErrorContains(t, err, "test.csv")
}

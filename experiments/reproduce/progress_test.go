package reproduce

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestTimesOfSteps: the steps of a cell count its work and its time from the second one on, and what was done
// before the job counts as neither.
func TestTimesOfSteps(t *testing.T) {
	named := func(model string, work, begun float64) task {
		c := protocol.Cell{}
		c.Model.Model = model
		return task{cell: c, name: model, work: work, begun: begun}
	}
	resumed, other := named("gmn", 100, 0.5), named("egnn", 60, 0)
	var told []Progress
	p := newProgress([]task{resumed, other, named("done", 40, 0)}, []task{resumed, other}, func(now Progress) { told = append(told, now) })
	require.Equal(t, map[string]float64{"gmn": 50, "egnn": 60}, p.left)
	p.step(resumed, 0.6)
	require.Empty(t, p.timed)
	require.InDelta(t, 40, p.left["gmn"], 1e-9)
	require.Equal(t, Progress{Cells: 2, Fraction: 0.5, Now: "gmn"}, told[0])
	p.open[protocol.Digest(resumed.cell)].at = time.Now().Add(-time.Hour)
	p.step(resumed, 0.9)
	require.InDelta(t, 30, p.timed["gmn"].work, 1e-9)
	require.InDelta(t, 3600, p.timed["gmn"].seconds, 60)
	require.InDelta(t, 10, p.left["gmn"], 1e-9)
	result := &protocol.Result{}
	p.finish(resumed, result)
	require.InDelta(t, 40, p.timed["gmn"].work, 1e-9)
	require.InDelta(t, 0, p.left["gmn"], 1e-9)
	require.Empty(t, p.open)
	last := told[len(told)-1]
	require.Equal(t, 1, last.Done)
	require.Same(t, result, last.Result)
	require.InDelta(t, 0.7, last.Fraction, 1e-9)
	require.InDelta(t, 60*90, last.Left.Seconds(), 120, "another model takes as long per work")
}

// TestTimeLeft: each model has its own time per work, models that have not run yet the mean of the others, and
// as many cells as there are processors are computed together.
func TestTimeLeft(t *testing.T) {
	p := newProgress(nil, make([]task, 1), nil)
	p.left = map[string]float64{"slow": 10, "fast": 10, "new": 10}
	require.Zero(t, p.estimate())
	p.timed = map[string]*timing{"slow": {seconds: 30, work: 10}, "fast": {seconds: 10, work: 10}}
	require.Equal(t, (30+10+20)*time.Second, p.estimate())
	p.timed["new"] = &timing{seconds: 20}
	require.Equal(t, (30+10+30)*time.Second, p.estimate(), "no work of it is done")
	p.cells = concurrentCells() + 2
	require.Equal(t, 70*time.Second/time.Duration(concurrentCells()), p.estimate())
	p.done = p.cells - 1
	require.Equal(t, 70*time.Second, p.estimate())
	p.done = p.cells
	require.Equal(t, 70*time.Second, p.estimate())
	p.step(task{work: 1}, 1) // nobody is told
}

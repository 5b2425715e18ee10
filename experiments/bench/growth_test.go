package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMeasureGrowth(t *testing.T) {
	last := 0
	report, err := MeasureGrowth(t.Context(), tiny(), func(done, all int) {
		require.Equal(t, last+1, done)
		require.Equal(t, 6, all)
		last = done
	})
	require.NoError(t, err)
	require.Equal(t, 6, last)
	var sizes [][2]int
	for _, g := range report.Growth {
		sizes = append(sizes, [2]int{g.Particles, g.Edges})
		require.Empty(t, g.Missing)
		require.Positive(t, g.PerEdge())
	}
	require.Equal(t, [][2]int{{10, 90}, {110, 990}, {10, 90}, {110, 990}, {125, 4000}, {125, 4000}}, sizes)
}

// TestCube: every particle of a cube has 32 others as neighbors, the nearest.
func TestCube(t *testing.T) {
	s := newCube(5)
	require.Equal(t, 125, s.Particles())
	require.Equal(t, 32, s.Slots())
	for k := range s.Particles() {
		seen := map[int64]bool{int64(k): true}
		for _, neighbor := range s.Neighbors[32*k:][:32] {
			require.False(t, seen[neighbor], "twice, or itself")
			seen[neighbor] = true
		}
	}
	middle, shortest := 2+5*2+25*2, 0
	for _, neighbor := range s.Neighbors[32*middle:][:32] {
		square := 0
		for _, stride := range []int{1, 5, 25} {
			apart := int(neighbor)/stride%5 - middle/stride%5
			square += apart * apart
		}
		require.LessOrEqual(t, square, 4)
		if square == 1 {
			shortest++
		}
	}
	require.Equal(t, 6, shortest)
}

// TestGrowthWithoutMemory: what by the smaller size needs more than there is is not tried.
func TestGrowthWithoutMemory(t *testing.T) {
	b, err := newBench(tiny())
	require.NoError(t, err)
	graphs, err := b.growthGraphs()
	require.NoError(t, err)
	g, err := b.growth(t.Context(), graphs[0], "training", 1000, Growth{Edges: 1, Memory: 1e15})
	require.NoError(t, err)
	require.Contains(t, g.Missing, "it needs about 990000000 GB of memory, and ")
	require.Zero(t, g.Runs)
	require.Zero(t, g.Memory, "an estimate is no measurement")
}

func grown() *Report {
	r := &Report{Machine: example().Machine, Peak: example().Peak}
	spread := func(seconds float64) Spread { return Spread{seconds, seconds, 2 * seconds, 1.5, 5, 1} }
	r.Growth = []Growth{
		{Graph: "systems of 10", Use: "training", Particles: 110, Edges: 990, Cores: 2, Spread: spread(2e-3), Memory: 20e6},
		{Graph: "systems of 10", Use: "training", Particles: 1110, Edges: 9990, Cores: 2, Spread: spread(20e-3), Memory: 30e6},
		{Graph: "32 neighbors", Use: "prediction", Particles: 1000, Edges: 32000, Cores: 2, Spread: spread(0.1)},
		{Graph: "32 neighbors", Use: "prediction", Particles: 10648, Edges: 340736, Missing: "it needs about 30 GB of memory, and 20 are free"},
	}
	return r
}

func TestGrowthTable(t *testing.T) {
	var text strings.Builder
	require.NoError(t, grown().WriteTable(&text))
	_, table, _ := strings.Cut(text.String(), "on all\n\n\n")
	require.Equal(t, `training, systems of 10
particles   edges   cores   busy    median       min       max   an edge    memory   an edge
      110     990       2   1.50   2.00 ms   2.00 ms   4.00 ms   2020 ns   20.0 MB   20202 B
     1110    9990       2   1.50   20.0 ms   20.0 ms   40.0 ms   2002 ns   30.0 MB    3003 B

prediction, 32 neighbors
particles    edges   cores      busy   median      min      max   an edge   memory   an edge
     1000    32000       2      1.50   100 ms   100 ms   200 ms   3125 ns
    10648   340736           missing
missing: prediction of 340736 edges, 32 neighbors: it needs about 30 GB of memory, and 20 are free

`+aboutBusy+"\n", table)
}

func TestGrowthFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "growth.csv")
	require.NoError(t, grown().WriteCSV(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, `graph,use,particles,edges,cores,peak_resident_bytes,missing,median_seconds,min_seconds,max_seconds,busy_cores,runs,calls_per_run
systems of 10,training,110,990,2,2e+07,,0.002,0.002,0.004,1.5,5,1
systems of 10,training,1110,9990,2,3e+07,,0.02,0.02,0.04,1.5,5,1
32 neighbors,prediction,1000,32000,2,,,0.1,0.1,0.2,1.5,5,1
32 neighbors,prediction,10648,340736,0,,"it needs about 30 GB of memory, and 20 are free",,,,,0,0
`, string(text))

	for label, draw := range map[string]func(path string) error{"time per edge, ns": grown().DrawTime, "memory per edge, bytes": grown().DrawMemory} {
		path := filepath.Join(folder, "growth.svg")
		require.NoError(t, draw(path))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, label := range []string{"edges in a batch", label, "training, systems of 10", "prediction, 32 neighbors"} {
			require.Contains(t, string(text), label)
		}
	}
	require.ErrorContains(t, new(Report).DrawTime(filepath.Join(folder, "none.svg")), "cannot draw")
}

// TestTablesOfGrowth: each graph and use has a table of its own sizes.
func TestTablesOfGrowth(t *testing.T) {
	spread := Spread{Median: 1, Min: 1, Max: 1}
	r := &Report{Growth: []Growth{
		{Graph: "a", Use: "run", Particles: 1, Edges: 10, Spread: spread}, {Graph: "a", Use: "training", Particles: 2, Edges: 20, Spread: spread},
		{Graph: "b", Use: "training", Particles: 3, Edges: 30, Spread: spread}, {Graph: "b", Use: "run", Particles: 4, Edges: 40, Spread: spread},
	}}
	var text strings.Builder
	r.writeGrowth(&text)
	for _, part := range []string{"run, a\n", "training, a\n", "training, b\n", "run, b\n"} {
		require.Equal(t, 1, strings.Count(text.String(), part), part)
	}
	for line := range strings.Lines(text.String()) {
		require.LessOrEqual(t, strings.Count(line, " s "), 3, line)
	}
	require.Equal(t, 4*3, strings.Count(text.String(), "1.00 s"), "each size is in one table")
}

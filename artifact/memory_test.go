package artifact

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestEdgeMemory: engines that run files hold all edges of as many batches as there are processors,
// of the largest ones, 16 bytes each times the width; others hold none.
func TestEdgeMemory(t *testing.T) {
	m := FromRun(law(t, 1, nil)) // of width 2
	require.InDelta(t, 16*2, FileEdgeMemory(m.Config().Model), 0)
	of := func(particles int) system.Sample { return system.Sample{Position: make([]float32, 3*particles)} }
	samples := []system.Sample{of(10), of(4), of(4), of(2), of(3)}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for processors, edges := range map[int]int{1: 10 * 9, 2: 10*9 + 2*4*3, 3: 10*9 + 2*4*3 + 3*2, 9: 10*9 + 2*4*3 + 3*2 + 2*1} {
		runtime.GOMAXPROCS(processors)
		require.InDelta(t, float64(16*2*edges), m.EdgeMemory("onnx-go", samples), 0, "%d processors", processors)
	}
	require.Zero(t, m.EdgeMemory("native", samples))
	require.Zero(t, m.EdgeMemory("none", samples))
}

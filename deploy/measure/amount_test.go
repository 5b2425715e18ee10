package measure

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestAmounts: a verification runs a Loop for 100 to 199 steps, and predicts more than 256
// systems at once, as an export does. Sizes of an export are always the same.
func TestAmounts(t *testing.T) {
	for seed, steps := range map[uint64]int{0: 100, 1: 101, 99: 199, 100: 100} {
		require.Equal(t, steps, AtVerification(seed).steps)
		require.Greater(t, slices.Max(AtVerification(seed).Batches), 1536, "a lie above that is found at once")
		require.Contains(t, AtVerification(seed).Batches, 1024)
	}
	require.NotEqual(t, AtVerification(1).Batches, AtVerification(2).Batches)
	require.Equal(t, []int{1, 2, 3, 4, 8}, AtExport.Batches[:5])
	require.Greater(t, slices.Max(AtExport.Batches), 256)
	few := Few(7)
	require.Equal(t, []int{AtExport.inside, AtExport.steps, 7}, []int{few.inside, few.steps, int(few.seed)})
	require.NotEqual(t, AtExport.Batches, few.Batches)
	require.Less(t, slices.Max(few.Batches), 512, "of a file that is known to be changed")
	page, err := os.ReadFile("../../docs/onnx.md")
	require.NoError(t, err)
	of := AtVerification(0)
	require.Contains(t, string(page), fmt.Sprintf("It draws %d systems within the ranges, %d at their ends and %d beyond, ", of.inside, of.edges, of.beyond))
	require.Contains(t, string(page), fmt.Sprintf("makes %d to %d steps", manySteps, 2*manySteps-1))
	require.Contains(t, string(page), "more than 300 systems, or more than 1536 in `gmnc verify`")
	require.Greater(t, slices.Max(AtExport.Batches), 300)
}

// TestFitting: fewer systems are drawn where these would have more than two million edges, and
// one at least.
func TestFitting(t *testing.T) {
	of := func(particles ...int) *system.Ranges {
		r := new(system.Ranges)
		for _, n := range particles {
			r.Structures = append(r.Structures, system.Structure{Particles: n})
		}
		return r
	}
	for _, c := range []struct {
		count  int
		ranges *system.Ranges
		want   int
	}{
		{200, of(100), 200}, {201, of(100), 200}, {201, of(3, 100, 7), 200}, {5, of(100), 5}, {5, of(1414), 1}, {5, of(2000), 1}, {5, of(), 5},
	} {
		require.Equal(t, c.want, fitting(c.count, c.ranges), "%+v", c)
	}
}

package builder_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allocated"
)

// TestCountWeights compares what is computed with what is built, of sizes
// beyond those that the computation builds.
func TestCountWeights(t *testing.T) {
	for _, name := range config.Models() {
		config := config.DefaultConfig()
		config.Model = name
		for _, sized := range append(config.Variants(), config) {
			for _, size := range [][2]int{{1, 8}, {3, 40}, {5, 64}, {4, 101}, {2, 90}} {
				sized.Layers, sized.Hidden = size[0], size[1]
				model, err := builder.New(sized, false)
				require.NoError(t, err)
				count, err := builder.CountWeights(sized)
				require.NoError(t, err)
				require.Equal(t, model.Count(), count, "%+v", sized)
			}
		}
	}
}

// TestCheckSize: the largest configuration of each model is refused beside a
// file of nothing, and nothing is built for it.
func TestCheckSize(t *testing.T) {
	for _, name := range config.Models() {
		c := config.DefaultConfig()
		c.Model, c.Layers, c.Hidden = name, 2000, 8192
		if config.Describe(name).Sizeless {
			require.NoError(t, builder.CheckSize(c, 1000))
			continue
		}
		var err error
		allocated.Below(t, 32<<20, func() { err = builder.CheckSize(c, 1000) })
		require.ErrorContains(t, err, "2000 layers of width 8192 have ")
	}
}

// TestCheckSizeOfFewLayers: up to 100 layers are not counted if a matrix for each of them fits, and a matrix more is.
func TestCheckSizeOfFewLayers(t *testing.T) {
	c := config.DefaultConfig()
	c.Model, c.Layers, c.Hidden = "gmn", 100, 10
	require.NoError(t, builder.CheckSize(c, 100*10*10))
	require.ErrorContains(t, builder.CheckSize(c, 100*10*10-1), "100 layers of width 10 have ")
	c.Layers = 101
	require.ErrorContains(t, builder.CheckSize(c, 101*10*10), "101 layers of width 10 have ")
	count, err := builder.CountWeights(c)
	require.NoError(t, err)
	require.NoError(t, builder.CheckSize(c, count))
	require.ErrorContains(t, builder.CheckSize(c, count-1), "that is not the configuration of these weights")
	require.Equal(t, 104000., builder.TrainingMemory(1000))
}

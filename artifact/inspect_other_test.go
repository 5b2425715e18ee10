package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
)

// TestSizeOfOtherModels: a model that is not built in says its form.
func TestSizeOfOtherModels(t *testing.T) {
	other := &run.Run{Config: run.Config{Model: config.Config{Model: "other", Form: "own", Layers: 2, Hidden: 8}}}
	require.Equal(t, "own form, layers: 2, networks of width 8, learned parameters: 5", sizeOf(other, true, 5))
}

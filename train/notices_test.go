package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/system"
)

func TestNotices(t *testing.T) {
	samples := []system.Sample{{}, {}}
	require.Empty(t, notices(samples, run.Options{Batch: 2}))
	require.Equal(t, []string{"note: each epoch leaves out 1 of 3 training samples, drawn anew, as batches have 2"},
		notices(append(samples, system.Sample{}), run.Options{Batch: 2}))
}

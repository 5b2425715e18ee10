package run_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestPaperOptionsKeepTheirKeys: cells of the paper's tables are kept under a
// digest of this text, so new options are absent from it where they are the paper's.
func TestPaperOptionsKeepTheirKeys(t *testing.T) {
	text, err := json.Marshal(run.PaperOptions())
	require.NoError(t, err)
	require.Equal(t, `{"train_size":0,"epochs":600,"batch":200,"learning_rate":0.0005,"weight_decay":1e-10,"seed":1,"valid_every":5,"level":2}`, string(text))
	require.NoError(t, run.PaperOptions().Validate())
	require.NoError(t, run.DefaultOptions().Validate())
}

package train

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// fullStore is a store to which nothing can be written.
type fullStore struct {
	run.Store
	err error
}

func (s fullStore) Write(string, []byte) error { return s.err }

// TestRowOfANonFiniteEpoch: an epoch that a number ends which is not finite has a row that says so. Other errors have none.
func TestRowOfANonFiniteEpoch(t *testing.T) {
	ended, other, full := &NonFiniteError{Epoch: 2, Sample: -1, What: "loss"}, errors.New("other"), errors.New("the disk is full")
	stored := run.NewMemory("run")
	of := &training{job: Job{Store: stored}, rows: []run.Epoch{{Epoch: 1}}}
	require.Equal(t, other, of.record(run.Epoch{Epoch: 2}, other))
	_, err := run.ReadMetrics(stored)
	require.ErrorContains(t, err, "cannot read the run's metrics", "nothing is written")
	require.Equal(t, ended, of.record(run.Epoch{Epoch: 2}, ended))
	rows, err := run.ReadMetrics(stored)
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, ended.Error(), rows[1].Note)
	of.job.Store = fullStore{stored, full}
	err = of.record(run.Epoch{Epoch: 2}, ended)
	require.ErrorIs(t, err, full)
	require.ErrorIs(t, err, error(ended))
}

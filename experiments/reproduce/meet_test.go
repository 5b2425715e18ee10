package reproduce

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/ranks"
	engine "gmnc/runtime"
)

// TestRanksTellWhy: after they met, each rank knows why cells of the others are blank, and that one failed,
// but nothing of cells that are not the own tasks of the one that tells.
func TestRanksTellWhy(t *testing.T) {
	cells := []protocol.Cell{{Knowing: true}, {Cored: true}, {}}
	name := func(i int) string { return protocol.Digest(cells[i]) }
	for rank, err := range ranks.Run(2, func(of engine.Ranks) error {
		r := &runner{blank: map[string]string{name(of.Rank()): "no data", name(2): "not mine"}}
		if of.Rank() == 1 {
			r.failed = errors.New("the disk is full")
		}
		if err := r.meet([]task{{cell: cells[of.Rank()]}}, of); err != nil {
			return err
		}
		want := map[string]string{name(0): "no data", name(1): "no data", name(2): "not mine"}
		if len(r.blank) != len(want) || r.blank[name(1-of.Rank())] != "no data" {
			return errors.New("it does not know why a cell of the other is blank")
		}
		if of.Rank() == 0 && r.failed.Error() != (&engine.RankError{Rank: 1, Text: "the disk is full"}).Error() {
			return r.failed
		}
		if of.Rank() == 1 && r.failed.Error() != "the disk is full" {
			return r.failed
		}
		return nil
	}) {
		require.NoError(t, err, "rank %d", rank)
	}
}

// TestOwnErrorsOfRanks: a rank that failed keeps its own error.
func TestOwnErrorsOfRanks(t *testing.T) {
	own := []error{errors.New("the disk is full"), errors.New("the network is down")}
	kept := make([]error, 2)
	for rank, err := range ranks.Run(2, func(of engine.Ranks) error {
		r := &runner{blank: map[string]string{}, failed: own[of.Rank()]}
		err := r.meet(nil, of)
		kept[of.Rank()] = r.failed
		return err
	}) {
		require.NoError(t, err, "rank %d", rank)
	}
	require.Equal(t, own, kept)
}

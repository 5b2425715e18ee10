package run

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/ranks"
	"gmnc/runtime"
)

// pruned is a store that counts how often it is pruned.
type pruned struct {
	*Memory
	times int
}

func (p *pruned) Prune() { p.times++ }

// TestShared: the first rank's store alone is read and written, for all ranks, which get its
// contents and its errors.
func TestShared(t *testing.T) {
	stores := []*pruned{{Memory: NewMemory("first")}, {Memory: NewMemory("second")}}
	errs := ranks.Run(2, func(r runtime.Ranks) error {
		s := Shared(stores[r.Rank()], r)
		if s != Shared(s, r) {
			return errors.New("a shared store is shared as it is")
		}
		if err := s.Write("a", []byte("text")); err != nil {
			return err
		}
		content, err := s.Read("a")
		if err != nil || string(content) != "text" || !s.Has("a") || s.Has("b") {
			return fmt.Errorf("%q, %w, %t, %t", content, err, s.Has("a"), s.Has("b"))
		}
		if _, err = s.Read("b"); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("b: %w", err)
		}
		s.Prune()
		return nil
	})
	require.Equal(t, []error{nil, nil}, errs)
	require.True(t, stores[0].Has("a"))
	require.False(t, stores[1].Has("a"))
	require.Equal(t, []int{1, 0}, []int{stores[0].times, stores[1].times})

	errs = ranks.Run(2, func(r runtime.Ranks) error {
		s := Shared(stores[r.Rank()], r)
		release, err := s.Lock()
		if err != nil {
			return err
		}
		if r.Rank() == 0 {
			if _, err := stores[0].Lock(); err == nil {
				return errors.New("the first rank's store is not locked")
			}
			other, err := stores[1].Lock()
			if err != nil {
				return err
			}
			other()
		}
		if err := r.Agree(nil); err != nil {
			return err
		}
		release()
		return s.Remove("a")
	})
	require.Equal(t, []error{nil, nil}, errs)
	require.False(t, stores[0].Has("a"))

	release, err := stores[0].Lock()
	require.NoError(t, err)
	defer release()
	for _, err := range ranks.Run(2, func(r runtime.Ranks) error {
		_, err := Shared(stores[r.Rank()], r).Lock()
		return err
	}) {
		require.ErrorContains(t, err, "another training works in first: wait for its end, or take another store", "it is locked")
	}

	for _, err := range ranks.Run(1, func(r runtime.Ranks) error {
		if Shared(stores[0], r) != Store(stores[0]) {
			return errors.New("one rank shares nothing")
		}
		return nil
	}) {
		require.NoError(t, err)
	}
}

package namedlock

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLock: those who ask for the same name take turns. Another name is free meanwhile.
func TestLock(t *testing.T) {
	var locks Locks
	locks.Lock("a")()
	release := locks.Lock("a")
	count := 0
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			defer locks.Lock("a")()
			before := count
			runtime.Gosched()
			count = before + 1
		})
	}
	locks.Lock("b")()
	require.Zero(t, count)
	release()
	group.Wait()
	require.Equal(t, 100, count)
}

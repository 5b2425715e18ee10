package allocated

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// recorder is a test that fails without ending.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) {}
func (r *recorder) FailNow()              { r.failed = true }

var kept []byte

func TestBelow(t *testing.T) {
	more, less := &recorder{TB: t}, &recorder{TB: t}
	Below(more, 1<<20, func() { kept = make([]byte, 2<<20) })
	Below(less, 4<<20, func() { kept = make([]byte, 2<<20) })
	require.False(t, less.failed)
	require.Equal(t, !race, more.failed)
}

package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeldOut(t *testing.T) {
	for seconds, held := range map[float64]bool{0: false, 7.9: false, 8: true, 11.9: true, 12: false, 20: true} {
		require.Equal(t, held, heldOut(seconds), seconds)
	}
}

package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFramed: the RBF network alone takes a frame from its body.
func TestFramed(t *testing.T) {
	for name, model := range descriptions {
		require.Equal(t, name == "rbf", model.Framed, name)
	}
}

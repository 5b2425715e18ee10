package systems_test

import (
	"testing"

	"gmnc/internal/test/exported"
)

// TestDigests: files of models of every kind are those that testdata/files.txt knows.
func TestDigests(t *testing.T) {
	exported.CompareDigests(t, "^(one step|opset|topology|training step|joint coordinates, )")
}

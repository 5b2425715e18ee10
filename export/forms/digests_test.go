package forms_test

import (
	"testing"

	"gmnc/internal/test/exported"
)

// TestDigests: files of models of every kind are those that testdata/files.txt knows.
func TestDigests(t *testing.T) {
	exported.CompareDigests(t, "^(one step|opset|training step|gradients, |topology|joint coordinates, )")
}

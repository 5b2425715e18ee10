package forms_test

import (
	"testing"

	"gmnc/internal/test/exported"
)

// TestDigests: files of one step of models of every kind are those that testdata/files.txt knows.
func TestDigests(t *testing.T) { exported.CompareDigests(t, "^(one step|opset)") }

// TestDigestsOfTraining: files of training steps and with gradients are those that testdata/files.txt knows.
func TestDigestsOfTraining(t *testing.T) { exported.CompareDigests(t, "^(training step|gradients, )") }

// TestDigestsOfObjects: files of topologies and in joint coordinates are those that testdata/files.txt knows.
func TestDigestsOfObjects(t *testing.T) {
	exported.CompareDigests(t, "^(topology|joint coordinates, )")
}

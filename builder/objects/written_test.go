package objects_test

import (
	"testing"

	"gmnc/internal/test/graphs"
)

// TestGraphs: models that this package writes parts of have the graphs that testdata/graphs.txt knows.
func TestGraphs(t *testing.T) {
	graphs.Compare(t, "^(gmn|rf|gnn) .*trees|^gmn[^ ]*/|law, (mechanics|bodies)")
}

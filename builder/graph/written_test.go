package graph_test

import (
	"testing"

	"gmnc/internal/test/graphs"
)

// TestGraphs: models of every kind have the graphs that testdata/graphs.txt knows.
func TestGraphs(t *testing.T) { graphs.Compare(t, "") }

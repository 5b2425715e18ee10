package config_test

import (
	"testing"

	"gmnc/internal/test/graphs"
)

// TestGraphs: models whose parts this package checks have the graphs that testdata/graphs.txt knows.
func TestGraphs(t *testing.T) { graphs.Compare(t, "radius|law, (learned|formula|contact)") }

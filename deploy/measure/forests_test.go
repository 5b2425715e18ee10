package measure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestExamplesOfFilesWithForests: the examples of a file that takes trees and bodies have their
// arrays, also if the systems have neither.
func TestExamplesOfFilesWithForests(t *testing.T) {
	data := &run.DataInfo{Examples: system.Examples(fixtures.Samples(system.Composition{2, 1}, 1, 1))}
	for depth, want := range map[int]bool{0: false, 2: true} {
		model := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, Depth: depth}
		examples := ExamplesOf(run.Config{Model: model, Data: data}, nil)
		require.Len(t, examples, 1)
		require.Equal(t, want, examples[0].Forests)
	}
}

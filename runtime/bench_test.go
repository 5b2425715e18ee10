package runtime_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// BenchmarkFile runs the paper's model as exported, on one system and on a
// batch of 200.
func BenchmarkFile(b *testing.B) {
	model, values := newModel(b, config.DefaultConfig(), false, 1)
	file := exported(b, model, values, 0)
	for _, e := range engines.All() {
		if e.OpenFile == nil {
			continue
		}
		for _, count := range []int{1, 200} {
			batch := runtime.Batch{Inputs: predict.SystemInputs(fixtures.Samples(fixtures.Compositions[0], count, 1))}
			b.Run(fmt.Sprintf("%s/%d", e.Name, count), func(b *testing.B) {
				testenv.Engine(b, e)
				session, err := e.OpenFile(file)
				require.NoError(b, err)
				for b.Loop() {
					if _, err := session.Run(batch); err != nil {
						b.Fatal(err)
					}
				}
				require.NoError(b, session.Close())
			})
		}
	}
}

package runtime_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/drawn"
	"gmnc/train"
)

// BenchmarkFile runs the paper's model as exported, on one system and on a
// batch of 200.
func BenchmarkFile(b *testing.B) {
	model, values := newModel(b, builder.DefaultConfig(), false, 1)
	file := exported(b, model, values, 0)
	for _, e := range fileEngines {
		for _, count := range []int{1, 200} {
			inputs := train.SystemInputs(drawn.Samples(drawn.Compositions[0], count, 1))
			b.Run(fmt.Sprintf("%s/%d", e.name, count), func(b *testing.B) {
				need(b, e.name)
				session, err := e.open(file)
				require.NoError(b, err)
				for b.Loop() {
					if _, err := session.Run(inputs); err != nil {
						b.Fatal(err)
					}
				}
				require.NoError(b, session.Close())
			})
		}
	}
}

package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// eachLevel runs a test under every level that this processor has.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	underLevels(t, func(level string) { t.Run(level, test) })
}

// underLevels runs a part of a test under every level.
func underLevels(t *testing.T, part func(level string)) {
	t.Helper()
	start := Level()
	defer func() { require.NoError(t, SetLevel(start)) }()
	for _, level := range Levels() {
		require.NoError(t, SetLevel(level))
		part(level)
	}
}

// none is no memory to fetch.
var none *Ahead

// random returns n values around 0.
func random(seed uint64, n int) []float32 {
	generator := rand.New(rand.NewPCG(seed, 1))
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(generator.NormFloat64())
	}
	return x
}

// edged returns x after offset values and before as many, all NaN: what a
// kernel reads there spoils its results, and what it writes there shows.
func edged(x []float32, offset int) (all, inner []float32) {
	all = make([]float32, len(x)+2*offset)
	for i := range all {
		all[i] = canary
	}
	inner = all[offset : offset+len(x) : offset+len(x)]
	copy(inner, x)
	return all, inner
}

var canary = math.Float32frombits(0x7fc0beef)

// requireEdges fails if anything but the inner values was written.
func requireEdges(t *testing.T, all []float32, offset int) {
	t.Helper()
	for i := range offset {
		require.Equal(t, math.Float32bits(canary), math.Float32bits(all[i]), "%d before the start", offset-i)
		require.Equal(t, math.Float32bits(canary), math.Float32bits(all[len(all)-1-i]), "after the end")
	}
}

// scalar is an operand of one value.
func scalar(x float32) Operand { return Operand{Values: []float32{x}} }

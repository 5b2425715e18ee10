package kernels

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// level is one set of instructions: the functions that differ between sets.
// Arguments are checked before.
type level struct {
	name                     string
	matmul                   func(p product)
	exp, sigmoid, silu, sqrt func(dst, x []float32)
	abs, sign, relu, log     func(dst, x []float32)
	siluSlope                func(dst, slope, x []float32)
	scale                    func(dst, x []float32, a float32)
	adam                     func(w, g, m, v []float32, step AdamStep)
	clamp, inside            func(dst, x []float32, low, high float32)
	broadcast                func(op Binary, dst []float32, rows, columns int, x, y Operand)
	gatherRows               func(own, pointed []float32, index []int64, width int)
	addGatheredRows          func(own, pointed []float32, index []int64, width int)
	scatterAddRows           func(own, pointed []float32, index []int64, width int)
	addEdges                 func(e Edges, dst, x, w []float32, width, k int)
	transpose                func(dst, src []float32, rows, columns int)
	repeatRows               func(dst, src []float32, repeats, width int)
	sumEnds                  func(sums, ends, x []float32, index []int64, size, width int)
	chooseRows               func(dst, src, mask []float32, width int) (rows int)
	putRows                  func(dst, src, mask []float32, width int)
	addRowsWhere             func(dst, x, mask []float32, holds bool, width int)
	sumGroups                func(dst, src []float32, size, width int)
	sumRows                  func(dst, x []float32)
	sumColumns               func(dst, x []float32, width int)
	inner                    func(dst, x, y []float32, k, m int)
	mix                      func(dst, weights, z []float32, k, m int, transpose bool)
	runRows                  func(program []RowInstruction, registers []float32, width int)
	splitThrees, joinThrees  func(rows, columns []float32, width int)
	splitFours, joinFours    func(rows []float32, apart int, registers []float32, width int)
	indicesBelow             func(index []int64, rows int) bool
	// combine and innerRows may be nil, and so may each, outer and blocks, which
	// report whether they did it.
	combine   func(c combination, dst, s, x []float32)
	innerRows func(dst, x, y []float32, rows, columns, width, count int)
	each      func(dst, x, y []float32, size ProductSize) bool
	outer     func(o Outer, dst, x, y, w []float32, columns int) bool
	blocks    func(p blockProduct) bool
	// amx says that large products run on tiles.
	amx bool

	normReLU    func(n Norm, y, factors, x, scale, shift []float32)
	normBack    func(n Norm, dx, dy, y, x, factors, scale []float32)
	normGrads   func(n Norm, dscale, dshift, dy, y, x, factors []float32)
	multiplyAdd func(rounds int) (operations int)

	// tile is how much of the matrices of groups there is at a time, in values:
	// what leaves room in a core's own cache.
	tile int
}

// size is that of a float32 in bytes.
const size = 4

// Assembly cannot be preempted, so one call handles at most portion
// elements: some 10 us.
const portion = 1 << 15

// variable is the environment variable that forces a level.
const variable = "GMNC_CPU"

// names are those that the variable may hold, the best level first.
var names = []string{"amx", "avx512", "avx2", "generic"}

// available are the levels that this processor has, the best first.
var available = append(assembly(), generic)

var active, problem = start(os.Getenv(variable))

// start returns the level that a value of the variable asks for.
func start(forced string) (*level, error) {
	if forced == "" {
		return available[0], nil
	}
	found, err := find(forced)
	if err != nil {
		return available[0], fmt.Errorf("environment variable %s: %w", variable, err)
	}
	return found, nil
}

func find(name string) (*level, error) {
	for _, l := range available {
		if l.name == name {
			return l, nil
		}
	}
	have := strings.Join(Levels(), ", ")
	if slices.Contains(names, name) {
		return nil, fmt.Errorf("this processor does not have the level %q; it has %s", name, have)
	}
	return nil, fmt.Errorf("%q is not a level; the levels are %s", name, strings.Join(names, ", "))
}

// Level names the instructions in use: amx, avx512, avx2 or generic. The best
// that the processor has is taken; the environment variable GMNC_CPU forces
// one of them.
func Level() string { return active.name }

// Check returns an error if GMNC_CPU names no level, or one that this
// processor lacks. Kernels then still work, at the best level.
func Check() error { return problem }

// Levels lists the levels that this processor has, the best first.
func Levels() []string {
	var have []string
	for _, l := range available {
		have = append(have, l.name)
	}
	return have
}

// SetLevel changes the level, for tests and benchmarks. No kernel may be
// running. An unknown level or one that this processor lacks is an error.
func SetLevel(name string) error {
	found, err := find(name)
	if err == nil {
		active = found
	}
	return err
}

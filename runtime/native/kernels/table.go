package kernels

// level is one set of instructions: the functions that differ between sets. Their arguments
// have been checked before.
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
	// combine and innerRows may be nil, and so may each, outer and blocks, which report whether
	// they did the work.
	combine   func(c combination, dst, s, x []float32)
	innerRows func(dst, x, y []float32, rows, columns, width, count int)
	each      func(dst, x, y []float32, size ProductSize) bool
	outer     func(o Outer, dst, x, y, w []float32, columns int) bool
	blocks    func(p blockProduct) bool

	normReLU    func(n Norm, y, factors, x, scale, shift []float32)
	normBack    func(n Norm, dx, dy, y, x, factors, scale []float32)
	normGrads   func(n Norm, dscale, dshift, dy, y, x, factors []float32)
	multiplyAdd func(rounds int) (operations int)

	// tile is the number of values of the matrices of groups that are stored at a time, so that
	// a core's own cache has room for the rest.
	tile int
}

// size is the size of a float32 in bytes.
const size = 4

// Assembly cannot be preempted, so one call handles at most portion elements, which take some
// 10 us.
const portion = 1 << 15

// active is the level in use, which is chosen when the program starts.
var active *level

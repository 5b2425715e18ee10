package kernels

// AdamStep holds the factors of one step of [Adam], which are the same for all parameters.
type AdamStep struct {
	decay, rate, scale         float32
	keep1, take1, keep2, take2 float32 // the shares of the previous means and of the new values
	epsilon                    float32
}

// Operand is one argument of a broadcast function over [rows,columns]. Its element (i,j) is
// Values[i*Row + j*Column]. Column is 1, or 0 for an argument of one column. Row is 0 for an
// argument of one row, and may exceed the number of columns for a view of a wider matrix.
type Operand struct {
	Values      []float32
	Row, Column int
}

// Binary is a function of two elements.
type Binary uint8

// These are the functions of two elements. At NaN, [MaximumOf] and [MinimumOf] are NaN and
// [GreaterThan] is 0.
const (
	Sum Binary = iota
	Difference
	Product
	Quotient
	MaximumOf
	MinimumOf
	GreaterThan // 1 where x > y, 0 elsewhere
)

// Edges holds the values from which rows of edges start. There are Neighbors edges to each row
// of Receivers [.,width], one receiver after the other: edge i starts from its receiver's row
// plus row Index[i] of Senders [.,width].
type Edges struct {
	Receivers, Senders []float32
	Index              []int64
	Neighbors          int
}

// ProductSize is the size of many small products: the first factors have Rows rows and Inner
// columns, and the second have Inner rows and Columns columns. A transposed factor is stored
// the other way round. Each matrix of x is multiplied with Shared consecutive matrices of y; 0
// stands for one.
type ProductSize struct {
	Rows, Inner, Columns   int
	TransposeX, TransposeY bool
	Shared                 int
}

// product is a matrix product with the values that it starts from and the operations that
// follow it.
type product struct {
	c          []float32
	ldc        int
	a          []float32
	rowA, colA int
	b          []float32
	ldb        int
	m, n, k    int
	bias       []float32
	accumulate bool
	rows       []float32 // the rows, each repeated, that all of C starts from if accumulate is set; nil for its own values
	repeats    int
	times      []float32 // the factors of all of C; nil for 1
	silu       bool      // SiLU is applied to all of C
	slope      []float32 // the memory for its slope, or nil
	ahead      *Ahead
}

// Outer describes the sums over groups of Count rows of the outer products of the rows of x
// [.,Left] with the rows of y [.,Right]: for each group Left x Right values, in rows of Width.
// They are computed for a few groups at a time, and never stored as a whole.
type Outer struct{ Count, Left, Right, Width int }

// LastColumn is one more column of y, [.,1], with the values of w that are multiplied with it,
// [columns,Width/Right]: as if each Right values of w were followed by one more. They are
// stored separately. The zero value stands for no column.
type LastColumn struct{ Y, W []float32 }

// Norm describes an operation of radial networks on rows of Blocks x Width columns. Each
// block is divided by the root of its mean square plus Epsilon, and
//
//	y = max(0, f x scale + shift),  f = 1 / sqrt(mean x^2 + Epsilon)
//
// with a scale and a shift for each column. That is LayerNorm of blocks with mean 0, in
// which Epsilon is added to the variance, followed by ReLU.
type Norm struct {
	Blocks, Width int
	Epsilon       float32
}

// Blocks describes, for each group of Count rows, the products of the group's rows of x with a
// matrix w [.,Width]: Rows matrices of Width values each.
type Blocks struct{ Count, Rows, Width int }

// blockProduct is a product of the rows of groups with matrices [inner,columns],
// Rows of them for a group:
//
//	dst[e, stepDst m + j] = sum over k of a[e, stepA m + k] M_m[k, j]
//	M_m[k, j] = sum over c of x[m, c] w[c, columns k + j]
//
// If stepDst is 0, the products of all matrices are added up.
type blockProduct struct {
	Blocks
	dst            []float32
	lddst, stepDst int
	a              []float32
	lda, stepA     int
	x, w           []float32
	inner, columns int
	accumulate     bool       // to dst, if products are not added up
	more           LastColumn // if products are added up
}

// combination describes many products s x. The matrices s are [rows,terms], or [terms,rows] if
// they are transposed, and each is multiplied with as many consecutive x [terms,width] as share
// it. The products are added to the destination, or overwrite it.
type combination struct {
	rows, terms, width, shared int
	transposed, accumulate     bool
}

// RowOp is the operation of an instruction of a row program, on 16 rows at a time.
type RowOp int32

// These are the operations of row programs. a, b and c are registers.
const (
	RowMul     RowOp = iota // a b
	RowAdd                  // a + b
	RowMulAdd               // the present value + a b
	RowSub                  // a - b
	RowSelect               // b where a is not 0, c where it is
	RowMulSub               // the present value - a b
	RowDiv                  // a / b
	RowMax                  // max(a, b), NaN if either is
	RowMin                  // min(a, b), NaN if either is
	RowGreater              // 1 where a > b, 0 elsewhere
	RowAtLeast              // 1 where a >= b, 0 elsewhere
	RowSqrt                 // the square root of a
	RowSin                  // the sine of a
	RowCos                  // the cosine of a
)

// RowInstruction computes Count registers. The first ones are Dst, A, B and C, and each
// following one is a step further, all in bytes. A step of a model reads thousands of
// instructions, so they are small.
type RowInstruction struct {
	Op                           RowOp
	Count                        int32
	Dst, A, B, C                 int32
	StepDst, StepA, StepB, StepC int32
}

// Ahead is the memory that the following calls will read or write. Products prefetch that
// memory into the second-level cache, since their multiply-adds leave half of the processor's
// load units idle. Nil stands for no memory.
//
// The slices that all calls of a run fetch are added before the first call: looking up a slice
// between two calls would wait for the memory that holds it.
type Ahead struct {
	memory  [][]float32
	at, end int // the part of it that the present call has yet to fetch
}

func (p blockProduct) groups() int { return len(p.dst) / (p.Count * p.lddst) }

func (p blockProduct) depth() int { return len(p.w) / p.Width }

// groups returns the number of groups for a result with rows of some columns.
func (o Outer) groups(dst []float32, columns int) int {
	return len(dst) / columns * o.Width / (o.Left * o.Right)
}

package kernels

// AdamStep are the factors of one step of [Adam] for all parameters.
type AdamStep struct {
	decay, rate, scale         float32
	keep1, take1, keep2, take2 float32 // shares of the means before and of what is new
	epsilon                    float32
}

// Operand is one argument of a broadcast function over [rows,columns]:
// element (i,j) lies at Values[i*Row + j*Column]. Column is 1, or 0 for an
// argument of one column; Row is 0 for an argument of one row, and may
// exceed the columns for a view of a wider matrix.
type Operand struct {
	Values      []float32
	Row, Column int
}

// Binary is a function of two elements.
type Binary uint8

// The functions of two elements. At NaN, [MaximumOf] and [MinimumOf] are NaN
// and [GreaterThan] is 0.
const (
	Sum Binary = iota
	Difference
	Product
	Quotient
	MaximumOf
	MinimumOf
	GreaterThan // 1 where x > y, 0 elsewhere
)

// Edges are what the rows of edges begin with. There are Neighbors edges to
// each row of Receivers [.,width], one receiver after the other: edge i begins
// with its receiver's row plus row Index[i] of Senders [.,width].
type Edges struct {
	Receivers, Senders []float32
	Index              []int64
	Neighbors          int
}

// ProductSize is the size of many small products: of matrices with Rows rows and
// Inner columns and such with Inner rows and Columns columns. A transposed
// factor lies in memory the other way round. Each matrix of x is multiplied with
// Shared ones of y after another; 0 is one.
type ProductSize struct {
	Rows, Inner, Columns   int
	TransposeX, TransposeY bool
	Shared                 int
}

// product is a matrix product with what it starts from and ends with.
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
	rows       []float32 // what C, all of it, begins with if accumulate is set, each repeated; nil for what it holds
	repeats    int
	times      []float32 // what C, all of it, is multiplied with; nil for one
	silu       bool      // C, all of it, is what SiLU makes of the rest
	slope      []float32 // where its slope goes, or nil
	ahead      *Ahead
}

// Outer are the sums over groups of Count rows of the outer products of the rows of x
// [.,Left] with the rows of y [.,Right]: for each group Left x Right values, in rows of
// Width. They are made a few groups at a time, and never there as a whole.
type Outer struct{ Count, Left, Right, Width int }

// LastColumn is one more column of y, [.,1], with the values of w that meet it,
// [columns,Width/Right]: as if each Right values of w had one more. They lie by
// themselves; the zero value is none.
type LastColumn struct{ Y, W []float32 }

// Norm is what rows of Blocks x Width columns go through in a radial network:
// each block is divided by the root of its mean square plus Epsilon, and
//
//	y = max(0, f x scale + shift),  f = 1 / sqrt(mean x^2 + Epsilon)
//
// with a scale and a shift for each column. With Epsilon as the last thing
// added to a variance, that is LayerNorm of blocks with mean 0, and ReLU.
type Norm struct {
	Blocks, Width int
	Epsilon       float32
}

// Blocks are, for each group of Count rows, the matrices that a product with
// a matrix w [.,Width] makes of the group's rows of x, Rows of them, each of
// Width values.
type Blocks struct{ Count, Rows, Width int }

// blockProduct is a product of the rows of groups with matrices [inner,columns],
// Rows of them for a group:
//
//	dst[e, stepDst m + j] = sum over k of a[e, stepA m + k] M_m[k, j]
//	M_m[k, j] = sum over c of x[m, c] w[c, columns k + j]
//
// Where stepDst is 0, the products of all matrices are added up.
type blockProduct struct {
	Blocks
	dst            []float32
	lddst, stepDst int
	a              []float32
	lda, stepA     int
	x, w           []float32
	inner, columns int
	accumulate     bool       // to dst, where products are not added up
	more           LastColumn // where products are added up
}

// combination is many products s x, of matrices s [rows,terms], or [terms,rows] if
// they are transposed, each with as many x [terms,width] after another as share it.
// They are added to what there is, or written.
type combination struct {
	rows, terms, width, shared int
	transposed, accumulate     bool
}

// RowOp is what an instruction of a row program does to 16 rows at a time.
type RowOp int32

// The operations of row programs; a, b and c are registers.
const (
	RowMul     RowOp = iota // a b
	RowAdd                  // a + b
	RowMulAdd               // what there is + a b
	RowSub                  // a - b
	RowSelect               // b where a is not 0, c where it is
	RowMulSub               // what there is - a b
	RowDiv                  // a / b
	RowMax                  // max(a, b), NaN if either is
	RowMin                  // min(a, b), NaN if either is
	RowGreater              // 1 where a > b, 0 elsewhere
	RowAtLeast              // 1 where a >= b, 0 elsewhere
	RowSqrt                 // the square root of a
	RowSin                  // the sine of a
	RowCos                  // the cosine of a
)

// RowInstruction computes Count registers. The first are Dst, A, B and C,
// and each next one lies a step further, all counted in bytes. A step of a
// model reads thousands of them, so they are small.
type RowInstruction struct {
	Op                           RowOp
	Count                        int32
	Dst, A, B, C                 int32
	StepDst, StepA, StepB, StepC int32
}

// Ahead is memory that the calls to come will read or write. Its products fetch
// that memory into the second cache meanwhile: their multiply-adds leave the
// processor's load units half idle. Nil is none.
//
// Slices that all calls of a run fetch are added before the first: between two calls
// each slice that is looked up would wait for the memory that it lies in.
type Ahead struct {
	memory  [][]float32
	at, end int // the part of it that the present call has yet to fetch
}

func (p blockProduct) groups() int { return len(p.dst) / (p.Count * p.lddst) }

func (p blockProduct) depth() int { return len(p.w) / p.Width }

// groups is how many there are for a result with rows of some columns.
func (o Outer) groups(dst []float32, columns int) int {
	return len(dst) / columns * o.Width / (o.Left * o.Right)
}

package ir

// OpName names an operator. The constants are the names of the table, each
// called as the Builder's method that applies the operator.
type OpName string

const (
	// Constants.
	Const      OpName = "const"
	Size       OpName = "size"
	RowNumbers OpName = "row_numbers"

	// Functions of each element.
	Neg     OpName = "neg"
	Exp     OpName = "exp"
	Log     OpName = "log"
	Sqrt    OpName = "sqrt"
	Square  OpName = "square"
	Sin     OpName = "sin"
	Cos     OpName = "cos"
	Tanh    OpName = "tanh"
	Sigmoid OpName = "sigmoid"
	SiLU    OpName = "silu"
	ReLU    OpName = "relu"
	Abs     OpName = "abs"
	Sign    OpName = "sign"
	Clamp   OpName = "clamp"
	Inside  OpName = "inside"

	// Functions of the elements of two or three values.
	Add     OpName = "add"
	Sub     OpName = "sub"
	Mul     OpName = "mul"
	Div     OpName = "div"
	Maximum OpName = "maximum"
	Minimum OpName = "minimum"
	Greater OpName = "greater"
	Select  OpName = "select"
	Same    OpName = "same"
	OneHot  OpName = "one_hot"

	// Matrices and columns.
	MatMul     OpName = "matmul"
	SumColumns OpName = "sum_columns"
	Concat     OpName = "concat"

	// Ranges of columns and rows.
	Columns  OpName = "columns"
	Pad      OpName = "pad"
	TakeRows OpName = "take_rows"
	PadRows  OpName = "pad_rows"

	// Rows.
	SumRows    OpName = "sum_rows"
	Broadcast  OpName = "broadcast"
	Gather     OpName = "gather"
	ScatterAdd OpName = "scatter_add"
	Repeat     OpName = "repeat"
	SumGroups  OpName = "sum_groups"

	// Vectors.
	Cross OpName = "cross"
	Inner OpName = "inner"
	Mix   OpName = "mix"

	// Matrices in rows.
	MatMulBlocks OpName = "matmul_blocks"
	RowMatMul    OpName = "row_matmul"

	// Groups of rows.
	OuterGroups   OpName = "outer_groups"
	MatMulGroups  OpName = "matmul_groups"
	SoftmaxGroups OpName = "softmax_groups"

	// Trees of rows.
	Tensions     OpName = "tensions"
	JointRates   OpName = "joint_rates"
	SumPaths     OpName = "sum_paths"
	JointMeasure OpName = "joint_measure"
	JointPlace   OpName = "joint_place"
	JointStart   OpName = "joint_start"
	JointStep    OpName = "joint_step"
	// JointStopStep is JointStep of joints with rotors and stops.
	JointStopStep OpName = "joint_stop_step"
)

package ir

// OpName names an operator. The constants hold the names in the table. Each has the name of the
// Builder's method that applies the operator.
type OpName string

const (
	// These are constants.
	Const      OpName = "const"
	Size       OpName = "size"
	RowNumbers OpName = "row_numbers"

	// These are functions of each element.
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

	// These are functions of the elements of two or three values.
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

	// These work on matrices and columns.
	MatMul     OpName = "matmul"
	SumColumns OpName = "sum_columns"
	Concat     OpName = "concat"

	// These take ranges of columns and rows.
	Columns  OpName = "columns"
	Pad      OpName = "pad"
	TakeRows OpName = "take_rows"
	PadRows  OpName = "pad_rows"

	// These move rows or add them up.
	SumRows    OpName = "sum_rows"
	Broadcast  OpName = "broadcast"
	Gather     OpName = "gather"
	ScatterAdd OpName = "scatter_add"
	Repeat     OpName = "repeat"
	SumGroups  OpName = "sum_groups"

	// These work on vectors.
	Cross OpName = "cross"
	Inner OpName = "inner"
	Mix   OpName = "mix"

	// These work on matrices in rows.
	MatMulBlocks OpName = "matmul_blocks"
	RowMatMul    OpName = "row_matmul"

	// These work on groups of rows.
	OuterGroups   OpName = "outer_groups"
	MatMulGroups  OpName = "matmul_groups"
	SoftmaxGroups OpName = "softmax_groups"

	// These work on trees of rows.
	Tensions     OpName = "tensions"
	JointRates   OpName = "joint_rates"
	SumPaths     OpName = "sum_paths"
	JointMeasure OpName = "joint_measure"
	JointPlace   OpName = "joint_place"
	JointStart   OpName = "joint_start"
	JointStep    OpName = "joint_step"
	// JointStopStep is JointStep for joints with rotors and stops.
	JointStopStep OpName = "joint_stop_step"
)

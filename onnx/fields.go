package onnx

// These are the field numbers of the standard's messages, as in onnxpb/onnx.proto.
const (
	ModelIRVersion       Number = 1
	ModelProducer        Number = 2
	ModelProducerVersion Number = 3
	ModelDoc             Number = 6
	ModelGraph           Number = 7
	ModelOperatorSet     Number = 8
	ModelMetadata        Number = 14
	ModelFunction        Number = 25

	FunctionName             Number = 1
	FunctionInput            Number = 4
	FunctionOutput           Number = 5
	FunctionAttribute        Number = 6
	FunctionNode             Number = 7
	FunctionDomainName       Number = 10
	FunctionAttributeDefault Number = 11

	OperatorSetDomain  Number = 1
	OperatorSetVersion Number = 2

	EntryKey   Number = 1
	EntryValue Number = 2

	GraphNode              Number = 1
	GraphInitializer       Number = 5
	GraphInput             Number = 11
	GraphOutput            Number = 12
	GraphValue             Number = 13
	GraphSparseInitializer Number = 15

	NodeInput     Number = 1
	NodeOutput    Number = 2
	NodeName      Number = 3
	NodeOperator  Number = 4
	NodeAttribute Number = 5
	NodeDomain    Number = 7

	AttributeName      Number = 1
	AttributeFloat     Number = 2
	AttributeInt       Number = 3
	AttributeString    Number = 4
	AttributeTensor    Number = 5
	AttributeGraph     Number = 6
	AttributeFloats    Number = 7
	AttributeInts      Number = 8
	AttributeStrings   Number = 9
	AttributeDoc       Number = 13
	AttributeKind      Number = 20
	AttributeReference Number = 21

	TensorDims     Number = 1
	TensorType     Number = 2
	TensorFloats   Number = 4
	TensorInt32s   Number = 5
	TensorInt64s   Number = 7
	TensorName     Number = 8
	TensorRaw      Number = 9
	TensorDoc      Number = 12
	TensorLocation Number = 14

	ValueName Number = 1
	ValueType Number = 2
	ValueDoc  Number = 3

	TypeTensor Number = 1

	TypeElement Number = 1
	TypeShape   Number = 2

	ShapeAxis Number = 1

	AxisSize Number = 1
	AxisName Number = 2
)

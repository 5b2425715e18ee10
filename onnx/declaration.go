package onnx

import (
	"fmt"
	"strings"

	"gmnc/onnx/onnxpb"
)

// DataType is the type of a tensor's elements.
type DataType = onnxpb.TensorProto_DataType

// These are the types that gmnc's files hold.
const (
	Undefined = onnxpb.TensorProto_UNDEFINED
	Float     = onnxpb.TensorProto_FLOAT
	Float16   = onnxpb.TensorProto_FLOAT16
	Int64     = onnxpb.TensorProto_INT64
	Bool      = onnxpb.TensorProto_BOOL
)

// Declaration is what a file says of an input or output of its graph.
type Declaration struct {
	Name string
	Type DataType
	Doc  string // text for people
	// Ranked reports whether the file declares a shape. If so, Axes holds its axes.
	Ranked bool
	Axes   []Axis
}

// Axis has a size, or a name that stands for the same size wherever it appears in the model, or
// neither.
type Axis struct {
	Size int // -1 if it is open
	Name string
}

// ReadDeclaration reads an input or output of a graph. If it is not a tensor, its type is
// Undefined.
func ReadDeclaration(message []byte) (Declaration, error) {
	var d Declaration
	err := EachField(message, func(f Field) error {
		switch f.Number {
		case ValueName:
			return f.text(&d.Name)
		case ValueDoc:
			return f.text(&d.Doc)
		case ValueType:
			return f.message(d.valueType)
		}
		return nil
	})
	return d, err
}

// ReadDeclarations reads the inputs (GraphInput) or outputs (GraphOutput) of a graph.
func ReadDeclarations(graph []byte, number Number) (list []Declaration, err error) {
	err = EachRecord(graph, number, func(record []byte) error {
		declaration, err := ReadDeclaration(record)
		list = append(list, declaration)
		return err
	})
	return list, err
}

func (d *Declaration) valueType(f Field) error {
	if f.Number != TypeTensor {
		return nil
	}
	return f.message(d.tensorType)
}

func (d *Declaration) tensorType(f Field) error {
	switch f.Number {
	case TypeElement:
		d.Type = DataType(f.Integer)
		return f.expect(varint)
	case TypeShape:
		d.Ranked = true
		return f.message(d.axis)
	}
	return nil
}

func (d *Declaration) axis(f Field) error {
	if f.Number != ShapeAxis {
		return nil
	}
	if len(d.Axes) == maxRank {
		return fmt.Errorf("has more than %d axes", maxRank)
	}
	a := Axis{Size: -1}
	err := f.message(func(f Field) error {
		switch f.Number {
		case AxisSize:
			a = Axis{Size: int(f.Integer)}
			return f.expect(varint)
		case AxisName:
			a = Axis{Size: -1}
			return f.text(&a.Name)
		}
		return nil
	})
	d.Axes = append(d.Axes, a)
	return err
}

// TypeName returns the type of the elements in NumPy's terms, such as "float32".
func (d Declaration) TypeName() string {
	switch d.Type {
	case Float:
		return "float32"
	case Int64:
		return "int64"
	}
	return d.Type.String()
}

// String returns a text such as `"sticks" (int64 [batch, sticks, 2])`.
func (d Declaration) String() string {
	dtype := d.TypeName()
	if !d.Ranked {
		return fmt.Sprintf("%q (%s of any shape)", d.Name, dtype)
	}
	axes := make([]string, len(d.Axes))
	for i, axis := range d.Axes {
		switch {
		case axis.Size >= 0:
			axes[i] = fmt.Sprint(axis.Size)
		case axis.Name != "":
			axes[i] = axis.Name
		default:
			axes[i] = "?"
		}
	}
	return fmt.Sprintf("%q (%s [%s])", d.Name, dtype, strings.Join(axes, ", "))
}

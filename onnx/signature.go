package onnx

import (
	"fmt"
	"math"
	"strings"
)

// parameter is one input of a signature. mark is the byte after its letter, ? or +, or 0 if there
// is none.
type parameter struct{ letter, mark byte }

// places returns the inputs and the output of a signature.
func places(signature string) (inputs []parameter, output byte) {
	takes, gives, _ := strings.Cut(signature, ">")
	for at := range len(takes) {
		if last := len(inputs) - 1; takes[at] == '?' || takes[at] == '+' {
			inputs[last].mark = takes[at]
		} else {
			inputs = append(inputs, parameter{letter: takes[at]})
		}
	}
	return inputs, gives[0]
}

// Arity returns the least and the greatest number of inputs. The greatest is math.MaxInt if the
// last input may be repeated.
func (o Operator) Arity() (least, most int) {
	signature, _, _ := strings.Cut(o.Signature, " ")
	inputs, _ := places(signature)
	for _, input := range inputs {
		if input.mark != '?' {
			least++
		}
		if input.mark == '+' {
			return least, math.MaxInt
		}
	}
	return least, len(inputs)
}

// Result returns the element type of the output for the types of the inputs, where Undefined
// stands for an input that is left out. It returns Undefined if an attribute gives the type.
func (o Operator) Result(inputs []DataType) (dtype DataType, err error) {
	for signature := range strings.FieldsSeq(o.Signature) {
		if dtype, err = result(signature, inputs); err == nil {
			return dtype, nil
		}
	}
	return Undefined, err
}

// legend explains a signature in an error.
const legend = "F float, I int64, B bool, N number, A anything, V as an attribute says, ? optional, + repeated"

func result(signature string, inputs []DataType) (DataType, error) {
	takes, gives := places(signature)
	var bound DataType
	used := 0
	for _, parameter := range takes {
		if parameter.mark == '?' && (used == len(inputs) || inputs[used] == Undefined) {
			used = min(used+1, len(inputs))
			continue
		}
		for first := true; first || parameter.mark == '+' && used < len(inputs); first = false {
			if used == len(inputs) || !fits(parameter.letter, inputs[used], &bound) {
				return Undefined, fmt.Errorf("its inputs are %v; the operator is %s (%s)", inputs, signature, legend)
			}
			used++
		}
	}
	if used < len(inputs) {
		return Undefined, fmt.Errorf("it has %d inputs; the operator is %s (%s)", len(inputs), signature, legend)
	}
	if fixed, ok := letters[gives]; ok {
		return fixed, nil
	}
	return bound, nil
}

// letters maps the letters of a signature that stand for one type to that type.
var letters = map[byte]DataType{'F': Float, 'I': Int64, 'B': Bool, 'V': Undefined}

// fits reports whether a letter stands for a type. N and A are bound to the first type that
// they stand for.
func fits(letter byte, dtype DataType, bound *DataType) bool {
	if fixed, ok := letters[letter]; ok {
		return dtype == fixed
	}
	if *bound == Undefined && (letter == 'A' || dtype != Bool) {
		*bound = dtype
	}
	return dtype == *bound && dtype != Undefined
}

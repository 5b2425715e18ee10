package ir

import (
	"fmt"
	"slices"
)

// Unroll returns a module that applies m the given number of times, one after another, with the
// same weights. From the second application on, an input takes the output of its name from the
// previous application; all other inputs stay the same. The outputs of application k, from 1,
// are called Applied(k, name), and those of the last are also returned under their own names.
// Inputs named in each differ between applications: their values are side by side, in times as
// many columns.
func Unroll(m *Module, times int, each ...string) (*Module, error) {
	if times < 1 {
		return nil, fmt.Errorf("module %s cannot be applied %d times: 1 or more", m.Name, times)
	}
	unrolled := m.Clone()
	step := unrolled.Main
	step.Name = "application"
	unrolled.Funcs = append(unrolled.Funcs, step)
	return unrolled, Build(unrolled, func(b *Builder) {
		var args []*Value
		for _, input := range step.Inputs {
			args = append(args, b.input(input.Name, unrolledType(input, times, each), input.Param))
		}
		given := args
		for k := 1; k <= times; k++ {
			returned := b.Call(fmt.Sprintf("application%d", k), step, b.ofApplication(k, step, args, given, each)...)
			for i, output := range step.Outputs {
				b.Output(Applied(k, output.Name), returned[i])
				if k == times {
					b.Output(output.Name, returned[i])
				}
			}
			args = b.carried(step, args, returned)
		}
	})
}

// unrolledType returns the type of an input of an unrolled module.
func unrolledType(input *Value, times int, each []string) Type {
	if slices.Contains(each, input.Name) {
		return Floats(input.Type.Rows(), times*input.Type.Columns())
	}
	return input.Type
}

// ofApplication returns the arguments of application k. An input that differs between
// applications gets its own columns of the given value.
func (b *Builder) ofApplication(k int, step *Func, args, given []*Value, each []string) []*Value {
	args = slices.Clone(args)
	for i, input := range step.Inputs {
		if slices.Contains(each, input.Name) {
			width := input.Type.Columns()
			args[i] = b.Columns(given[i], (k-1)*width, k*width)
		}
	}
	return args
}

// Applied returns the name of an output of one application of the model in an unrolled module.
func Applied(application int, output string) string {
	return fmt.Sprintf("%s.%d", output, application)
}

// carried returns the arguments of the application after one with the arguments args and the
// results returned.
func (b *Builder) carried(step *Func, args, returned []*Value) []*Value {
	var next []*Value
	for i, input := range step.Inputs {
		value := args[i]
		for k, output := range step.Outputs {
			if output.Name == input.Name && !input.Param {
				value = returned[k]
			}
		}
		next = append(next, value)
	}
	return next
}

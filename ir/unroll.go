package ir

import "fmt"

// Unroll returns a module that applies m so many times, one after another, on
// the same weights: an input takes, from the second application on, what the one
// before returned under its name, and all others stay. The outputs of application
// k, from 1, are called Applied(k, name); those of the last are also there under
// their own names.
func Unroll(m *Module, times int) (*Module, error) {
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
			args = append(args, b.input(input.Name, input.Type, input.Param))
		}
		for k := 1; k <= times; k++ {
			returned := b.Call(fmt.Sprintf("application%d", k), step, args...)
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

// Applied names an output of an application of an unrolled module.
func Applied(application int, output string) string {
	return fmt.Sprintf("%s.%d", output, application)
}

// carried are the arguments of the application after one that was given args
// and returned values.
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

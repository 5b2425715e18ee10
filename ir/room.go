package ir

// JointAxes is how many axes of joints the equations of a function have room for, with those of the
// functions that it calls; 0 without joints.
func (f *Func) JointAxes() (count int) {
	for _, node := range f.Nodes {
		switch {
		case node.Callee != nil:
			count = max(count, node.Callee.JointAxes())
		case node.Is(JointRates) || node.Is(JointMeasure) || node.Is(JointPlace) || node.Is(JointStart) || node.Is(JointStep) || node.Is(JointStopStep):
			count = max(count, node.Int("joints"))
		}
	}
	return count
}

// ColumnsRead is the end of the last of an input's columns that a function takes out of it, or that the
// functions take that it calls; 0 where none are taken, as of an input that the function lacks.
func (f *Func) ColumnsRead(input string) (end int) {
	for _, node := range f.Nodes {
		for i, arg := range node.Args {
			switch {
			case arg.Name != input || f.Input(input) != arg:
			case node.Callee != nil:
				end = max(end, node.Callee.ColumnsRead(node.Callee.Inputs[i].Name))
			case node.Is(Columns):
				end = max(end, node.Int("stop"))
			}
		}
	}
	return end
}

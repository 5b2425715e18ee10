package ir

// JointAxes returns the largest number of joint axes that the equations of a function, and of the
// functions that it calls, allow; it is 0 without joints.
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

// ColumnsRead returns the number of columns of an input up to the last one that the function, or a
// function that it calls, reads by Columns. It is 0 if Columns reads none, or without such an input.
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

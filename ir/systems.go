package ir

// SystemInput is the input by which a module sums over systems: the first
// particle of each particle's system, index<particles>[particles].
const SystemInput = "system"

// SumSystems returns, in every row, the sum of x over the rows of its system; system says which
// rows belong together.
func (b *Builder) SumSystems(x, system *Value) *Value {
	return b.Gather(b.ScatterAdd(x, system), system)
}

// OfSystem reports whether an output of main has the same row for all particles of a
// system, as SumSystems gives it.
func (m *Module) OfSystem(output string) bool {
	value, system := m.Main.Output(output), m.Main.Input(SystemInput)
	for _, node := range m.Main.Nodes {
		if node.Result() == value {
			return node.Is(Gather) && node.Args[1] == system
		}
	}
	return false
}

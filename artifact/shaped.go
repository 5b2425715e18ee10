package artifact

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/builder/graph"
	"gmnc/runtime"
	"gmnc/system"
)

// columnsOf maps outputs with a row for each particle to the number of their columns.
var columnsOf = map[string]int{
	system.Position.Name: 3, system.Velocity.Name: 3, graph.ForcesOutput: 3,
	graph.PositionRadius: 1, graph.VelocityRadius: 1, graph.PositionSpread: 1, graph.VelocitySpread: 1,
}

// shaped is a session of a file, which may come from a stranger. It returns an error if an
// output lacks a row for each particle.
type shaped struct{ runtime.Session }

func (s shaped) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	outputs, err := s.Session.Run(batch)
	for name, output := range outputs {
		columns, known := columnsOf[strings.TrimPrefix(name, system.PredictedPrefix)]
		if !known {
			continue
		}
		position := batch.Inputs[system.Position.Name].Shape // [systems, particles, 3]
		want := append(slices.Clone(position[:len(position)-1]), columns)
		if !slices.Equal(output.Shape, want) || output.Index != nil {
			return nil, fmt.Errorf("the output %s has shape %v, expected floats of %v", name, output.Shape, want)
		}
	}
	return outputs, err
}

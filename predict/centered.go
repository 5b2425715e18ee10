package predict

import (
	"fmt"
	"maps"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// centered is a session that receives the positions of each system relative to their mean.
type centered struct {
	runtime.Session
	positions []string // outputs that are positions
}

// Centered wraps the session of a module so that it receives the positions of each system
// relative to their mean, as an exported file does. The small differences in a system far from
// the origin are then not lost to rounding in every step. It returns the session of a module
// that depends on absolute positions, such as gnn, unchanged.
func Centered(session runtime.Session, m *ir.Module) (runtime.Session, error) {
	times, ok := ir.TranslationFactors(m.Main, system.Position.Name)
	if !ok { // calls hide constants until they are inlined
		inlined, err := ir.Optimize(m)
		if err != nil {
			return nil, fmt.Errorf("cannot tell whether the model sees the origin: %w", err)
		}
		if times, ok = ir.TranslationFactors(inlined.Main, system.Position.Name); !ok {
			return session, nil
		}
		m = inlined
	}
	c := centered{Session: session}
	for _, output := range m.Main.Outputs {
		if times[output.Value] != 0 {
			c.positions = append(c.positions, output.Name)
		}
	}
	return c, nil
}

func (c centered) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	position := batch.Inputs[system.Position.Name]
	means := centroids(position.Float, batch.Systems)
	batch.Inputs = maps.Clone(batch.Inputs)
	batch.Inputs[system.Position.Name] = shifted(position, means, batch.Systems, -1)
	outputs, err := c.Session.Run(batch)
	for _, name := range c.positions {
		if output, found := outputs[name]; found {
			outputs[name] = shifted(output, means, batch.Systems, 1)
		}
	}
	return outputs, err
}

// centroids returns the mean position of each system in rows [particles,3].
func centroids(rows []float32, systems []runtime.System) (means [][3]float32) {
	for _, s := range systems {
		var sum [3]float64
		for i, x := range rows[:3*s.Particles] {
			sum[i%3] += float64(x)
		}
		n := float64(s.Particles)
		means = append(means, [3]float32{float32(sum[0] / n), float32(sum[1] / n), float32(sum[2] / n)})
		rows = rows[3*s.Particles:]
	}
	return means
}

// shifted returns positions [particles,3] moved by sign times the vector of their system.
func shifted(position runtime.Tensor, by [][3]float32, systems []runtime.System, sign float32) runtime.Tensor {
	moved := make([]float32, 0, len(position.Float))
	for k, s := range systems {
		for range 3 * s.Particles {
			i := len(moved)
			moved = append(moved, position.Float[i]+float32(sign*by[k][i%3]))
		}
	}
	return runtime.Floats(moved, position.Shape...)
}

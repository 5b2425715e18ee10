package exported

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
)

// Composition holds the numbers of isolated particles, sticks and hinges of a system.
type Composition [3]int

// Particles returns the number of particles.
func (c Composition) Particles() int { return c[0] + 2*c[1] + 3*c[2] }

// Compositions holds small compositions of each kind.
var Compositions = []Composition{{1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 2, 1}, {1, 0, 2}, {3, 2, 1}, {4, 0, 0}, {5, 3, 3}}

// Systems is a batch as a user has it, and in the rows of the IR. Its tables are made one
// particle at a time, independently of other code.
type Systems struct {
	File, Rows map[string]runtime.Tensor
}

// objects holds the inputs that say to which object a particle belongs.
type objects struct {
	masks  map[string][]float32 // by the name of the input
	tables map[string][]int64   // by the name of the input
}

// isolated returns the inputs of particles without objects.
func isolated(particles int) objects {
	o := objects{
		masks:  map[string][]float32{"edge_type": make([]float32, particles), "is_stick": make([]float32, particles), "is_hinge": make([]float32, particles)},
		tables: map[string][]int64{},
	}
	for _, name := range []string{"partner", "first", "second", "joint"} {
		for i := range particles {
			o.tables[name] = append(o.tables[name], int64(i))
		}
	}
	return o
}

func (o objects) enter(i int64, mask string, partner, first, second, joint int64) {
	o.masks[mask][i], o.masks["edge_type"][i] = 1, map[string]float32{"is_stick": 1, "is_hinge": 2}[mask]
	o.tables["partner"][i], o.tables["first"][i], o.tables["second"][i], o.tables["joint"][i] = partner, first, second, joint
}

// NewSystems returns a random batch of systems of one composition.
func NewSystems(c Composition, batch int, random *rand.Rand) Systems {
	n := c.Particles()
	total := batch * n
	normal := func(columns int) []float32 {
		values := make([]float32, total*columns)
		for i := range values {
			values[i] = float32(random.NormFloat64())
		}
		return values
	}
	position, velocity, charge := normal(3), normal(3), normal(1)
	var sticks, hinges, senders []int64
	o := isolated(total)
	for system := range batch {
		start, order := int64(system*n), random.Perm(n)
		take := func() int64 {
			local := int64(order[0])
			order = order[1:]
			return local
		}
		for range c[1] {
			a, b := take(), take()
			sticks = append(sticks, a, b)
			a, b = a+start, b+start
			o.enter(a, "is_stick", b, a, b, a)
			o.enter(b, "is_stick", a, a, b, b)
		}
		for range c[2] {
			joint, a, b := take(), take(), take()
			hinges = append(hinges, joint, a, b)
			joint, a, b = joint+start, a+start, b+start
			for _, i := range []int64{joint, a, b} {
				o.enter(i, "is_hinge", joint, a, b, joint)
			}
		}
		for i := range n {
			for j := range n {
				if i != j {
					senders = append(senders, start+int64(j))
				}
			}
		}
	}
	s := Systems{
		File: map[string]runtime.Tensor{
			"position": runtime.Floats(position, batch, n, 3),
			"velocity": runtime.Floats(velocity, batch, n, 3),
			"charge":   runtime.Floats(charge, batch, n, 1),
			"sticks":   runtime.Indices(sticks, batch, c[1], 2),
			"hinges":   runtime.Indices(hinges, batch, c[2], 3),
		},
		Rows: map[string]runtime.Tensor{
			"position":  runtime.Floats(position, total, 3),
			"velocity":  runtime.Floats(velocity, total, 3),
			"charge":    runtime.Floats(charge, total, 1),
			"edge_type": runtime.Floats(o.masks["edge_type"], total, 1),
			"is_stick":  runtime.Floats(o.masks["is_stick"], total, 1),
			"is_hinge":  runtime.Floats(o.masks["is_hinge"], total, 1),
			"senders":   runtime.Indices(senders, len(senders)),
		},
	}
	for name, table := range o.tables {
		s.Rows[name] = runtime.Indices(table, total)
	}
	return s
}

// want returns what the interpreter computes for the rows, in the file's shapes.
func (s Systems) want(t *testing.T, m *ir.Module, weights map[string][]float32) map[string]ir.Tensor {
	t.Helper()
	inputs := map[string]ir.Tensor{}
	for name, value := range s.Rows {
		inputs[name] = runtime.Widen(value)
	}
	for _, param := range m.Main.Params() {
		inputs[param.Name] = runtime.Widen(runtime.Floats(weights[param.Name], param.Type.Rows().Number, param.Type.Columns()))
	}
	rows, err := ir.Eval(m, inputs, nil)
	require.NoError(t, err)
	shape := s.File["position"].Shape
	outputs := map[string]ir.Tensor{}
	for name, value := range rows {
		outputs[export.OutputName(m, name)] = ir.Tensor{Shape: []int{shape[0], shape[1], value.Shape[1]}, Float: value.Float}
	}
	return outputs
}

// CompareSystems compares a session with the interpreter on random systems of all Compositions.
func CompareSystems(t *testing.T, m *ir.Module, weights map[string][]float32, session runtime.Session, tolerance float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range Compositions {
		for _, batch := range []int{1, 3} {
			s := NewSystems(c, batch, random)
			want := s.want(t, m, weights)
			got, err := session.Run(runtime.Batch{Inputs: s.File})
			require.NoError(t, err, "%+v", c)
			require.Len(t, got, len(want))
			for name := range want {
				conformance.Compare(t, fmt.Sprintf("%s of %d systems of %+v", name, batch, c), want[name], got[name], tolerance)
			}
		}
	}
}

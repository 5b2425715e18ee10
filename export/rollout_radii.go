package export

import (
	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
)

// Radii say how the radii of single steps become the radii of a rollout: they add up, a
// radius of velocities from its step on times Time, and after each step the sum has a
// factor.
type Radii struct {
	Time                       float64
	Position, Velocity, System []float64 // of each step; Velocity may be nil
}

// radius is an output of one step, and the output with all steps.
type radius struct{ output, all string }

var (
	positionRadius = radius{"position_radius", "position_radii"}
	velocityRadius = radius{"velocity_radius", "velocity_radii"}
	systemRadius   = radius{"system_radius", "system_radii"}
	radii          = []radius{positionRadius, velocityRadius, systemRadius}
)

// growing writes how radii grow in an unrolled graph.
type growing struct {
	*Radii
	graph  *onnxpb.GraphProto
	sums   map[radius]string // after the last step
	moved  string            // the sum that velocities of earlier steps have moved by; "" before
	frames map[radius][]string
}

func (r *Radii) growing(graph *onnxpb.GraphProto) *growing {
	return &growing{Radii: r, graph: graph, sums: map[radius]string{}, frames: map[radius][]string{}}
}

// of are the radii of the file, with their factors.
func (g *growing) of() map[radius][]float64 {
	all := map[radius][]float64{positionRadius: g.Position, systemRadius: g.System}
	if g.Velocity != nil {
		all[velocityRadius] = g.Velocity
	}
	return all
}

// step adds a step, counted from 0, whose values have names within a scope.
func (g *growing) step(k int, scope, axis string) {
	if g.Velocity != nil && k > 0 {
		way := g.node("Mul", scope+"radii/way", g.sums[velocityRadius], g.number(scope+"radii/time", 3, g.Time))
		if g.moved != "" {
			way = g.node("Add", scope+"radii/moved", g.moved, way)
		}
		g.moved = way
	}
	factors := g.of()
	for _, r := range radii {
		if factors[r] == nil {
			continue
		}
		sum, axes := scope+r.output, 3
		if k > 0 {
			sum = g.node("Add", scope+r.all+"/sum", g.sums[r], sum)
		}
		g.sums[r] = sum
		if r == positionRadius && g.moved != "" {
			sum = g.node("Add", scope+r.all+"/moved", sum, g.moved)
		}
		if r == systemRadius {
			axes = 2
		}
		grown := g.node("Mul", scope+r.all+"/grown", sum, g.number(scope+r.all, axes, factors[r][k]))
		g.frames[r] = append(g.frames[r], g.node("Unsqueeze", scope+r.all, grown, axis))
	}
}

// write writes the outputs with all steps.
func (g *growing) write() {
	for _, r := range radii {
		if frames := g.frames[r]; frames != nil {
			g.graph.Node = append(g.graph.Node, plainNode("Concat", map[string]any{"axis": int64(0)}, r.all, frames...))
		}
	}
}

func (g *growing) node(kind, output string, inputs ...string) string {
	g.graph.Node = append(g.graph.Node, plainNode(kind, nil, output, inputs...))
	return output
}

// number is a constant with so many axes of extent 1.
func (g *growing) number(name string, axes int, value float64) string {
	constant := floatTensor([]float32{float32(value)}, []int64{1, 1, 1}[:axes])
	constant.Name = proto.String(constantPrefix + name)
	g.graph.Initializer = append(g.graph.Initializer, constant)
	return constant.GetName()
}

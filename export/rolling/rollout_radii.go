package rolling

import (
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
)

// Radii says how the radii of single steps become the radii of a rollout. They add up, and a
// radius of velocities counts from its step on, times Time. After each step the sum is
// multiplied by a factor. Before that it may be replaced by powers, which are nil for a step
// without.
type Radii struct {
	Time                         float64
	Position, Velocity, System   []float64 // factors of each step; Velocity may be nil
	PositionPowers, SystemPowers []*RadiusPowers
	// MotionSoftness is added to the motion of powers, as a square, so that particles that
	// never move have a logarithm, too.
	MotionSoftness float64
}

// RadiusPowers makes a radius exp(Offset) sum^Sum motion^Motion. motion is the root mean
// square, over the steps so far, of how far a particle moves in a step; for a radius of systems
// it is also over the particles.
type RadiusPowers struct{ Offset, Sum, Motion float64 }

// radius is the output of one step with a radius, and the output with all steps.
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
	sums   map[radius]string // the sums after the last step
	moved  string            // the sum of displacements by velocities of earlier steps; "" if there are none
	frames map[radius][]string
	// squares is the sum over steps of the squared displacement of particles. count is the
	// number of particles in a system. Both are "" before the first step.
	squares, count string
}

func (r *Radii) growing(graph *onnxpb.GraphProto) *growing {
	return &growing{Radii: r, graph: graph, sums: map[radius]string{}, frames: map[radius][]string{}}
}

// of returns the radii of the file with their factors.
func (g *growing) of() map[radius][]float64 {
	all := map[radius][]float64{positionRadius: g.Position, systemRadius: g.System}
	if g.Velocity != nil {
		all[velocityRadius] = g.Velocity
	}
	return all
}

// step adds a step, counted from 0, whose values have names within a scope. It moved particles
// from the positions from to the positions to.
func (g *growing) step(k int, scope, from, to string) {
	g.move(scope, from, to)
	if g.Velocity != nil && k > 0 {
		displacement := g.node("Mul", scope+"radii/way", g.sums[velocityRadius], g.number(scope+"radii/time", 3, g.Time))
		if g.moved != "" {
			displacement = g.node("Add", scope+"radii/moved", g.moved, displacement)
		}
		g.moved = displacement
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
		sum = g.raised(r, k, scope, sum, axes)
		grown := g.node("Mul", scope+r.all+"/grown", sum, g.number(scope+r.all, axes, factors[r][k]))
		g.frames[r] = append(g.frames[r], g.node("Unsqueeze", scope+r.all, grown, firstAxis))
	}
}

// hasPowers reports whether any step has powers.
func (r *Radii) hasPowers() bool {
	has := func(p *RadiusPowers) bool { return p != nil }
	return slices.ContainsFunc(r.PositionPowers, has) || slices.ContainsFunc(r.SystemPowers, has)
}

// move adds up the squares of how far particles move, if powers need it.
func (g *growing) move(scope, from, to string) {
	if !g.hasPowers() {
		return
	}
	displacement := g.node("Sub", scope+"radii/way/moved", to, from)
	square := g.node("ReduceSum", scope+"radii/square", g.node("Mul", scope+"radii/squares", displacement, displacement), g.axes("radii/coordinates", 2))
	if g.squares == "" {
		ones := g.node("Exp", scope+"radii/ones", g.node("Mul", scope+"radii/zeros", square, g.number("radii/none", 3, 0)))
		g.count = g.sumOver(scope+"radii/count", ones)
	} else {
		square = g.node("Add", scope+"radii/all_squares", g.squares, square)
	}
	g.squares = square
}

// raised returns the powers of a radius after a step, or the sum itself if there are none.
// Motion is the root of a mean over steps, and for a system also over its particles.
func (g *growing) raised(r radius, k int, scope, sum string, axes int) string {
	powers := map[radius][]*RadiusPowers{positionRadius: g.PositionPowers, systemRadius: g.SystemPowers}[r]
	if powers == nil || powers[k] == nil {
		return sum
	}
	name := scope + r.all + "/"
	squares := g.squares
	if r == systemRadius {
		squares = g.node("Div", name+"mean_squares", g.sumOver(name+"squares", squares), g.count)
	}
	mean := g.node("Mul", name+"mean", squares, g.number(name+"share", axes, 1/float64(k+1)))
	soft := g.node("Add", name+"soft", mean, g.number(name+"softness", axes, g.MotionSoftness*g.MotionSoftness))
	motion := g.node("Mul", name+"motion", g.node("Log", name+"log_motion", soft), g.number(name+"motion_power", axes, powers[k].Motion/2))
	log := g.node("Add", name+"offset", motion, g.number(name+"offset", axes, powers[k].Offset))
	if powers[k].Sum > 0 { // avoids 0 times the logarithm of 0
		sums := g.node("Mul", name+"sums", g.node("Log", name+"log_sum", sum), g.number(name+"sum_power", axes, powers[k].Sum))
		log = g.node("Add", name+"log_raised", log, sums)
	}
	return g.node("Exp", name+"raised", log)
}

// sumOver returns the sum over the particles of systems: [batch, 1].
func (g *growing) sumOver(name, values string) string {
	over := g.node("ReduceSum", name+"/kept", values, g.axes("radii/particles", 1))
	return g.node("Squeeze", name, over, g.axes("radii/particles", 1))
}

// axes returns a constant list of one axis.
func (g *growing) axes(name string, axis int64) string {
	name = emit.ConstantPrefix + name
	emit.AddConstant(g.graph, name, axis, 1)
	return name
}

// write writes the outputs with all steps.
func (g *growing) write() {
	for _, r := range radii {
		if frames := g.frames[r]; frames != nil {
			g.graph.Node = append(g.graph.Node, emit.PlainNode("Concat", map[string]any{"axis": int64(0)}, r.all, frames...))
		}
	}
}

func (g *growing) node(kind, output string, inputs ...string) string {
	g.graph.Node = append(g.graph.Node, emit.PlainNode(kind, nil, output, inputs...))
	return output
}

// number returns a constant with this number of axes of extent 1.
func (g *growing) number(name string, axes int, value float64) string {
	constant := emit.FloatTensor([]float32{float32(value)}, []int64{1, 1, 1}[:axes])
	constant.Name = proto.String(emit.ConstantPrefix + name)
	g.graph.Initializer = append(g.graph.Initializer, constant)
	return constant.GetName()
}

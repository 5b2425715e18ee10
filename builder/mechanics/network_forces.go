package mechanics

import (
	"cmp"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

const (
	// softSquare softens the radial features of close particles, in squares of the data's
	// length.
	softSquare = 1e-3
	// inverseScale scales 1/r so that it is about 1 at typical distances.
	inverseScale = 0.3
	// forceScale multiplies each force in a sum, so that the sum over some ten neighbors is
	// initially as large as their mean.
	forceScale = 0.1
	// deflectionScale is the scale of forces in units of Config.Deflection. It is large enough
	// for close particles, whose forces are hundreds of times the typical ones.
	deflectionScale = 8
)

// networkForceScale multiplies the sum of the forces in a step. The same force moves a particle
// a quarter as far in each of 2K steps as in each of K steps.
func networkForceScale(c config.Config) float64 {
	steps := float64(c.Layers)
	if c.Deflection == 0 {
		return forceScale * longer(c)
	}
	return deflectionScale * c.Deflection / (c.Distance() * steps * steps)
}

// longer returns the square of the ratio of a step's time to the time of a step in the finer
// model.
func longer(c config.Config) float64 {
	ratio := float64(cmp.Or(c.Finer, c.Layers)) / float64(c.Layers)
	return ratio * ratio
}

// lawFeatures returns the first features of the particles, which are their embedding. Without
// messages they are the features of the data, which never change, or nil if there are none.
func lawFeatures(w *graph.Writer) *ir.Value {
	if w.Config.Messages != config.NoMessages {
		return w.Call(w.EmbeddingFunction(), w.EmbeddingArgs()...)[0]
	}
	known := w.EmbeddingArgs()[1:] // all but the velocity
	if len(known) == 0 {
		return nil
	}
	return w.Concat(known...)
}

// lawFeatureCount returns the number of columns of lawFeatures.
func lawFeatureCount(w *graph.Writer) int {
	if w.Config.Messages != config.NoMessages {
		return w.Config.Hidden
	}
	count := len(w.Config.NodeFeatures)
	if w.Config.Charge == config.NodeCharge {
		count++
	}
	return count
}

// radial returns the features of a squared distance: [rows,3].
func radial(w *graph.Writer, b *ir.Builder, square *ir.Value) *ir.Value {
	if w.Config.Radial == config.SquareRadial {
		return square
	}
	length := w.Config.Distance()
	scaled := b.Mul(square, b.Scalar(1/(length*length)))
	soft := b.Add(scaled, b.Scalar(softSquare))
	return b.Concat(scaled, b.Div(b.Scalar(inverseScale), b.Sqrt(soft)), b.Log(soft))
}

// direction returns the vector that a force multiplies: x_i - x_j, or that over the cube of its
// length, softened as radial features are.
func direction(w *graph.Writer, b *ir.Builder, offset *ir.Value) *ir.Value {
	if w.Config.Direction != config.InverseSquare {
		return offset
	}
	length := w.Config.Distance()
	soft := b.Add(b.Mul(b.Inner(offset, offset), b.Scalar(1/(length*length))), b.Scalar(softSquare))
	return b.Div(offset, b.Mul(soft, b.Sqrt(soft)))
}

// lawEdges returns the features of edges that no step changes: the EdgeAttributes and the
// distance in the input. Without messages the distance is left out, so that forces depend only
// on the present state.
func lawEdges(w *graph.Writer) *ir.Value {
	if w.Config.Messages == config.NoMessages {
		return w.Name("features", w.Concat(w.EdgeAttributes()...))
	}
	offset := w.EdgeOffset(w.Inputs.Position)
	return w.Name("features", w.Concat(append(w.EdgeAttributes(), radial(w, w.Builder, w.Inner(offset, offset)))...))
}

// lawInteraction defines forces [particles,3] and, unless the model has none, messages
// [particles,hidden].
func lawInteraction(w *graph.Writer) graph.Function {
	if len(w.Config.Law) > 0 {
		return lawOfPairs(w)
	}
	hidden, limit := w.Config.Hidden, graph.MostForce*w.Config.Distance()
	width := lawFeatureCount(w)
	return w.Define(interactionName, func(b *graph.Networks) {
		var h *ir.Value
		if width > 0 {
			h = b.FeaturesInput("features", width)
		}
		x := b.VectorInput("position")
		features, senders, mask := w.EdgeInputs(b, lawEdgeCount(w))
		offset := w.EdgeOffsetIn(b, x, senders)
		var in []*ir.Value
		if h != nil {
			in = append(in, b.Repeat(h, graph.Neighbors), b.Gather(h, senders))
		}
		in = append(in, radial(w, b.Builder, b.Inner(offset, offset)), features)
		message := b.SiLU(b.MLP("edge", b.Concat(in...), hidden, hidden))
		direction := direction(w, b.Builder, offset)
		term := w.BoundedForce(b, direction, b.Inner(direction, direction), b.Gate("coordinate", message, hidden), limit, mask)
		if mask != nil {
			message, term = b.Mul(message, mask), b.Mul(term, mask)
		}
		count := graph.NeighborCount(b.Builder, mask)
		force, total := b.SumGroups(term, graph.Neighbors), message
		if w.Config.Messages != config.NoMessages {
			total = b.SumGroups(message, graph.Neighbors)
		}
		if w.Config.Forces == config.MeanForces {
			force = b.Div(force, count)
			if w.Config.Finer != 0 {
				force = b.Mul(force, b.Scalar(longer(w.Config)))
			}
		} else {
			force = b.Mul(force, b.Scalar(networkForceScale(w.Config)))
		}
		b.Output("force", force)
		if w.Config.Messages == config.NoMessages {
			return
		}
		if w.Config.Messages != config.SumMessages {
			total = b.Div(total, count)
		}
		b.Output("message", total)
	})
}

// lawEdgeCount returns the number of columns of lawEdges.
func lawEdgeCount(w *graph.Writer) int {
	switch {
	case w.Config.Messages == config.NoMessages:
		return w.EdgeAttributeCount()
	case w.Config.Radial == config.SquareRadial:
		return w.EdgeFeatureCount()
	}
	return w.EdgeAttributeCount() + 3
}

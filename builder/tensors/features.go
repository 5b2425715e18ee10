// Package tensors implements the models whose features are scalars, vectors and tensors: the Tensor
// Field Network and the SE(3)-Transformer.
package tensors

import (
	"fmt"
	"math"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// tensorFeatures holds features by degree. Degree k has 2k+1 components one after another, each
// with all its channels: [particles,(2k+1)*channels]. A degree without channels is nil.
type tensorFeatures [config.TensorDegrees]*ir.Value

// channels is the number of channels in each degree.
type channels [config.TensorDegrees]int

func (f tensorFeatures) channels() (all channels) {
	for k, x := range f {
		if x != nil {
			all[k] = x.Type.Columns() / components(k)
		}
	}
	return all
}

// components is the number of components of a degree.
func components(degree int) int { return 2*degree + 1 }

// present returns the degrees that have channels.
func (c channels) present() (all []int) {
	for k, count := range c {
		if count > 0 {
			all = append(all, k)
		}
	}
	return all
}

// quarter returns a quarter of the channels, but at least one in a degree that has any.
func (c channels) quarter() (part channels) {
	for _, k := range c.present() {
		part[k] = max(1, c[k]/4)
	}
	return part
}

// list returns the features of the degrees that are present.
func (f tensorFeatures) list() (all []*ir.Value) {
	for _, k := range f.channels().present() {
		all = append(all, f[k])
	}
	return all
}

// firstTensors returns the initial features of particles: their charge and features, if the
// data have any, in degree 0, and the velocity in degree 1.
func firstTensors(w *graph.Writer) tensorFeatures {
	f := tensorFeatures{w.Inputs.Charge, w.Inputs.Velocity}
	switch features := w.Inputs.NodeFeatures; {
	case features != nil && f[0] != nil:
		f[0] = w.Concat(f[0], features)
	case features != nil:
		f[0] = features
	}
	return f
}

// degreeName is part of the names of what belongs to a degree.
func degreeName(k int) string { return fmt.Sprintf("degree%d", k) }

// tensors declares features as inputs of a function.
func tensors(n *graph.Networks, count channels) (f tensorFeatures) {
	for _, k := range count.present() {
		f[k] = n.FeaturesInput(degreeName(k), components(k)*count[k])
	}
	return f
}

// callTensors calls a function that returns features of all degrees in to.
func callTensors(w *graph.Writer, f graph.Function, to channels, args ...*ir.Value) (result tensorFeatures) {
	values := w.Call(f, args...)
	for i, l := range to.present() {
		result[l] = values[i]
	}
	return result
}

// mixChannels is a linear map of the channels, the same for all components of a degree. The
// weights are initialized from a normal distribution with the standard deviation
// 1/sqrt(channels).
func mixChannels(n *graph.Networks, name string, degree int, x *ir.Value, out int) *ir.Value {
	return mixPart(n, name, degree, x, out, x.Type.Columns()/components(degree))
}

// mixPart is mixChannels for some of the channels that are mixed. channels is the number of
// all.
func mixPart(n *graph.Networks, name string, degree int, x *ir.Value, out, channels int) *ir.Value {
	in := x.Type.Columns() / components(degree)
	weight := n.Param(graph.Param{Name: name, Rows: in, Columns: out, Deviation: 1 / math.Sqrt(float64(channels))})
	return n.MatMulBlocks(x, weight, components(degree), false, false)
}

// normNonlinearity defines the nonlinearity between layers. The norms of a degree's channels
// pass through LayerNorm and ReLU, and the results scale the unit vectors.
func normNonlinearity(w *graph.Writer, count channels) graph.Function {
	return w.Define("norm_nonlinearity", func(b *graph.Networks) {
		for k, x := range tensors(b, count) {
			fold := fold(b, components(k), count[k])
			norm := b.Sqrt(b.Maximum(b.MatMul(b.Square(x), fold, false, false), b.Scalar(graph.SmallSquare)))
			scale := b.Div(b.ReLU(layerNorm(b, "norm/"+degreeName(k), norm, count[k])), norm)
			b.Output(degreeName(k), b.Mul(x, b.MatMul(scale, fold, false, true)))
		}
	})
}

// fold returns the matrix that sums the components of each channel.
func fold(n *graph.Networks, components, channels int) *ir.Value {
	table := make([]float64, components*channels*channels)
	for i := range components * channels {
		table[i*channels+i%channels] = 1
	}
	return n.Const(components*channels, channels, table...)
}

// normEpsilon is added to the variance in a layer normalization.
const normEpsilon = 1e-5

// layerNorm normalizes each block of width columns to mean 0 and variance
// 1, and gives every column a learned scale and shift.
func layerNorm(n *graph.Networks, name string, x *ir.Value, width int) *ir.Value {
	return unitVariance(n, name, centered(n, x, width), width)
}

// centered subtracts the mean from each block of width columns.
func centered(n *graph.Networks, x *ir.Value, width int) *ir.Value {
	table := make([]float64, width*width)
	for i := range table {
		table[i] = -1 / float64(width)
		if i%(width+1) == 0 {
			table[i]++
		}
	}
	return n.MatMulBlocks(x, n.Const(width, width, table...), x.Type.Columns()/width, false, false)
}

// unitVariance is layerNorm for blocks whose mean is already 0. A block has one variance, so
// roots and quotients have few columns.
func unitVariance(n *graph.Networks, name string, x *ir.Value, width int) *ir.Value {
	columns := x.Type.Columns()
	blocks := columns / width
	mean, repeat := make([]float64, columns*blocks), make([]float64, blocks*columns)
	for i := range columns {
		mean[i*blocks+i/width] = 1 / float64(width)
		repeat[i/width*columns+i] = 1
	}
	variance := n.MatMul(n.Square(x), n.Const(columns, blocks, mean...), false, false)
	root := n.Sqrt(n.Add(variance, n.Scalar(normEpsilon)))
	var unit *ir.Value
	if blocks == 1 {
		unit = n.Div(x, root)
	} else {
		factor := n.Div(n.Scalar(1), root)
		unit = n.Mul(x, n.MatMul(factor, n.Const(blocks, columns, repeat...), false, false))
	}
	scaled := n.Mul(unit, n.Param(graph.Param{Name: name + "/scale", Rows: 1, Columns: columns, Mean: 1}))
	return n.Add(scaled, n.Param(graph.Param{Name: name + "/shift", Rows: 1, Columns: columns}))
}

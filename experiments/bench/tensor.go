package bench

import (
	"gmnc/builder/config"
	"gmnc/system"
)

// tensorCases returns training steps of tensor field networks.
func (b *bench) tensorCases() (all []benchCase, err error) {
	for _, config := range b.options.Tensors {
		steps, err := b.stepsOf(config, b.options.TensorSystems, tensorStep(config, tables))
		if err != nil {
			return nil, err
		}
		all = append(all, steps...)
	}
	return all, nil
}

// tensorChannels holds the numbers of channels of features of degree 0, 1 and 2.
type tensorChannels [3]int

const (
	radialWidth    = 32 // the width of the two hidden layers of a radial network
	radialFeatures = 3  // the length, the charges and the bond: what no layer changes
)

// firstChannels counts the charge and the velocity.
var firstChannels = tensorChannels{1, 1, 0}

// work counts the multiply-adds of a prediction, and those of gradients that are not needed,
// since they are with respect to the input.
type work struct{ forward, unwanted int }

func (w *work) add(other work) {
	w.forward += other.forward
	w.unwanted += other.unwanted
}

// product counts a product with weights. The gradients of both factors are needed, unless the
// other factor depends only on the input.
func product(size int, ofInput bool) work {
	if ofInput {
		return work{size, size}
	}
	return work{size, 0}
}

// tensorStep counts the operations that one system needs in a training step of tfn or
// se3-transformer, as trainingStep does for gmn. Layers are as in their definition
// (builder/tfn.go, builder/se3transformer.go), with kernels that are linear in the radial
// network's last hidden layer. Factors of that layer's weights are summed over neighbors
// first, and queries are multiplied by the weights first, once a particle. Harmonics and their
// Clebsch-Gordan products, which depend only on positions, and normalizations are not counted.
func tensorStep(config config.Config, composition system.Composition) float64 {
	all := tensorWork(config, composition)
	return 2 * float64(3*all.forward-all.unwanted)
}

func tensorWork(config config.Config, composition system.Composition) (all work) {
	particles, edges := composition.N(), edgesOf(composition)
	width, from := config.Hidden/len(firstChannels), firstChannels
	hidden := tensorChannels{width, width, width}
	attention := config.Model == "se3-transformer"
	layers := config.Layers
	if !attention {
		layers-- // the last layer is the convolution to a vector
	}
	for range layers {
		layer := tensorLayer{particles, edges, from, hidden, from == firstChannels}
		if attention {
			all.add(layer.attention())
		} else {
			all.add(layer.convolution(hidden))
			all.add(layer.mix(from, hidden))
		}
		from = hidden
	}
	vector := tensorChannels{1: 1}
	last := tensorLayer{particles, edges, from, vector, from == firstChannels}
	all.add(last.convolution(vector))
	all.add(last.mix(from, vector))
	return all
}

// tensorLayer is a layer between features. The features of the first layer are those of the
// input.
type tensorLayer struct {
	particles, edges int
	from, to         tensorChannels
	first            bool
}

// attention counts a layer of the SE(3)-Transformer. Keys and values have a quarter of the
// channels. The products of the kernels with the neighbor's features are the same for both.
func (l tensorLayer) attention() (all work) {
	var inner, keys tensorChannels
	for k, count := range l.to {
		inner[k] = max(1, count/4)
		if l.from[k] > 0 {
			keys[k] = inner[k]
		}
	}
	all.add(l.convolution(inner))
	all.add(l.mix(l.from, l.to))
	l.paths(keys, func(p tensorPath) {
		all.add(l.radial())
		all.add(product(p.size*(l.edges+l.particles*keys[p.to])*(radialWidth+1), false)) // query, weights, edge
		all.forward += l.edges * radialWidth
		if l.first {
			all.unwanted += p.size * l.edges * (radialWidth + 1)
		}
	})
	all.add(l.mix(l.from, keys))                                  // queries
	all.add(tensorLayer{particles: l.particles}.mix(inner, l.to)) // values
	return all
}

// convolution counts the products of kernels and features, summed over neighbors.
func (l tensorLayer) convolution(to tensorChannels) (all work) {
	l.paths(to, func(p tensorPath) {
		// Gradients with respect to directions are never needed, and those with respect to
		// features only after the first layer.
		all.add(product(p.size*p.components*l.edges, true))
		all.add(l.radial())
		all.add(product(p.size*(l.edges+l.particles*to[p.to])*(radialWidth+1), false))
		if l.first {
			all.unwanted += p.size * l.edges * (p.components + radialWidth + 1)
		}
	})
	return all
}

// radial counts a radial network up to its last hidden layer.
func (l tensorLayer) radial() work {
	all := product(l.edges*radialFeatures*radialWidth, true)
	all.add(product(l.edges*radialWidth*radialWidth, false))
	return all
}

// mix counts a linear map of the channels that both have in a degree.
func (l tensorLayer) mix(from, to tensorChannels) (all work) {
	for k := range from {
		all.add(product(l.particles*componentsOf(k)*from[k]*to[k], l.first))
	}
	return all
}

// tensorPath leads from one degree to another. size is the number of values of an edge for each
// component of the neighbor's degree, the products of the kernel with the neighbor's
// features. components is the number of components of that degree.
type tensorPath struct{ to, size, components int }

func (l tensorLayer) paths(to tensorChannels, visit func(tensorPath)) {
	for degree, channels := range to {
		for from, count := range l.from {
			if channels > 0 && count > 0 {
				kernels := min(componentsOf(from), componentsOf(degree)) // the degrees J of harmonics
				visit(tensorPath{degree, componentsOf(degree) * kernels * count, componentsOf(from)})
			}
		}
	}
}

func componentsOf(degree int) int { return 2*degree + 1 }

package bench

import (
	"gmnc/builder/config"
	"gmnc/system"
)

// forward counts the floating-point operations that the published GMN needs for one system by
// its definition. These are the operations of its matrix products, with a multiply-add as two,
// and everything is computed once. In the first edge layer, products that edges only repeat or
// gather are therefore made once a particle. Features that enter a network twice are added
// first, and the last layer has no node network. The networks of objects run once for each
// object and not for each particle.
func forward(config config.Config, composition system.Composition) float64 {
	n, h := composition.N(), config.Hidden
	edges := n * (n - 1)
	square := h * h
	isolated, sticks, hinges := composition.Count(system.Isolated), composition.Count(system.Stick), composition.Count(system.Hinge)
	ends := 2 * (sticks + hinges)
	objects := isolated + sticks + hinges
	turning := sticks + 2*hinges // the number of angular factors

	edge := n*2*square + edges*(edgeFeatures*h+square) // m_ij
	force := edges * (square + h)                      // phi(m_ij)
	center := ends * 2 * square                        // the object's feature
	factors := (objects + turning) * (square + h)      // psi and psi'
	hinge := 3 * hinges * (9*h + 3*h)                  // phi2 of three vectors
	node := n * 3 * square                             // h'

	layers := config.Layers
	sum := n*h + layers*(edge+force+center+factors+hinge) + (layers-1)*node
	return float64(2 * sum)
}

// edgeFeatures counts the squared distance and the three features that no layer changes.
const edgeFeatures = 4

// trainingStep counts the operations for one system in a training step. Each product needs two
// more, for the gradients of both factors, except that gradients with respect to features of
// the input are not needed.
func trainingStep(config config.Config, composition system.Composition) float64 {
	edges := composition.N() * (composition.N() - 1)
	unwanted := 2 * config.Hidden * (composition.N() + config.Layers*edges*(edgeFeatures-1))
	return 3*forward(config, composition) - float64(unwanted)
}

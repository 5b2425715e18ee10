package bench

import (
	"gmnc/builder"
	"gmnc/sim"
)

// forward counts the floating point operations that the definition of the
// published GMN needs for one system: those of its matrix products, a
// multiply-add as two, each thing computed once. So the first edge layer
// multiplies at particles what edges only repeat or gather, features that
// enter a network twice are added first, the last layer has no node network,
// and the networks of objects run once an object and not once a particle.
func forward(config builder.Config, system sim.System) float64 {
	n, h := system.N(), config.Hidden
	edges := n * (n - 1)
	square := h * h
	ends := 2 * (system.Sticks + system.Hinges)
	objects := system.Particles + system.Sticks + system.Hinges
	turning := system.Sticks + 2*system.Hinges // angular factors

	edge := n*2*square + edges*(edgeFeatures*h+square) // m_ij
	force := edges * (square + h)                      // phi(m_ij)
	center := ends * 2 * square                        // the object's feature
	factors := (objects + turning) * (square + h)      // psi and psi'
	hinge := 3 * system.Hinges * (9*h + 3*h)           // phi2 of three vectors
	node := n * 3 * square                             // h'

	layers := config.Layers
	sum := n*h + layers*(edge+force+center+factors+hinge) + (layers-1)*node
	return float64(2 * sum)
}

// edgeFeatures are the squared distance and the three features that no layer
// changes.
const edgeFeatures = 4

// trainingStep counts the operations of one system in a training step: each
// product gives two more, the gradients of both factors, but for those of
// features of the input, which nobody wants.
func trainingStep(config builder.Config, system sim.System) float64 {
	edges := system.N() * (system.N() - 1)
	unwanted := 2 * config.Hidden * (system.N() + config.Layers*edges*(edgeFeatures-1))
	return 3*forward(config, system) - float64(unwanted)
}

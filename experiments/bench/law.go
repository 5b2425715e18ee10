package bench

import (
	"fmt"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/system"
)

// lawCases returns training steps of GMN-ODE, whose steps share their weights.
func (b *bench) lawCases() ([]benchCase, error) {
	return b.stepsOf(b.options.Law, b.options.LawSystems, lawStep(b.options.Law, tables))
}

// stepsOf returns training steps of a model on the batch with which it is trained, on all cores
// and on one. operations is the number for one system.
func (b *bench) stepsOf(config config.Config, count int, operations float64) ([]benchCase, error) {
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	step := benchCase{
		what:       fmt.Sprintf("training step, %s, %d systems (%s)", config.Model, count, tables),
		operations: float64(count) * operations, prepare: b.stepOn(model, draw(tables, count)),
	}
	alone := step
	alone.oneCore = true
	return []benchCase{step, alone}, nil
}

// lawFeatures is the number of features of an edge of GMN-ODE besides h that are new in each
// step, those of the distance. lawFixedFeatures is the number of those that no step changes, so
// that shared weights multiply them once.
const (
	lawFeatures      = 3
	lawFixedFeatures = 5
)

// lawForward counts the operations that GMN-ODE needs for one system, as forward does. The last
// step has no node network.
func lawForward(config config.Config, composition system.Composition) float64 {
	n, h := composition.N(), config.Hidden
	edges, square, steps := edgesOf(composition), h*h, config.Layers
	edge := n*2*square + edges*(lawFeatures*h+square) // m_ij
	force := edges * (square + h)                     // phi(m_ij)
	node := n * 3 * square                            // h'
	return float64(2 * (n*h + edges*lawFixedFeatures*h + steps*(edge+force) + (steps-1)*node))
}

// lawStep counts the operations for one system in a training step, as trainingStep does. The
// distances in the first step are those of the input.
func lawStep(config config.Config, composition system.Composition) float64 {
	unwanted := 2 * config.Hidden * (composition.N() + edgesOf(composition)*(lawFeatures+lawFixedFeatures))
	return 3*lawForward(config, composition) - float64(unwanted)
}

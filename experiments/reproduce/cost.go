package reproduce

import (
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/ir"
)

// costs caches the work of models for one system, and their graphs, by digests.
type costs struct {
	systems map[string]float64
	graphs  map[string]*ir.Module
}

func newCosts() costs { return costs{map[string]float64{}, map[string]*ir.Module{}} }

// of returns the approximate number of multiplications of a cell. It is used to sort cells and
// to estimate the time left, for which only ratios matter. A training that may run out of
// patience counts with all its epochs.
func (k costs) of(c protocol.Cell) (float64, error) {
	switch {
	case c.Fit != nil:
		return fitting{*c.Fit}.work(), nil
	case c.Regression != "" || c.Robot != nil:
		return regressionWork, nil
	case c.Data.EpochWork() > 0:
		return float64(c.Training.Epochs) * c.Data.EpochWork(), nil
	}
	particles, neighbors, _ := c.Data.Extent()
	key := protocol.Digest([]any{c.Model, particles, neighbors})
	system, known := k.systems[key]
	if !known {
		var err error
		if system, err = k.forwardWork(c.Model, particles, neighbors); err != nil {
			return 0, err
		}
		k.systems[key] = system
	}
	epochs := float64(c.Training.Epochs)
	trained := backwardFactor * float64(c.Training.TrainSize)
	if c.Training.Reverse {
		trained *= 2
	}
	validated := float64(c.Data.Valid) / float64(c.Training.ValidEvery)
	return system*(epochs*(trained+validated)+float64(c.Test.Test)) + epochs*epochWork, nil
}

// regressionWork is the assumed work of a regression, or of the constants of a robot, which
// takes some seconds.
const regressionWork = 1e10

// epochWork is the assumed work of an epoch besides training, mainly for saving.
const epochWork = 2e8

// backwardFactor is the work of a training step divided by that of its forward pass. Each
// product needs two more, for the gradients of both factors.
const backwardFactor = 3

// elementWork is the number of multiplications of a product that take as long as an element of
// any other operator. With it, the work of RF, GNN, EGNN and GMN has about the ratio of their
// training steps in BenchmarkStep of package train.
const elementWork = 16

// graph returns the graph of a model as it is trained.
func (k costs) graph(config config.Config) (*ir.Module, error) {
	key := protocol.Digest(config)
	if k.graphs[key] != nil {
		return k.graphs[key], nil
	}
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	module, err := ir.OptimizeForKernels(model.Module)
	if err == nil {
		k.graphs[key] = module
	}
	return module, err
}

// forwardWork returns the work of a model for one system, in multiplications.
func (k costs) forwardWork(config config.Config, particles, neighbors int) (float64, error) {
	module, err := k.graph(config)
	if err != nil {
		return 0, err
	}
	sizes := map[string]int{graph.Particles: particles, graph.Neighbors: neighbors, graph.Edges: particles * neighbors}
	extent := func(d ir.Dim) float64 {
		if d.Symbol != "" {
			return float64(sizes[d.Symbol])
		}
		return float64(d.Number)
	}
	work := 0.0
	for _, node := range module.Main.Nodes {
		for _, result := range node.Results {
			elements := 1.0
			for _, dim := range result.Type.Shape {
				elements *= extent(dim)
			}
			if node.Is(ir.MatMul) {
				work += elements * extent(inner(node))
			} else {
				work += elements * elementWork
			}
		}
	}
	return work, nil
}

// inner returns the extent over which a product sums.
func inner(product *ir.Node) ir.Dim {
	shape := product.Args[0].Type.Shape
	if product.Bool("transpose_x") {
		return shape[0]
	}
	return shape[1]
}

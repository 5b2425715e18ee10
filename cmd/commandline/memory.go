package commandline

import (
	"gmnc/builder"
	"gmnc/internal/fields"
)

// gigabyte is the unit in which memory is told.
const gigabyte = 1 << 30

// checkMemory reports a model whose training takes more bytes than are free.
func checkMemory(model builder.Config, free float64) error {
	weights, err := model.CountWeights()
	if err != nil {
		return err
	}
	if needed := builder.TrainingMemory(weights); needed > free {
		return fields.Errorf("%d layers of width %d have %d weights, and training takes about %.3g GB for them, where %.3g are free: choose smaller {layers} or {hidden}, or allow it more {memory}",
			model.Layers, model.Hidden, weights, needed/gigabyte, free/gigabyte)
	}
	return nil
}

package train

import (
	"fmt"
	goruntime "runtime"
	"slices"

	"gmnc/builder"
	"gmnc/internal/fields"
)

// layersIn is how many layers an epoch, counted from 1, trains.
func (t *training) layersIn(epoch int) int {
	return t.options.LayersIn(epoch, t.model.Config.Layers)
}

// withLayers is the model with some of its layers.
func (t *training) withLayers(layers int) (*builder.Model, error) {
	if layers == t.model.Config.Layers {
		return t.model, nil
	}
	return builder.New(t.model.Config.Coarse(layers), t.padded)
}

// refine has an epoch train with the layers that Options.Coarse says. Weights and solver
// go on from the state after the epoch before, as in a resumed training. The memory that
// fewer layers took is free before more take theirs.
func (t *training) refine(epoch int) error {
	layers := t.layersIn(epoch)
	if layers == t.layers {
		return nil
	}
	t.notice(fmt.Sprintf("epoch %d: %d layers from here on, after %d", epoch, layers, t.layers))
	if err := t.close(); err != nil {
		return err
	}
	for range 2 { // what has a finalizer, as Gorgonia's tapes, goes the second time
		goruntime.GC()
	}
	return t.compile(layers)
}

// checkCoarse reports a model that cannot be trained with fewer layers first.
func (t *training) checkCoarse() error {
	o, config := t.options, t.model.Config
	if len(o.Coarse) == 0 {
		return nil
	}
	if builder.Describe(config.Model).Sizeless {
		return fields.Errorf("{coarse} does not go with {model} %s, which has no layers", config.Model)
	}
	if most := o.Coarse[len(o.Coarse)-1]; most > config.Layers {
		return fields.Errorf("{coarse} goes to %d layers, and the model has %d: give at most {layers}", most, config.Layers)
	}
	for _, layers := range o.Coarse {
		model, err := t.withLayers(layers)
		if err != nil {
			return err
		}
		if !slices.Equal(model.Params, t.model.Params) {
			return fields.Errorf("{coarse} does not go with this {model} %s, whose layers have weights of their own: the steps of gmn-ode share theirs unless it has {weights} own", config.Model)
		}
	}
	return nil
}

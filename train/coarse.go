package train

import (
	"fmt"
	goruntime "runtime"
	"slices"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
)

// stage is what an epoch trains: a number of the model's layers, unrolled over a number of
// steps.
type stage struct{ layers, unroll int }

// stageIn returns the stage of an epoch, counted from 1.
func (t *training) stageIn(epoch int) stage {
	return stage{t.options.LayersIn(epoch, t.model.Config.Layers), t.options.UnrollIn(epoch)}
}

// last reports whether a stage is the one that training ends with.
func (t *training) last(s stage) bool {
	return s == stage{t.model.Config.Layers, t.options.Unroll}
}

// withLayers returns the model with this number of layers.
func (t *training) withLayers(layers int) (*graph.Model, error) {
	if layers == t.model.Config.Layers {
		return t.model, nil
	}
	return builder.New(t.model.Config.Coarse(layers), t.padded)
}

// refine changes to the stage that Options.Coarse and Options.Curriculum name for an epoch.
// Weights and solver go on from the state after the previous epoch, as in a resumed training.
// The previous stage's memory is freed before the new one allocates its own.
func (t *training) refine(epoch int) (err error) {
	next := t.stageIn(epoch)
	if next == t.stage {
		return nil
	}
	if next.layers != t.layers {
		t.notice(fmt.Sprintf("epoch %d: %d layers from here on, after %d", epoch, next.layers, t.layers))
	}
	if next.unroll != t.unroll {
		t.notice(fmt.Sprintf("epoch %d: through %d steps from here on, after %d", epoch, next.unroll, t.unroll))
		if t.samples, err = trainingSamples(t.options, t.job.Data, next.unroll); err != nil {
			return err
		}
	}
	if err := t.close(); err != nil {
		return err
	}
	for range 2 { // the second run frees objects with a finalizer, such as Gorgonia's tapes
		goruntime.GC()
	}
	return t.compile(next)
}

// checkCoarse reports an error if the model cannot be trained with fewer layers first.
func (t *training) checkCoarse() error {
	o, c := t.options, t.model.Config
	if len(o.Coarse) == 0 {
		return nil
	}
	if config.Describe(c.Model).Sizeless {
		return fields.Errorf("{coarse} does not go with {model} %s, which has no layers", c.Model)
	}
	if most := o.Coarse[len(o.Coarse)-1]; most > c.Layers {
		return fields.Errorf("{coarse} goes to %d layers, and the model has %d: give at most {layers}", most, c.Layers)
	}
	for _, layers := range o.Coarse {
		model, err := t.withLayers(layers)
		if err != nil {
			return err
		}
		if !slices.Equal(model.Params, t.model.Params) {
			return fields.Errorf("{coarse} does not go with this {model} %s, whose layers have weights of their own: the steps of gmn-ode share theirs unless it has {weights} own", c.Model)
		}
	}
	return nil
}

package registered

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/deploy"
	"gmnc/run"
)

// TestAModelThatIsNotRigid: the refusal of a model that says it is rigid and is not says so of the model
// itself, with the change of length, and does not speak of roundings; the same without the promise is
// written.
func TestAModelThatIsNotRigid(t *testing.T) {
	drifts := func(w *graph.Writer) {
		w.AddLayer(graph.Layer{Position: w.Add(w.Inputs.Position, w.Name("moved", w.Mul(w.Inputs.Velocity, w.Linear("time", w.Embedding(), 1))))})
	}
	export := func(name string, description config.Description) error {
		t.Helper()
		description.Summary = "particles drift on"
		require.NoError(t, builder.Register(name, description, drifts))
		c := config.Config{Model: name, Form: config.Published, Layers: 1, Hidden: 4}
		model, err := builder.New(c, false)
		require.NoError(t, err)
		trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{})
		return err
	}
	err := export("drifting", config.Description{Symmetry: "rotations, reflections, translations", Rigid: true})
	require.ErrorContains(t, err, "no file is written, because the model drifting is not what its description says (config.Description, given to builder.Register)")
	require.ErrorContains(t, err, "it breaks lengths of rigid bars: off by 0.")
	require.ErrorContains(t, err, "Correct the model, or take Rigid or the symmetry out of its description")
	require.NotContains(t, err.Error(), "ounding")
	require.NoError(t, export("drifting-freely", config.Description{Symmetry: "rotations, reflections, translations"}))
}

package deploy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/export/rolling"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/system"
)

// read returns the model and the signature of a file.
func read(t *testing.T, file []byte) (*artifact.Model, artifact.Signature) {
	t.Helper()
	model, err := artifact.FromFile(file)
	require.NoError(t, err)
	require.False(t, model.Changed())
	signature, err := artifact.ReadSignature(file)
	require.NoError(t, err)
	return model, signature
}

// TestEncoded: a file says what it is, has its certificate, and takes and returns what its options
// say.
func TestEncoded(t *testing.T) {
	trained := small(t)
	plain, signature := read(t, encoded(t, exporting{run: trained, opset: 18}, nil))
	require.Equal(t, 18, plain.File().Opset)
	require.Equal(t, "gmn-ode: predicts where the particles of constrained systems will be, one prediction interval later", plain.File().Doc)
	require.Nil(t, plain.Certificate())
	require.Nil(t, plain.Inside())
	require.Equal(t, []string{"position", "velocity", "charge", "sticks", "hinges"}, signature.Inputs)
	require.False(t, signature.Rolls())

	certificate := certified()
	certificate.Kernels, certificate.Limited = []string{"avx2"}, "limited"
	model, _ := read(t, encoded(t, exporting{run: trained}, certificate))
	require.Equal(t, certificate, model.Certificate())

	baked, signature := read(t, encoded(t, exporting{run: trained, topology: inside()}, nil))
	require.Equal(t, inside().Objects, baked.Inside().Objects)
	require.ElementsMatch(t, []string{"position", "velocity", "charge"}, signature.Inputs)

	deep := drawn(t, config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2, Depth: 4})
	_, signature = read(t, encoded(t, exporting{run: deep, topology: inside()}, nil))
	require.NotContains(t, signature.Inputs, "parents")
	require.NotContains(t, signature.Inputs, "bodies")

	rolls, signature := read(t, encoded(t, exporting{run: trained, rollout: &rolling.Rollout{Steps: 2}}, nil))
	require.Equal(t, 2, signature.Steps)
	require.Contains(t, rolls.File().Doc, " later, and again and again")

	step, err := prepare(trained, Options{Step: true})
	require.NoError(t, err)
	trains, _ := read(t, encoded(t, step, nil))
	require.True(t, trains.Trains())
	require.Equal(t, "gmn-ode: makes one step of training", trains.File().Doc)

	gradients, err := prepare(trained, Options{Gradients: []string{"velocity"}})
	require.NoError(t, err)
	pulls, _ := read(t, encoded(t, gradients, nil))
	require.Equal(t, []string{"velocity"}, pulls.Gradients())
	require.Contains(t, pulls.File().Doc, " later, with gradients")
}

// TestSizesOfEncodings: weights in float16 take less room, and functions fewer nodes.
func TestSizesOfEncodings(t *testing.T) {
	trained := drawn(t, config.Config{Model: "gmn-ode", Form: config.Published, Layers: 4, Hidden: 4, Time: 1, Length: 1})
	plain := encoded(t, exporting{run: trained}, nil)
	wide := drawn(t, config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 24})
	require.Less(t, len(encoded(t, exporting{run: wide, unrounded: wide}, nil)), len(encoded(t, exporting{run: wide}, nil)))
	whole, _ := read(t, plain)
	functions, _ := read(t, encoded(t, exporting{run: trained, functions: true}, nil))
	require.Less(t, functions.File().Nodes, whole.File().Nodes)
	_, looped := read(t, encoded(t, exporting{run: trained, loop: true}, nil))
	require.True(t, looped.HasLoop)
	_, err := exporting{run: small(t), loop: true}.encode()
	require.ErrorContains(t, err, "loop: the model has no four steps that compute the same")
	require.ErrorContains(t, err, "; leave loop out")
	_, err = exporting{run: trained, opset: 3}.encode()
	require.ErrorContains(t, err, "opset 3 cannot be written")
	require.NotContains(t, err.Error(), "leave loop out")
}

// TestEncodedJoints: a file in joint coordinates takes and returns these.
func TestEncodedJoints(t *testing.T) {
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	e, err := prepare(arm, Options{Joints: &Joints{Data: data}})
	require.NoError(t, err)
	model, signature := read(t, encoded(t, e, nil))
	require.ElementsMatch(t, []string{system.CoordinateInput, system.RateInput, system.LoadInput, system.Gravity.Name}, signature.Inputs)
	require.Equal(t, []string{"linkA", "linkB"}, model.Joints().Names)
	require.Contains(t, model.File().Doc, "how far and how fast the joints of a robot turn or slide")
}

package measure_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/deploy/measure"
	"gmnc/export/rolling"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/predict/verify"
	"gmnc/run"
)

// TestLaterStepsAreCompared: of files of many nodes, of particles and of joints, three of five steps
// are run and two compared, at export and when they are verified.
func TestLaterStepsAreCompared(t *testing.T) {
	defer measure.WithMostNodes(1)()
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, TrueVelocity: true, Time: 0.1, Length: 1}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	ofArm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	for name, write := range map[string]func() (*deploy.Exported, error){
		"particles": func() (*deploy.Exported, error) {
			return deploy.ExportWith(t.Context(), trained, deploy.Options{Rollout: &rolling.Rollout{Steps: 5}})
		},
		"joints": func() (*deploy.Exported, error) {
			return deploy.ExportWith(t.Context(), ofArm, deploy.Options{Rollout: &rolling.Rollout{Steps: 5}, Joints: &deploy.Joints{Data: data, Links: true}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			exported, err := write()
			require.NoError(t, err)
			for _, runtime := range exported.Runtimes {
				last := runtime.Findings[len(runtime.Findings)-1]
				require.Equal(t, verify.AlikeSteps, last.Promise)
				require.Equal(t, []verify.Tried{{Count: 2, Of: "later steps"}}, last.Tried)
			}
			v, err := deploy.Verify(t.Context(), "model.onnx", exported.File, nil)
			require.NoError(t, err)
			require.NoError(t, v.Err())
		})
	}
}

// Package recorded makes runs for the robots whose motions are MuJoCo's.
package recorded

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/mujoco"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// Run returns a run without weights of a law of motion for the bodies of a recording, and a
// data set with its first frame. The links are named linkA, linkB and so on.
func Run(t *testing.T, r mujoco.Recording) (*run.Run, *datasets.Data) {
	t.Helper()
	s := r.Sample(t, 0)
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Depth: 4, Joints: len(r.Rates[0]), Forces: config.NoForces, Messages: config.NoMessages,
		NoCharge: true, TrueVelocity: true, Time: r.Frame,
	}
	for _, f := range system.Fields() {
		if f.Of(&s) != nil && !f.IsState() {
			config.Fields = append(config.Fields, f.Name)
		}
	}
	trained, err := run.New(run.Config{Version: "test", Model: config}, map[string]runtime.Tensor{})
	require.NoError(t, err)
	s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
	var names []string
	for body := range r.Bodies {
		names = append(names, slices.Repeat([]string{fmt.Sprintf("link%c", 'A'+body)}, 4)...)
	}
	return trained, &datasets.Data{Train: []system.Sample{s}, Test: []system.Sample{s}, About: datasets.About{Names: datasets.Named(names)}}
}

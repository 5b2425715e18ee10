package deploy_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/allocated"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/run"
	"gmnc/system"
)

// TestEdgeMemory: an engine that runs files is said to take memory for all
// edges, and one that takes systems in blocks is not.
func TestEdgeMemory(t *testing.T) {
	model, err := artifact.Load(newRun(t)) // of width 8
	require.NoError(t, err)
	samples := []system.Sample{{Position: make([]float32, 3)}, {Position: make([]float32, 3*1000)}}
	require.Equal(t, 4.*4*8*1000*999, model.EdgeMemory("onnx-go", samples))
	require.Zero(t, model.EdgeMemory("native", samples))
	require.Zero(t, model.EdgeMemory("auto", samples), "of a run")
}

// TestForgedTopology: a file that claims a topology of very many particles is refused
// before anything of that size is computed, with a digest that is right and with one
// that is not.
func TestForgedTopology(t *testing.T) {
	trained, err := run.Read(run.Folder(newRun(t)))
	require.NoError(t, err)
	samples := fixtures.Samples(system.Composition{1, 1}, 1, 1)
	file, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Topology: &datasets.Data{Test: samples}})
	require.NoError(t, err)
	claiming := func(particles int) []byte {
		return forged(t, file.File, func(m *onnxpb.ModelProto) {
			for _, entry := range m.MetadataProps {
				if entry.GetKey() == "topology" {
					entry.Value = proto.String(fmt.Sprintf(`{"particles": %d, "sticks": [[0, 1]], "hinges": []}`, particles))
				}
			}
		})
	}
	v, err := deploy.Verify(t.Context(), "model.onnx", claiming(4), nil)
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprint(v.Broken), "cannot be measured")

	hostile := claiming(1 << 20)
	changed := append([]byte(nil), hostile...)
	changed[len(changed)-1] ^= 1
	for _, data := range [][]byte{hostile, changed} {
		allocated.Below(t, 256<<20, func() { v, err = deploy.Verify(t.Context(), "model.onnx", data, nil) })
		require.NoError(t, err)
		require.ErrorContains(t, v.Err(), "does not keep its promises")
		require.Regexp(t, `a file with this topology inside \(particles: 1048576, sticks: 1\) cannot be measured: that takes about .*e\+0. GB, where .* are free`, v.Broken[len(v.Broken)-1])
	}
}

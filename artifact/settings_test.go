package artifact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/run/weights"
)

// TestImportTakesOptions that weights do not show from the file, or from the call.
func TestImportTakesOptions(t *testing.T) {
	no, half := false, 0.5
	imported := func(metadata map[string]string, o artifact.ImportOptions) (config.Config, []float32, string, error) {
		file := weights.File{Metadata: metadata}
		for name, tensor := range published(t) {
			for i := range tensor.Data {
				tensor.Data[i] = 2
			}
			file.Tensors = append(file.Tensors, weights.Tensor{Name: name, Shape: tensor.Shape, Data: tensor.Data})
		}
		run, note, err := artifact.Import("w.pt", file, o)
		if err != nil {
			return config.Config{}, nil, "", err
		}
		return run.Config.Model, run.Weights["layer0/coordinate/linear2/weight"].Float, note, nil
	}
	c, force, note, err := imported(nil, artifact.ImportOptions{})
	require.NoError(t, err)
	require.Empty(t, c.Residual)
	require.Equal(t, []float32{2}, force)
	require.Equal(t, "assumed, as weights do not show it: recurrent true, activation silu, coords_weight 1, norm_diff false, tanh false, attention false", note)

	c, force, note, err = imported(map[string]string{"args.recurrent": "false", "act_fn": "torch.nn.modules.activation.SiLU", "config": `{"model": {"coords_weight": 0.5}}`}, artifact.ImportOptions{})
	require.NoError(t, err)
	require.Equal(t, config.NoResidual, c.Residual)
	require.Equal(t, []float32{1}, force)
	require.Equal(t, "as said: recurrent false, activation silu, coords_weight 0.5; assumed, as weights do not show it: norm_diff false, tanh false, attention false", note)

	c, force, _, err = imported(nil, artifact.ImportOptions{Recurrent: &no, CoordsWeight: &half, Activation: "nn.SiLU()"})
	require.NoError(t, err)
	require.Equal(t, config.NoResidual, c.Residual)
	require.Equal(t, []float32{1}, force)

	_, _, note, err = imported(map[string]string{"act": "nn.Swish"}, artifact.ImportOptions{})
	require.NoError(t, err)
	require.Contains(t, note, "as said: activation silu; ")

	for want, metadata := range map[string]map[string]string{
		"w.pt was trained with the activation relu, which gmnc does not have: train with silu": {"args.act_fn": "nn.ReLU()"},
		`w.pt says that recurrent is "perhaps", which can't be read`:                           {"recurrent": "perhaps"},
		`w.pt says that coords_weight is "half", which can't be read`:                          {"coords_weight": "half"},
	} {
		_, _, _, err := imported(metadata, artifact.ImportOptions{})
		require.EqualError(t, err, want)
	}
	_, _, _, err = imported(map[string]string{"recurrent": "True"}, artifact.ImportOptions{Recurrent: &no})
	require.EqualError(t, err, "w.pt says that recurrent is True, not false: leave it out")
}

// TestImportRenames: names of another program, and a prefix that all have.
func TestImportRenames(t *testing.T) {
	other, prefixed := weights.File{}, weights.File{}
	for name, tensor := range published(t) {
		other.Tensors = append(other.Tensors, weights.Tensor{Name: strings.Replace(name, "gcl_0.edge_mlp", "layers.0.messages", 1), Shape: tensor.Shape, Data: tensor.Data})
		prefixed.Tensors = append(prefixed.Tensors, weights.Tensor{Name: "net.egnn." + name, Shape: tensor.Shape, Data: tensor.Data})
	}
	_, _, err := artifact.Import("w.pt", prefixed, artifact.ImportOptions{})
	require.NoError(t, err)
	_, _, err = artifact.Import("w.pt", other, artifact.ImportOptions{Rename: []string{`layers\.(\d+)\.messages=gcl_$1.edge_mlp`}})
	require.NoError(t, err)
	_, _, err = artifact.Import("w.pt", other, artifact.ImportOptions{})
	require.ErrorContains(t, err, "layers.0.messages.0.bias is no weight of a published model: rename it with rename, such as rename ")
	_, _, err = artifact.Import("w.pt", other, artifact.ImportOptions{Rename: []string{"(=x"}})
	require.ErrorContains(t, err, "expected OLD=NEW, a regular expression of names in the file and what stands in its place")

	_, _, err = artifact.Import("w.pt", prefixed, artifact.ImportOptions{Rename: []string{"layers=gcl"}})
	require.EqualError(t, err, `rename "layers=gcl": no name of a weight in w.pt fits`)

	for i, tensor := range prefixed.Tensors {
		if strings.HasSuffix(tensor.Name, "gcl_0.node_mlp.2.weight") {
			prefixed.Tensors[i].Shape = []int{1}
		}
	}
	_, _, err = artifact.Import("w.pt", prefixed, artifact.ImportOptions{})
	require.ErrorContains(t, err, "the weight net.egnn.gcl_0.node_mlp.2.weight has the shape [1]; [1 1] is needed")
}

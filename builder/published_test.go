package builder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
)

func TestOurNames(t *testing.T) {
	for published, want := range map[string]string{
		"embedding.weight":                "embedding/weight",
		"module.embedding.bias":           "embedding/bias",
		"gcl_0.edge_mlp.0.weight":         "layer0/edge/linear1/weight",
		"gcl_3.edge_mlp.2.bias":           "layer3/edge/linear2/bias",
		"gcl_12.node_mlp.0.bias":          "layer12/node/linear1/bias",
		"gcl_0.coord_mlp.2.weight":        "layer0/coordinate/linear2/weight",
		"gcl_0.coord_mlp_vel.0.weight":    "layer0/velocity/linear1/weight",
		"gcl_0.coord_mlp_w_vel.2.bias":    "layer0/angular_velocity/linear2/bias",
		"gcl_0.center_mlp.2.weight":       "layer0/center/linear2/weight",
		"gcl_0.phi.2.weight":              "layer0/radial/linear2/weight",
		"embedding.0.weight":              "embedding/weight",
		"decoder.2.bias":                  "decoder/linear2/bias",
		"time":                            "time",
		"gcl_0.f_stick_mlp.0.weight":      "layer0/stick_force/linear1/weight",
		"module.gcl_0.f_hinge_mlp.2.bias": "layer0/hinge_force/linear2/bias",
	} {
		ours, err := builder.OurName(published)
		require.NoError(t, err)
		require.Equal(t, want, ours)
	}
	for published, want := range map[string]string{
		"gcl_0.att_mlp.0.weight":  "gcl_0.att_mlp.0.weight belongs to the option attention, which gmnc does not have: train without it",
		"gcl_1.coords_range":      "gcl_1.coords_range belongs to the option tanh, which gmnc does not have: train without it",
		"encoder.0.weight":        "encoder.0.weight is no weight of a published model: rename it with rename, such as rename layers=gcl_",
		"gcl_0.edge_mlp.1.weight": "gcl_0.edge_mlp.1.weight is no weight of a published model: rename it with rename, such as rename layers=gcl_",
		"gcl_0.edge.0.weight":     "gcl_0.edge.0.weight is no weight of a published model: rename it with rename, such as rename layers=gcl_",
		"embedding.scale":         "embedding.scale is no weight of a published model: rename it with rename, such as rename layers=gcl_",
		"":                        " is no weight of a published model: rename it with rename, such as rename layers=gcl_",
	} {
		_, err := builder.OurName(published)
		require.EqualError(t, err, want)
	}
}

// publishedNames turns our names back.
var publishedNames = strings.NewReplacer("layer", "gcl_", "/linear1/", ".0.", "/linear2/", ".2.",
	"/edge", ".edge_mlp", "/coordinate", ".coord_mlp", "/node", ".node_mlp", "/center", ".center_mlp",
	"/velocity", ".coord_mlp_vel", "/angular_velocity", ".coord_mlp_w_vel",
	"/stick_force", ".f_stick_mlp", "/hinge_force", ".f_hinge_mlp", "embedding/", "embedding.",
	"decoder/linear1/", "decoder.0.", "decoder/linear2/", "decoder.2.", "/radial", ".phi")

// publishedNameOf is the published name of one of our weights.
func publishedNameOf(model, name string) string {
	name = publishedNames.Replace(name)
	if model == "gnn" {
		name = strings.Replace(name, "embedding.", "embedding.0.", 1)
	}
	return name
}

// publish lays a GMN's drawn weights out as PyTorch does.
func publish(t *testing.T, layers, hidden int) (map[string][]float32, map[string]builder.PublishedTensor) {
	t.Helper()
	return publishModel(t, config.Config{Model: "gmn", Form: config.Published, Layers: layers, Hidden: hidden})
}

func publishModel(t *testing.T, config config.Config) (map[string][]float32, map[string]builder.PublishedTensor) {
	t.Helper()
	m, err := builder.New(config, false)
	require.NoError(t, err)
	drawn := m.Draw(3)
	tensors := map[string]builder.PublishedTensor{}
	for _, param := range m.Params {
		tensor := builder.PublishedTensor{Shape: []int{param.Columns, param.Rows}}
		if !strings.HasSuffix(param.Name, "weight") {
			tensor.Shape = []int{param.Columns}
		}
		for out := range param.Columns {
			for in := range param.Rows {
				tensor.Data = append(tensor.Data, drawn[param.Name][in*param.Columns+out])
			}
		}
		tensors[publishedNameOf(config.Model, param.Name)] = tensor
	}
	return drawn, tensors
}

// TestPublishedModelsAreTold by the names of their weights.
func TestPublishedModelsAreTold(t *testing.T) {
	for _, name := range []string{"linear", "gnn", "rf", "egnn", "gmn"} {
		want := config.Config{Model: name, Form: config.Published, Layers: 3, Hidden: 5}
		if name == "linear" {
			want.Layers, want.Hidden = 4, 64 // which it does not have
		}
		if name == "egnn" || name == "gmn" {
			want.Clamp = config.ComponentClamp
		}
		drawn, tensors := publishModel(t, want)
		config, weights, err := builder.FromPublished(tensors)
		require.NoError(t, err, name)
		require.Equal(t, want, config)
		require.Equal(t, drawn, weights)

		for missing := range tensors {
			_, all := publishModel(t, want)
			delete(all, missing)
			_, _, err := builder.FromPublished(all)
			require.Regexp(t, "missing|has the shape|these are not the weights of a published model", err, "%s without %s", name, missing)
		}
	}
}

func TestFromPublished(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 5}, {11, 3}} {
		drawn, tensors := publish(t, size[0], size[1])
		c, weights, err := builder.FromPublished(tensors)
		require.NoError(t, err)
		require.Equal(t, config.Config{Model: "gmn", Form: config.Published, Layers: size[0], Hidden: size[1], Clamp: config.ComponentClamp}, c)
		require.Equal(t, drawn, weights)

		parallel := map[string]builder.PublishedTensor{}
		for name, tensor := range tensors {
			parallel["module."+name] = tensor
		}
		_, weights, err = builder.FromPublished(parallel)
		require.NoError(t, err)
		require.Equal(t, drawn, weights)
	}
}

func TestWhatIsNoPublishedGMN(t *testing.T) {
	ones := func(shape ...int) builder.PublishedTensor {
		count := 1
		for _, extent := range shape {
			count *= extent
		}
		return builder.PublishedTensor{Shape: shape, Data: slices.Repeat([]float32{1}, count)}
	}
	for name, c := range map[string]struct {
		change func(tensors map[string]builder.PublishedTensor)
		want   string
	}{
		"nothing": {func(all map[string]builder.PublishedTensor) { clear(all) },
			"these are not the weights of a published model: none of the 0 tensors is called"},
		"missing": {func(all map[string]builder.PublishedTensor) { delete(all, "gcl_1.center_mlp.2.bias") },
			"the weight gcl_1.center_mlp.2.bias is missing in gmn of 2 layers"},
		"egnn_clean": {func(all map[string]builder.PublishedTensor) { all["embedding_in.weight"] = ones(3, 1) },
			"the weight embedding_in.weight is one of egnn_clean, an EGNN without velocities"},
		"attention": {func(all map[string]builder.PublishedTensor) { all["gcl_1.att_mlp.0.weight"] = ones(1, 3) },
			"gcl_1.att_mlp.0.weight belongs to the option attention, which gmnc does not have: train without it"},
		"tanh": {func(all map[string]builder.PublishedTensor) { all["gcl_0.coords_range"] = ones(1) },
			"gcl_0.coords_range belongs to the option tanh, which gmnc does not have: train without it"},
		"unknown": {func(all map[string]builder.PublishedTensor) { all["decoder.weight"] = ones(1) },
			"decoder.weight is no weight of a published model"},
		"too many": {func(all map[string]builder.PublishedTensor) { all["gcl_1.coord_mlp.2.bias"] = ones(1) },
			"the weight gcl_1.coord_mlp.2.bias has no place in gmn of 2 layers"},
		"twice": {func(all map[string]builder.PublishedTensor) { all["module.embedding.weight"] = ones(3, 1) },
			"module.embedding.weight is the same weight as embedding.weight"},
		"transposed": {func(all map[string]builder.PublishedTensor) { all["gcl_0.edge_mlp.0.weight"] = ones(10, 3) },
			"the weight gcl_0.edge_mlp.0.weight has the shape [10 3]; [3 10] is needed"},
		"a layer far away": {func(all map[string]builder.PublishedTensor) { all["gcl_999.node_mlp.0.bias"] = ones(3) },
			"is missing in gmn of 1000 layers"},
		"too wide": {func(all map[string]builder.PublishedTensor) {
			all["embedding.weight"] = builder.PublishedTensor{Shape: []int{9000, 1}}
		},
			"a hidden width of 9000: it is 1 to 8192"},
	} {
		t.Run(name, func(t *testing.T) {
			_, tensors := publish(t, 2, 3)
			c.change(tensors)
			_, _, err := builder.FromPublished(tensors)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, fmt.Sprint(err), "\n")
		})
	}
}

// TestPublishedRecordedData: weights of the programs for molecules and motion
// capture are told by their shapes, and their edge network reads the features
// of edges in its own order.
func TestPublishedRecordedData(t *testing.T) {
	for _, c := range []struct {
		node, edge []string
		published  []int // the place of each of ours: type, the data's, distance
	}{
		{[]string{"one"}, []string{"hop"}, []int{1, 0, 2}},
		{[]string{"z"}, []string{"hop", "z_receiver", "z_sender"}, []int{3, 2, 0, 1, 4}},
	} {
		for _, model := range []string{"gmn", "egnn"} {
			want := config.Config{Model: model, Form: config.Published, Layers: 2, Hidden: 3, Clamp: config.ComponentClamp, Sparse: true, NoCharge: true, NodeFeatures: c.node, EdgeFeatures: c.edge}
			drawn, tensors := publishModel(t, want)
			config, weights, err := builder.FromPublished(tensors)
			require.NoError(t, err)
			require.Equal(t, want, config)
			require.Equal(t, drawn["embedding/weight"], weights["embedding/weight"])
			const columns = 3 // of the weights, [in, out]
			ours, published := weights["layer1/edge/linear1/weight"], drawn["layer1/edge/linear1/weight"]
			require.Equal(t, published[:7*columns], ours[:7*columns], "features of particles, squared distance")
			for at, from := range c.published {
				require.Equal(t, published[(7+from)*columns:(8+from)*columns], ours[(7+at)*columns:(8+at)*columns], "feature %d", at)
			}
		}
	}
}

// TestEGNNsOwnProgram: weights of EGNN's own repository for simulated data read no
// type of an edge.
func TestEGNNsOwnProgram(t *testing.T) {
	want := config.Config{Model: "egnn", Form: config.Published, Layers: 2, Hidden: 3, Clamp: config.ComponentClamp}
	drawn, tensors := publishModel(t, want)
	const first, all = 7, 10 // columns before the features of edges, and of all
	for layer := range 2 {
		name := fmt.Sprintf("gcl_%d.edge_mlp.0.weight", layer)
		cut := builder.PublishedTensor{Shape: []int{3, all - 1}}
		for row := range 3 {
			values := tensors[name].Data[row*all : (row+1)*all]
			cut.Data = append(append(cut.Data, values[:first+1]...), values[first+2])
		}
		tensors[name] = cut
	}
	config, weights, err := builder.FromPublished(tensors)
	require.NoError(t, err)
	require.Equal(t, want, config)
	have, drew := weights["layer1/edge/linear1/weight"], drawn["layer1/edge/linear1/weight"]
	require.Equal(t, drew[:3*(first+1)], have[:3*(first+1)])
	require.Equal(t, []float32{0, 0, 0}, have[3*(first+1):3*(first+2)])
	require.Equal(t, drew[3*(first+2):], have[3*(first+2):])
}

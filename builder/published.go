package builder

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
)

// PublishedTensor is a weight of the authors' PyTorch implementation in row-major order. A
// matrix is laid out as [out,in].
type PublishedTensor struct {
	Shape []int
	Data  []float32
	Name  string // in the file, where it has another there
}

// named returns the name of the weight in its file, for errors.
func (t PublishedTensor) named(name string) string {
	if t.Name != "" {
		return t.Name
	}
	return name
}

// publishedNetworks maps the published name of each network in a layer, of all models, to ours.
var publishedNetworks = map[string]string{
	"edge_mlp":        "edge",
	"coord_mlp":       "coordinate",
	"node_mlp":        "node",
	"coord_mlp_vel":   "velocity",
	"coord_mlp_w_vel": "angular_velocity",
	"center_mlp":      "center",
	"f_stick_mlp":     "stick_force",
	"f_hinge_mlp":     "hinge_force",
	"stick_v_fk_mlp":  "stick_motion",
	"hinge_v_fk_mlp":  "hinge_motion",
	"phi":             "radial",
}

// publishedIdle names a network in each layer that a published model has and does not use, and
// that ours does not have.
var publishedIdle = map[string]string{"gmn-l": "angular_velocity"}

// publishedOthers maps the published names of the weights outside of the layers to ours.
var publishedOthers = map[string]string{
	"embedding.weight":   "embedding/weight",
	"embedding.bias":     "embedding/bias",
	"embedding.0.weight": "embedding/weight",
	"embedding.0.bias":   "embedding/bias",
	"decoder.0.weight":   "decoder/linear1/weight",
	"decoder.0.bias":     "decoder/linear1/bias",
	"decoder.2.weight":   "decoder/linear2/weight",
	"decoder.2.bias":     "decoder/linear2/bias",
	"time":               "time",
}

// publishedModels identifies each model by a weight that the models after it lack. The rows of
// another weight give its width.
var publishedModels = []struct{ model, mark, width string }{
	{"linear", "time", ""},
	{"rf", "gcl_0.phi.0.weight", "gcl_0.phi.0.weight"},
	{"gnn", "decoder.0.weight", "embedding.0.weight"},
	{"gmn-l", "gcl_0.stick_v_fk_mlp.0.weight", "embedding.weight"},
	{"gmn", "gcl_0.center_mlp.0.weight", "embedding.weight"},
	{"egnn", "gcl_0.edge_mlp.0.weight", "embedding.weight"},
}

// publishedOptions maps parts of names to the option of the published code that they belong to.
// No published configuration uses these options.
var publishedOptions = map[string]string{
	"att_mlp":      "attention",
	"coords_range": "tanh",
}

var publishedLayer = regexp.MustCompile(`^gcl_(\d{1,3})\.(\w+)\.([024])\.(weight|bias)$`)

// OurName translates a published parameter's name, or says why it has no
// counterpart.
func OurName(published string) (string, error) {
	published = strings.TrimPrefix(published, "module.")
	for betrayal, option := range publishedOptions {
		if strings.Contains(published, betrayal) {
			return "", fmt.Errorf("%s belongs to the option %s, which gmnc does not have: train without it", published, option)
		}
	}
	if ours, ok := publishedOthers[published]; ok {
		return ours, nil
	}
	parts := publishedLayer.FindStringSubmatch(published)
	if parts == nil || publishedNetworks[parts[2]] == "" {
		return "", fields.Errorf("%s is no weight of a published model: rename it with {rename}, such as {rename} layers=gcl_", published)
	}
	linear := map[string]string{"0": "linear1", "2": "linear2", "4": "linear3"}[parts[3]]
	return fmt.Sprintf("layer%s/%s/%s/%s", parts[1], publishedNetworks[parts[2]], linear, parts[4]), nil
}

// fromFile adds the name in the file to an error about a tensor, if that is another.
func fromFile(err error, t PublishedTensor) error {
	if t.Name == "" || strings.Contains(err.Error(), t.Name) {
		return err
	}
	return fmt.Errorf("%s: %w", t.Name, err)
}

// theirName returns the published name of one of our parameters.
func theirName(ours, model string) string {
	parts := strings.Split(ours, "/")
	if layer, in := strings.CutPrefix(parts[0], "layer"); in && len(parts) == 4 {
		for theirs, name := range publishedNetworks {
			if name == parts[1] {
				linear, _ := strconv.Atoi(strings.TrimPrefix(parts[2], "linear"))
				return fmt.Sprintf("gcl_%s.%s.%d.%s", layer, theirs, 2*(linear-1), parts[3])
			}
		}
	}
	for _, theirs := range slices.Sorted(maps.Keys(publishedOthers)) {
		// Only the embedding of gnn is within a Sequential.
		if publishedOthers[theirs] == ours && (strings.Contains(theirs, ".0.") == (model == "gnn") || !strings.HasPrefix(ours, "embedding")) {
			return theirs
		}
	}
	return ours
}

// FromPublished converts the weights of a published model to a configuration and our weights.
// Every weight must be there with the right shape, and there must be no others.
func FromPublished(tensors map[string]PublishedTensor) (config.Config, map[string][]float32, error) {
	c, data, err := publishedConfig(tensors)
	if err != nil {
		return config.Config{}, nil, err
	}
	model, err := New(c, false)
	if err != nil {
		return config.Config{}, nil, err
	}
	ours := map[string]PublishedTensor{}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		translated, err := OurName(name)
		if err != nil {
			return config.Config{}, nil, fromFile(err, tensors[name])
		}
		if other, taken := ours[translated]; taken {
			return config.Config{}, nil, fmt.Errorf("%s is the same weight as %s", tensors[name].named(name), other.Name)
		}
		tensor := tensors[name]
		tensor.Name = tensor.named(name)
		ours[translated] = tensor
	}
	if data != nil {
		for name, tensor := range ours {
			ours[name] = data.reordered(name, tensor, c.Hidden)
		}
	}
	weights := map[string][]float32{}
	for _, param := range model.Params {
		tensor, ok := ours[param.Name]
		if !ok {
			return config.Config{}, nil, fmt.Errorf("the weight %s is missing in %s of %d layers", theirName(param.Name, c.Model), c.Model, c.Layers)
		}
		if weights[param.Name], err = fromPublished(param, tensor); err != nil {
			return config.Config{}, nil, err
		}
		delete(ours, param.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		if idle := publishedIdle[c.Model]; idle != "" && strings.Contains(name, "/"+idle+"/") {
			continue
		}
		return config.Config{}, nil, fmt.Errorf("the weight %s has no place in %s of %d layers", ours[name].Name, c.Model, c.Layers)
	}
	return c, weights, nil
}

// publishedConfig finds out the model, the layers and the width from the weights, and the
// recorded data that they are for, which is nil for simulated data.
func publishedConfig(tensors map[string]PublishedTensor) (config.Config, *publishedData, error) {
	bare := map[string]PublishedTensor{}
	layers := 0
	for name, tensor := range tensors {
		name = strings.TrimPrefix(name, "module.")
		bare[name] = tensor
		if parts := publishedLayer.FindStringSubmatch(name); parts != nil {
			layer, _ := strconv.Atoi(parts[1])
			layers = max(layers, layer+1)
		}
	}
	if _, ok := bare["embedding_in.weight"]; ok {
		return config.Config{}, nil, errors.New("the weight embedding_in.weight is one of egnn_clean, an EGNN without velocities whose features leave it through embedding_out: gmnc has the EGNN with velocities of the GMN's authors, imports that alone, and trains one with gmnc train --model egnn")
	}
	c := config.DefaultConfig()
	for _, known := range publishedModels {
		if _, ok := bare[known.mark]; !ok {
			continue
		}
		c.Model = known.model
		if known.width == "" {
			return c, nil, c.Validate()
		}
		width := bare[known.width].Shape
		if len(width) != 2 {
			return c, nil, fmt.Errorf("the weight %s, a matrix, is missing: a published %s has it", known.width, known.model)
		}
		c.Layers, c.Hidden = layers, width[0]
		if c.Clamps() {
			c.Clamp = config.ComponentClamp
		}
		data := publishedDataOf(bare, c.Hidden)
		if data != nil {
			data.describe(&c)
		}
		return c, data, c.Validate()
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		names = append(names, tensors[name].named(name))
	}
	return c, nil, fields.Errorf("these are not the weights of a published model: none of the %d tensors is called gcl_0.edge_mlp.0.weight, gcl_0.phi.0.weight or time; name theirs with {rename}; they are %.300s",
		len(tensors), strings.Join(names, ", "))
}

// fromPublished transposes [out,in] to [in,out].
func fromPublished(p graph.Param, t PublishedTensor) ([]float32, error) {
	want := []int{p.Columns}
	if strings.HasSuffix(p.Name, "/weight") {
		want = []int{p.Columns, p.Rows}
	}
	if !slices.Equal(t.Shape, want) {
		return nil, fmt.Errorf("the weight %s has the shape %v; %v is needed", t.Name, t.Shape, want)
	}
	values := make([]float32, p.Rows*p.Columns)
	for i := range values {
		values[i] = t.Data[i%p.Columns*p.Rows+i/p.Columns]
	}
	return values, nil
}

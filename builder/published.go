package builder

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// PublishedTensor is a weight of the authors' PyTorch implementation:
// row-major, a matrix laid out [out,in].
type PublishedTensor struct {
	Shape []int
	Data  []float32
}

// publishedNetworks gives our name of each network of a published layer.
var publishedNetworks = map[string]string{
	"edge_mlp":        "edge",
	"coord_mlp":       "coordinate",
	"node_mlp":        "node",
	"coord_mlp_vel":   "velocity",
	"coord_mlp_w_vel": "angular_velocity",
	"center_mlp":      "center",
	"f_stick_mlp":     "stick_force",
	"f_hinge_mlp":     "hinge_force",
}

// publishedOptions are options of the published code that no published
// configuration uses, by what betrays them in a name.
var publishedOptions = map[string]string{
	"att_mlp":      "attention",
	"coords_range": "tanh",
}

var publishedLayer = regexp.MustCompile(`^gcl_(\d{1,3})\.(\w+)\.([02])\.(weight|bias)$`)

// OurName translates a published parameter's name, or says why it has no
// counterpart.
func OurName(published string) (string, error) {
	published = strings.TrimPrefix(published, "module.")
	for betrayal, option := range publishedOptions {
		if strings.Contains(published, betrayal) {
			return "", fmt.Errorf("%s belongs to the option %s, which gmnc does not have: train without it", published, option)
		}
	}
	if rest, ok := strings.CutPrefix(published, "embedding."); ok && (rest == "weight" || rest == "bias") {
		return "embedding/" + rest, nil
	}
	parts := publishedLayer.FindStringSubmatch(published)
	if parts == nil || publishedNetworks[parts[2]] == "" {
		return "", fmt.Errorf("%s is no weight of the published GMN", published)
	}
	linear := map[string]string{"0": "linear1", "2": "linear2"}[parts[3]]
	return fmt.Sprintf("layer%s/%s/%s/%s", parts[1], publishedNetworks[parts[2]], linear, parts[4]), nil
}

// FromPublished turns the weights of a published GMN into the configuration
// and the weights of ours. Every weight must be there, with the right
// shape, and nothing else.
func FromPublished(tensors map[string]PublishedTensor) (Config, map[string][]float32, error) {
	config, err := publishedConfig(tensors)
	if err != nil {
		return Config{}, nil, err
	}
	model, err := New(config, false)
	if err != nil {
		return Config{}, nil, err
	}
	ours := map[string]PublishedTensor{}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		translated, err := OurName(name)
		if err != nil {
			return Config{}, nil, err
		}
		ours[translated] = tensors[name]
	}
	weights := map[string][]float32{}
	for _, param := range model.Params {
		tensor, ok := ours[param.Name]
		if !ok {
			return Config{}, nil, fmt.Errorf("the weight %s is missing in a GMN of %d layers", param.Name, config.Layers)
		}
		if weights[param.Name], err = param.fromPublished(tensor); err != nil {
			return Config{}, nil, err
		}
		delete(ours, param.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		return Config{}, nil, fmt.Errorf("the weight %s has no place in a GMN of %d layers", name, config.Layers)
	}
	return config, weights, nil
}

// publishedConfig reads layers and width off the weights themselves.
func publishedConfig(tensors map[string]PublishedTensor) (Config, error) {
	config := DefaultConfig()
	config.Layers, config.Hidden = 0, 0
	for name, tensor := range tensors {
		name = strings.TrimPrefix(name, "module.")
		if name == "embedding.weight" && len(tensor.Shape) == 2 {
			config.Hidden = tensor.Shape[0]
		}
		if parts := publishedLayer.FindStringSubmatch(name); parts != nil {
			layer, _ := strconv.Atoi(parts[1])
			config.Layers = max(config.Layers, layer+1)
		}
	}
	if config.Hidden == 0 || config.Layers == 0 {
		return config, fmt.Errorf("these are not the weights of a published GMN: embedding.weight and gcl_0.edge_mlp.0.weight are needed among the %d tensors", len(tensors))
	}
	return config, config.Validate()
}

// fromPublished transposes [out,in] to [in,out].
func (p Param) fromPublished(t PublishedTensor) ([]float32, error) {
	want := []int{p.Columns, p.Rows}
	if strings.HasSuffix(p.Name, "/bias") {
		want = []int{p.Columns}
	}
	if !slices.Equal(t.Shape, want) {
		return nil, fmt.Errorf("the weight %s has the shape %v; %v is needed", p.Name, t.Shape, want)
	}
	values := make([]float32, p.Rows*p.Columns)
	for i := range values {
		values[i] = t.Data[i%p.Columns*p.Rows+i/p.Columns]
	}
	return values, nil
}

package artifact

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/run/weights"
)

// Import makes a run from the weights of a model that was trained with the published
// implementation. The source is the name of their file, for the run and for errors. The note
// says which values were used for options of the model that its weights do not show.
func Import(source string, file weights.File, o ImportOptions) (trained *run.Run, note string, err error) {
	settings, err := settingsOf(source, file.Metadata, o)
	if err != nil {
		return nil, "", err
	}
	tensors, err := o.renamed(source, file.Tensors)
	if err != nil {
		return nil, "", err
	}
	config, values, err := builder.FromPublished(tensors)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", source, err)
	}
	if note, err = settings.apply(&config, values); err != nil {
		return nil, "", fmt.Errorf("%s: %w", source, err)
	}
	model, err := builder.New(config, false)
	if err != nil {
		return nil, "", err
	}
	trained, err = run.New(run.Config{
		Version: run.Version(), Model: config, Source: filepath.Base(source),
	}, run.WithShapes(model, values))
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", source, err)
	}
	return trained, note, nil
}

// renamed returns the tensors by their published names, after the substitutions of Rename and
// without the names of wrappers.
func (o ImportOptions) renamed(source string, all []weights.Tensor) (map[string]builder.PublishedTensor, error) {
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	tensors := map[string]builder.PublishedTensor{}
	for _, tensor := range all {
		name := tensor.Name
		for _, rule := range rules {
			rule.fits = rule.fits || rule.pattern.MatchString(name)
			name = rule.pattern.ReplaceAllString(name, rule.replacement)
		}
		name = unwrapped(name)
		if other, twice := tensors[name]; twice {
			return nil, fmt.Errorf("%s has the weights of several models: %s and %s are both %s; save the weights of one", source, other.Name, tensor.Name, name)
		}
		tensors[name] = builder.PublishedTensor{Shape: tensor.Shape, Data: tensor.Data, Name: tensor.Name}
	}
	if err := oneSet(source, tensors); err != nil {
		return nil, err
	}
	for i, rule := range rules {
		if !rule.fits {
			return nil, fields.Errorf("{rename} %.80q: no name of a weight in %s fits", o.Rename[i], source)
		}
	}
	return withoutPrefix(tensors), nil
}

// moving matches the names of weights that PyTorch's wrappers store as a moving average.
var moving = regexp.MustCompile(`(?i)^` + weights.AverageNames + `(_\w+)?\.`)

// oneSet returns an error if there are weights besides a moving average of them.
func oneSet(source string, tensors map[string]builder.PublishedTensor) error {
	var average, other string
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		if moving.MatchString(name) {
			average = tensors[name].Name
		} else {
			other = tensors[name].Name
		}
	}
	if average == "" || other == "" {
		return nil
	}
	return fmt.Errorf("%s has two sets of weights, such as %.80s and, of a moving average of them, %.80s: save a state dict with the names of one", source, other, average)
}

// withoutPrefix removes the prefix that the names of all weights share. It finds the prefix by
// a weight that published models have.
func withoutPrefix(tensors map[string]builder.PublishedTensor) map[string]builder.PublishedTensor {
	prefix := ""
	for name := range tensors {
		for _, mark := range []string{"gcl_0.edge_mlp.0.weight", "gcl_0.phi.0.weight"} {
			if before, found := strings.CutSuffix(name, mark); found {
				prefix = before
			}
		}
	}
	bare := map[string]builder.PublishedTensor{}
	for name, tensor := range tensors {
		inside, found := strings.CutPrefix(name, prefix)
		if !found {
			return tensors
		}
		bare[inside] = tensor
	}
	return bare
}

// wrappers lists what PyTorch's wrappers of a model prepend to the names of its weights: a
// LightningModule that names it model, torch.compile, and DataParallel.
var wrappers = []string{"model.", "_orig_mod.", "module."}

// unwrapped returns the name of a weight without the names of wrappers.
func unwrapped(name string) string {
	for {
		inside := name
		for _, wrapper := range wrappers {
			inside = strings.TrimPrefix(inside, wrapper)
		}
		if inside == name {
			return name
		}
		name = inside
	}
}

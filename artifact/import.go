package artifact

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gmnc/builder"
	"gmnc/run"
	"gmnc/run/weights"
)

// refusedOptions are options of the published code that change the model;
// the first two leave no trace in its weights.
var refusedOptions = []string{"norm_diff", "tanh", "attention"}

// Import makes a run from the weights of a model that was trained with the
// published implementation. The source, the name of their file, is for the run
// and for errors.
func Import(source string, file weights.File) (*run.Run, error) {
	if option := refusedOption(file.Metadata); option != "" {
		return nil, fmt.Errorf("%s was trained with the option %s, which gmnc does not have: train without it", source, option)
	}
	tensors := map[string]builder.PublishedTensor{}
	for _, tensor := range file.Tensors {
		name := unwrapped(tensor.Name)
		if _, twice := tensors[name]; twice {
			return nil, fmt.Errorf("%s has the weights of several models: %s is one of two called %s; save that of one", source, tensor.Name, name)
		}
		tensors[name] = builder.PublishedTensor{Shape: tensor.Shape, Data: tensor.Data}
	}
	config, values, err := builder.FromPublished(tensors)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	trained, err := run.New(run.Config{
		Version: run.Version(), Model: config, Source: filepath.Base(source),
	}, run.WithShapes(model, values))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return trained, nil
}

// wrappers are what PyTorch's own wrappers of a model put before the names of
// its weights: a LightningModule that calls it model, torch.compile, and
// DataParallel.
var wrappers = []string{"model.", "_orig_mod.", "module."}

// unwrapped is the name of a weight without any wrapper.
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

// refusedOption finds an option that gmnc does not have and that a file's
// metadata says was on: under its name, as the last part of a key such as
// "args.norm_diff", or anywhere in a value that is itself a JSON object.
func refusedOption(metadata map[string]string) string {
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		option := key[strings.LastIndex(key, ".")+1:]
		if isTrue(metadata[key]) && slices.Contains(refusedOptions, option) {
			return option
		}
		var object map[string]any
		if json.Unmarshal([]byte(metadata[key]), &object) != nil {
			continue
		}
		for _, option := range refusedOptions {
			if used(object, option) {
				return option
			}
		}
	}
	return ""
}

// used reports whether an option is on in an object or in one within.
func used(object map[string]any, option string) bool {
	for key, value := range object {
		inner, _ := value.(map[string]any)
		if key == option && isTrue(fmt.Sprint(value)) || used(inner, option) {
			return true
		}
	}
	return false
}

func isTrue(text string) bool {
	value, err := strconv.ParseBool(strings.ToLower(text))
	return err == nil && value
}

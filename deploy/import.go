package deploy

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gmnc/builder"
	"gmnc/train"
	"gmnc/train/weights"
)

// refusedOptions are options of the published code that change the model
// without a trace in its weights; a file's metadata may tell.
var refusedOptions = []string{"norm_diff", "tanh", "attention"}

// Import turns the weights of a GMN that was trained with the published
// implementation (.safetensors, .pt or .pth) into a run folder.
func Import(path, folder string) (*train.Run, error) {
	file, err := weights.Load(path)
	if err != nil {
		return nil, err
	}
	for _, option := range refusedOptions {
		if used, _ := strconv.ParseBool(strings.ToLower(file.Metadata[option])); used {
			return nil, fmt.Errorf("%s was trained with the option %s, which gmnc does not have: train without it", path, option)
		}
	}
	tensors := map[string]builder.PublishedTensor{}
	for _, tensor := range file.Tensors {
		tensors[tensor.Name] = builder.PublishedTensor{Shape: tensor.Shape, Data: tensor.Data}
	}
	config, values, err := builder.FromPublished(tensors)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	run, err := train.NewRun(train.RunConfig{
		Version: Version(), Model: config, Source: filepath.Base(path),
	}, train.WithShapes(model, values))
	if err != nil {
		return nil, err
	}
	return run, run.Write(folder)
}

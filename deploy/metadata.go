package deploy

import (
	"encoding/json"
	"fmt"
	"strings"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/train"
)

// Keys of an exported file's metadata, besides those of its metrics.
const (
	unitsPrefix   = "units."
	metricsPrefix = "metrics."
	trainingKey   = "training"
	dataKey       = "data.file"
	digestKey     = "data.sha256"
	nodesKey      = "node_features"
	edgesKey      = "edge_features"
	sourceKey     = "source"
	verifiedKey   = "verified"
	topologyKey   = "topology"
)

// metadata is what the file tells its users besides its configuration.
func metadata(run *train.Run, verified *Verified) map[string]string {
	entries := map[string]string{
		unitsPrefix + "position": "those of the training data",
		unitsPrefix + "velocity": "input: those of the training data; output: the displacement of the last layer",
	}
	if layers := run.Model.Layers; layers[len(layers)-1].Velocity == nil {
		entries[unitsPrefix+"velocity"] = "input: those of the training data; output: the displacement of all layers"
	}
	for name, value := range run.Metrics {
		entries[metricsPrefix+name] = value
	}
	if data := run.Config.Data; data != nil {
		entries[dataKey], entries[digestKey] = data.File, data.SHA256
	}
	if options := run.Config.Training; options != nil {
		if text, err := json.Marshal(options); err == nil {
			entries[trainingKey] = string(text)
		}
	}
	for key, names := range map[string][]string{nodesKey: run.Config.Model.NodeFeatures, edgesKey: run.Config.Model.EdgeFeatures} {
		if len(names) > 0 {
			entries[key] = strings.Join(names, ", ")
		}
	}
	if run.Config.Source != "" {
		entries[sourceKey] = run.Config.Source
	}
	if verified != nil {
		entries[verifiedKey] = strings.Join(verified.agreements(), "; ")
	}
	return entries
}

// fromMetadata is the way back: the run's configuration and metrics.
func fromMetadata(file *export.File) (train.RunConfig, map[string]string, error) {
	run := train.RunConfig{Version: file.Version, Source: file.Metadata[sourceKey]}
	var err error
	if run.Model, err = builder.ParseConfig([]byte(file.Config)); err != nil {
		return run, nil, err
	}
	if text, ok := file.Metadata[trainingKey]; ok {
		run.Training = &train.Options{}
		if err := json.Unmarshal([]byte(text), run.Training); err != nil {
			return run, nil, fmt.Errorf("its training options are damaged (%w): export the model again", err)
		}
	}
	if name, ok := file.Metadata[dataKey]; ok {
		run.Data = &train.DataInfo{File: name, SHA256: file.Metadata[digestKey]}
	}
	metrics := map[string]string{}
	for key, value := range file.Metadata {
		if name, ok := strings.CutPrefix(key, metricsPrefix); ok {
			metrics[name] = value
		}
	}
	return run, metrics, nil
}

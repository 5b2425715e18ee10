package deploy

import (
	"cmp"
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
	lengthKey     = "data.length_unit"
	velocityKey   = "data.velocity_unit"
	intervalKey   = "data.interval"
	nodesKey      = "node_features"
	edgesKey      = "edge_features"
	sourceKey     = "source"
	verifiedKey   = "verified"
	topologyKey   = "topology"
)

// metadata is what the file tells its users besides its configuration.
func metadata(run *train.Run, verified *Verified) map[string]string {
	entries := units(run)
	for name, value := range run.Metrics {
		entries[metricsPrefix+name] = value
	}
	if data := run.Config.Data; data != nil {
		entries[dataKey], entries[digestKey] = data.File, data.SHA256
		for key, text := range unitsOf(data) {
			if *text != "" {
				entries[key] = *text
			}
		}
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

// unitsOf are the places of what is known of the data's units.
func unitsOf(data *train.DataInfo) map[string]*string {
	return map[string]*string{lengthKey: &data.LengthUnit, velocityKey: &data.VelocityUnit, intervalKey: &data.Interval}
}

// units says in which units inputs and outputs are.
func units(run *train.Run) map[string]string {
	length, velocity, by := "those of the training data", "those of the training data", "the last layer"
	if data := run.Config.Data; data != nil {
		length, velocity = cmp.Or(data.LengthUnit, length), cmp.Or(data.VelocityUnit, velocity)
	}
	if layers := run.Model.Layers; layers[len(layers)-1].Velocity == nil {
		by = "all layers"
	}
	return map[string]string{
		unitsPrefix + "position": length,
		unitsPrefix + "velocity": fmt.Sprintf("input: %s; output: the displacement of %s, in the unit of positions", velocity, by),
	}
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
		for key, text := range unitsOf(run.Data) {
			*text = file.Metadata[key]
		}
	}
	metrics := map[string]string{}
	for key, value := range file.Metadata {
		if name, ok := strings.CutPrefix(key, metricsPrefix); ok {
			metrics[name] = value
		}
	}
	return run, metrics, nil
}

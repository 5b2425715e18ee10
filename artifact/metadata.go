package artifact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/internal/strictjson"
	"gmnc/run"
	"gmnc/system"
)

// Keys of an exported file's metadata, besides the keys of its metrics.
const (
	unitsPrefix   = export.UnitsPrefix
	metricsPrefix = "metrics."
	trainingKey   = "training"
	dataKey       = "data.file"
	digestKey     = "data.sha256"
	lengthKey     = "data.length_unit"
	velocityKey   = "data.velocity_unit"
	rangesKey     = "data.ranges"
	intervalKey   = "data.interval"
	posedKey      = "data.posed"
	baselineKey   = "data.baseline"
	overlapKey    = "data.overlap"
	nodesKey      = "node_features"
	edgesKey      = "edge_features"
	sourceKey     = "source"

	// ExamplesKey is the place of a few true training inputs.
	ExamplesKey = "data.examples"
	// CertificateKey is the place of a Certificate.
	CertificateKey = "certificate"
	// TopologyKey is the place of a Topology.
	TopologyKey = "topology"
)

// Info is what a file says of a run.
func Info(trained *run.Run) (export.Info, error) {
	config, err := json.Marshal(trained.Config.Model)
	return export.Info{
		Version:  run.Version(),
		Doc:      documented(trained.Model.Config) + " where the particles of constrained systems will be, one prediction interval later",
		Config:   string(config),
		Depth:    trained.Model.Config.Depth,
		Planes:   trained.Model.Config.Planes,
		Metadata: metadata(trained),
	}, err
}

// documented says what predicts.
func documented(config builder.Config) string {
	if config.Runs > 0 {
		return fmt.Sprintf("%s, %d runs: predicts by their mean", config.Model, config.Runs)
	}
	return config.Model + ": predicts"
}

// metadata is what the file says to its users besides its configuration.
func metadata(trained *run.Run) map[string]string {
	entries := Units(trained)
	for name, value := range trained.Metrics {
		entries[metricsPrefix+name] = value
	}
	if data := trained.Config.Data; data != nil {
		entries[dataKey], entries[digestKey] = data.File, data.SHA256
		for key, text := range unitsOf(data) {
			if *text != "" {
				entries[key] = *text
			}
		}
		if text, err := json.Marshal(data.Ranges); err == nil && data.Ranges != nil {
			entries[rangesKey] = string(text)
		}
		if text, err := json.Marshal(data.Examples); err == nil && len(data.Examples) > 0 {
			entries[ExamplesKey] = string(text)
		}
		if data.Posed {
			entries[posedKey] = "true"
		}
		if text, err := json.Marshal(data.Baseline); err == nil && data.Baseline != nil {
			entries[baselineKey] = string(text)
		}
		if data.Overlap != "" {
			entries[overlapKey] = data.Overlap
		}
	}
	if options := trained.Config.Training; options != nil {
		if text, err := json.Marshal(options); err == nil {
			entries[trainingKey] = string(text)
		}
	}
	for key, names := range map[string][]string{nodesKey: trained.Config.Model.NodeFeatures, edgesKey: trained.Config.Model.EdgeFeatures} {
		if len(names) > 0 {
			entries[key] = strings.Join(names, ", ")
		}
	}
	if trained.Config.Source != "" {
		entries[sourceKey] = trained.Config.Source
	}
	return entries
}

// unitsOf are the places of what is known of the data's units.
func unitsOf(data *run.DataInfo) map[string]*string {
	return map[string]*string{lengthKey: &data.LengthUnit, velocityKey: &data.VelocityUnit, intervalKey: &data.Interval}
}

// Units says in which units inputs and outputs are.
func Units(trained *run.Run) map[string]string {
	length, velocity := "the training data's", "the training data's"
	if data := trained.Config.Data; data != nil {
		length, velocity = cmp.Or(data.LengthUnit, length), cmp.Or(data.VelocityUnit, velocity)
	}
	entries := map[string]string{unitsPrefix + "position": length}
	if r := trained.Config.Model.Radius; r != nil {
		entries[unitsPrefix+builder.PositionRadius], entries[unitsPrefix+builder.SystemRadius] = length, length
		if r.Velocity != nil {
			entries[unitsPrefix+builder.VelocityRadius] = velocity
		}
	}
	if trained.Config.Model.Runs > 0 {
		entries[unitsPrefix+builder.PositionSpread] = length
		if trained.Config.Model.TrueVelocity {
			entries[unitsPrefix+builder.VelocitySpread] = velocity
		}
	}
	if len(trained.Model.Layers) > 0 {
		entries[unitsPrefix+"velocity"] = fmt.Sprintf("input: %s; output: %s", velocity, ReturnedVelocity(trained))
	}
	return entries
}

// ReturnedVelocity says which kind of velocity a model returns.
func ReturnedVelocity(trained *run.Run) string {
	config, model := trained.Config, trained.Model
	by := "the last layer"
	switch {
	case config.Model.TrueVelocity && config.Training != nil:
		return fmt.Sprintf("a true velocity, trained against the target's with the weight %g, in the unit of the input's", config.Training.Velocity)
	case config.Model.TrueVelocity:
		return "a true velocity, in the unit of the input's"
	case model == nil:
		return "not known without the model"
	case len(model.Layers) == 0:
		return "none"
	case builder.Describe(config.Model.Model).Scaled:
		return "the velocity after the last step, in the same unit"
	case model.Layers[len(model.Layers)-1].Velocity == nil:
		by = "all layers"
	}
	return fmt.Sprintf("the displacement of %s, in the unit of positions", by)
}

// fromMetadata is the way back: the run's configuration and metrics.
func fromMetadata(file *export.File) (run.Config, map[string]string, error) {
	trained := run.Config{Version: file.Version, Source: file.Metadata[sourceKey]}
	var err error
	if trained.Model, err = builder.ParseConfig([]byte(file.Config)); err != nil {
		return trained, nil, err
	}
	if text, ok := file.Metadata[trainingKey]; ok {
		trained.Training = &run.Options{}
		if err := strictjson.Unmarshal([]byte(text), trained.Training); err != nil {
			return trained, nil, fmt.Errorf("its training options are damaged (%w): export the model again", err)
		}
	}
	if name, ok := file.Metadata[dataKey]; ok {
		trained.Data = &run.DataInfo{File: name, SHA256: file.Metadata[digestKey]}
		for key, text := range unitsOf(trained.Data) {
			*text = file.Metadata[key]
		}
		if text, ok := file.Metadata[rangesKey]; ok {
			trained.Data.Ranges = new(system.Ranges)
			err := strictjson.Unmarshal([]byte(text), trained.Data.Ranges)
			if err == nil {
				err = trained.Data.Ranges.Validate()
			}
			if err != nil {
				return trained, nil, fmt.Errorf("the ranges of its training data are damaged (%w): export the model again", err)
			}
		}
		if text, ok := file.Metadata[ExamplesKey]; ok {
			err := strictjson.Unmarshal([]byte(text), &trained.Data.Examples)
			if err == nil {
				err = system.CheckExamples(trained.Data.Examples)
			}
			if err != nil {
				return trained, nil, fmt.Errorf("the examples of its training data are damaged (%w): export the model again", err)
			}
		}
		trained.Data.Posed, trained.Data.Overlap = file.Metadata[posedKey] == "true", file.Metadata[overlapKey]
		if text, ok := file.Metadata[baselineKey]; ok {
			trained.Data.Baseline = new(run.Baseline)
			if err := strictjson.Unmarshal([]byte(text), trained.Data.Baseline); err != nil {
				return trained, nil, fmt.Errorf("the error of its best baseline is damaged (%w): export the model again", err)
			}
		}
	}
	metrics := map[string]string{}
	for key, value := range file.Metadata {
		if name, ok := strings.CutPrefix(key, metricsPrefix); ok {
			metrics[name] = value
		}
	}
	return trained, metrics, nil
}

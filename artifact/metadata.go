package artifact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/internal/strictjson"
	"gmnc/internal/units"
	"gmnc/run"
	"gmnc/system"
)

// These are the keys of an exported file's metadata, besides the keys of its metrics.
const (
	unitsPrefix   = export.UnitsPrefix
	meaningPrefix = export.MeaningPrefix
	metricsPrefix = "metrics."
	trainingKey   = "training"
	dataKey       = "data.file"
	digestKey     = "data.sha256"
	lengthKey     = "data.length_unit"
	velocityKey   = "data.velocity_unit"
	rangesKey     = "data.ranges"
	intervalKey   = export.IntervalKey
	posedKey      = "data.posed"
	baselineKey   = "data.baseline"
	overlapKey    = "data.overlap"
	nodesKey      = "node_features"
	edgesKey      = "edge_features"
	sourceKey     = "source"

	// ExamplesKey is the key of a few true training inputs.
	ExamplesKey = "data.examples"
	// CertificateKey is the key of a Certificate.
	CertificateKey = "certificate"
	// TopologyKey is the key of a Topology.
	TopologyKey = "topology"
)

// Info returns what a file says about a run.
func Info(trained *run.Run) (export.Info, error) {
	config, err := json.Marshal(trained.Config.Model)
	if err != nil {
		return export.Info{}, err
	}
	entries, err := metadata(trained)
	return export.Info{
		Version:  run.Version(),
		Doc:      documented(trained.Model.Config) + " where the particles of constrained systems will be, one prediction interval later",
		Config:   string(config),
		Depth:    trained.Model.Config.Depth,
		Metadata: entries,
	}, err
}

// documented returns the beginning of a sentence that says what the model predicts.
func documented(config config.Config) string {
	if config.Runs > 0 {
		return fmt.Sprintf("%s, %d runs: predicts by their mean", config.Model, config.Runs)
	}
	return config.Model + ": predicts"
}

// metadata returns what the file says to its users besides its configuration.
func metadata(trained *run.Run) (map[string]string, error) {
	entries, inJSON := Units(trained), map[string]any{}
	maps.Copy(entries, meanings(trained))
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
		if data.Ranges != nil {
			inJSON[rangesKey] = data.Ranges
		}
		if len(data.Examples) > 0 {
			inJSON[ExamplesKey] = data.Examples
		}
		if data.Posed {
			entries[posedKey] = "true"
		}
		if data.Baseline != nil {
			inJSON[baselineKey] = data.Baseline
		}
		if data.Overlap != "" {
			entries[overlapKey] = data.Overlap
		}
	}
	if options := trained.Config.Training; options != nil {
		inJSON[trainingKey] = options
	}
	for key, value := range inJSON {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("the metadata %s: %w", key, err)
		}
		entries[key] = string(text)
	}
	for key, names := range map[string][]string{nodesKey: trained.Config.Model.NodeFeatures, edgesKey: trained.Config.Model.EdgeFeatures} {
		if len(names) > 0 {
			entries[key] = strings.Join(names, ", ")
		}
	}
	if trained.Config.Source != "" {
		entries[sourceKey] = trained.Config.Source
	}
	return entries, nil
}

// unitsOf maps keys to pointers to what is known about the data's units.
func unitsOf(data *run.DataInfo) map[string]*string {
	return map[string]*string{lengthKey: &data.LengthUnit, velocityKey: &data.VelocityUnit, intervalKey: &data.Interval}
}

// Units returns the units of inputs and outputs.
func Units(trained *run.Run) map[string]string {
	length, velocity := "the training data's", "the training data's"
	if data := trained.Config.Data; data != nil {
		length, velocity = cmp.Or(data.LengthUnit, length), cmp.Or(data.VelocityUnit, velocity)
	}
	entries := map[string]string{unitsPrefix + "position": length}
	for _, name := range trained.Config.Model.Fields {
		if unit := unitOfField(system.FieldNamed(name), length, velocity); unit != "" {
			entries[unitsPrefix+name] = unit
		}
	}
	if r := trained.Config.Model.Radius; r != nil {
		entries[unitsPrefix+graph.PositionRadius], entries[unitsPrefix+graph.SystemRadius] = length, length
		if r.Velocity != nil {
			entries[unitsPrefix+graph.VelocityRadius] = velocity
		}
	}
	if trained.Config.Model.Runs > 0 {
		entries[unitsPrefix+graph.PositionSpread] = length
		if trained.Config.Model.TrueVelocity {
			entries[unitsPrefix+graph.VelocitySpread] = velocity
		}
	}
	if len(trained.Model.Layers) > 0 {
		entries[unitsPrefix+system.Velocity.Name] = velocity
		if velocityKindOf(trained) == displacements {
			entries[unitsPrefix+system.PredictedPrefix+system.Velocity.Name] = length
		}
	}
	return entries
}

// unitOfField returns the unit of a field in data with these units of positions and velocities.
// It returns "" for a plain number, and if the unit of time is not known.
func unitOfField(f *system.Field, length, velocity string) string {
	time := units.TimeOf(velocity, length)
	switch {
	case f == nil || f.Turns == system.Planar || f.Unit == (system.Unit{}), f.Unit.Time != 0 && time == "":
		return ""
	case f.Unit == system.Mass.Unit:
		return "" // the unit of masses in the data is not known
	case f.Unit.Mass != 0 && length == "m" && time == "s":
		return f.Unit.SI() + ", with masses in kg"
	}
	return f.Unit.In("(unit of mass)", length, "(unit of charge)", time)
}

// meanings describes the outputs whose meaning depends on the training.
func meanings(trained *run.Run) map[string]string {
	entries := map[string]string{}
	if len(trained.Model.Layers) > 0 {
		entries[meaningPrefix+system.PredictedPrefix+system.Velocity.Name] = predictedVelocity(trained)
	}
	if trained.Config.Model.Jointed() {
		entries[meaningPrefix+system.Tree.Column] = "which body hangs on which. The first particle of a body has the index of the first particle of the body that it hangs on, or -1 if it hangs on the ground or floats. All other particles have -1"
	}
	if r := trained.Config.Model.Radius; r != nil {
		likely := fmt.Sprintf("with a probability of %g, on systems like those that calibrated it", r.Level)
		entries[meaningPrefix+graph.PositionRadius] = "radius around the predicted position within which the true one lies, " + likely
		entries[meaningPrefix+graph.VelocityRadius] = "radius around the predicted velocity within which the true one lies, " + likely
		entries[meaningPrefix+graph.SystemRadius] = "bound on the root mean square error over the system's positions, " + likely
	}
	return entries
}

// velocityKind is the kind of velocity that a model returns.
type velocityKind uint8

const (
	noVelocities velocityKind = iota
	trainedVelocities
	untrainedVelocities // velocities of a law of motion, which were not part of the loss
	displacements
)

func velocityKindOf(trained *run.Run) velocityKind {
	model := trained.Config.Model
	switch {
	case model.TrueVelocity:
		return trainedVelocities
	case trained.Model != nil && len(trained.Model.Layers) == 0:
		return noVelocities
	case config.Describe(model.Model).Scaled:
		return untrainedVelocities
	}
	return displacements
}

// ReturnedVelocity describes the kind of velocity that a model returns, in a few words.
func ReturnedVelocity(trained *run.Run) string {
	switch velocityKindOf(trained) {
	case trainedVelocities:
		return "true velocities"
	case untrainedVelocities:
		return "velocities after the last step, which were not part of the loss"
	case displacements:
		by := "the last layer"
		if model := trained.Model; model != nil && model.Layers[len(model.Layers)-1].Velocity == nil {
			by = "all layers"
		}
		return "displacements by " + by
	}
	return "none"
}

// predictedVelocity describes the returned velocities, and says whether they can be the next
// input.
func predictedVelocity(trained *run.Run) string {
	switch kind := ReturnedVelocity(trained); velocityKindOf(trained) {
	case trainedVelocities:
		return "velocities one prediction interval later, which can be fed back as the next input velocity"
	case untrainedVelocities:
		return kind + ": do not feed them back as the next input velocity"
	default:
		return kind + ", not velocities: do not feed them back as the next input velocity"
	}
}

// fromMetadata is the inverse of metadata: it returns the run's configuration and metrics.
func fromMetadata(file *export.File) (run.Config, map[string]string, error) {
	trained := run.Config{Version: file.Version, Source: file.Metadata[sourceKey]}
	var err error
	if trained.Model, err = config.ParseConfig([]byte(file.Config)); err != nil {
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

package run

import (
	"fmt"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
)

// ModelFor is the model with the inputs that the data set has: charges,
// lists of neighbours, features by name. A model that knows the time of a
// prediction or the length of the data gets those of the training samples.
func ModelFor(config builder.Config, data *datasets.Data) builder.Config {
	config.Sparse, config.NoCharge = data.Sparse(), !data.Charged()
	config.NodeFeatures, config.EdgeFeatures = data.NodeFeatures, data.EdgeFeatures
	if len(data.Train) == 0 {
		return config
	}
	time, length := scales(data)
	scaled := builder.Describe(config.Model).Scaled
	if scaled || config.TrueVelocity {
		config.Time = time
	}
	if scaled {
		config.Length = length
	}
	return config
}

// CheckData reports a data set that lacks an input of the model, or has
// another.
func CheckData(config builder.Config, data *datasets.Data) error {
	if data.Forest() {
		return fmt.Errorf("the data set has trees or rigid bodies, which the model %s does not take", config.Model)
	}
	needed, present := InputsOf(config), InputsOf(ModelFor(config, data))
	if needed == present {
		return nil
	}
	return fmt.Errorf("the model takes %s; the data set has %s", needed, present)
}

// InputsOf says which inputs beside positions, velocities and objects the
// model takes.
func InputsOf(config builder.Config) string {
	inputs := []string{"all neighbours"}
	if config.Sparse {
		inputs[0] = "lists of neighbours"
	}
	if !config.NoCharge {
		inputs = append(inputs, "charges")
	}
	for _, features := range []struct {
		of    string
		names []string
	}{{"particles", config.NodeFeatures}, {"edges", config.EdgeFeatures}} {
		if len(features.names) > 0 {
			inputs = append(inputs, fmt.Sprintf("the features %s of %s", strings.Join(features.names, ", "), features.of))
		}
	}
	return strings.Join(inputs, ", ")
}

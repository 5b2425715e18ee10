package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/internal/plainfile"
	"gmnc/internal/strictjson"
	"gmnc/system"
)

// Config is the content of a run's config.json.
type Config struct {
	Version  string        `json:"gmnc"`
	Model    config.Config `json:"model"`
	Training *Options      `json:"training,omitempty"` // absent for imported weights
	Data     *DataInfo     `json:"data,omitempty"`
	Source   string        `json:"source,omitempty"` // the file that weights were imported from
	// Kernels lists the sets of kernels that the run was trained with, in order. The kernels of
	// different machines round differently.
	Kernels []string `json:"kernels,omitempty"`
}

// DataInfo describes the data that a model was trained on, and their units if these are known.
type DataInfo struct {
	File         string `json:"file"`
	SHA256       string `json:"sha256"`
	LengthUnit   string `json:"length_unit,omitempty"` // of positions
	VelocityUnit string `json:"velocity_unit,omitempty"`
	Interval     string `json:"interval,omitempty"` // from input to target
	// Ranges holds the ranges of the training samples, or nil if they are not known.
	Ranges *system.Ranges `json:"ranges,omitempty"`
	// Joints holds the ranges of the joints in the training samples, or nil if they are not
	// known.
	Joints []system.JointRange `json:"joints,omitempty"`
	// Examples holds a few true training inputs. Posed reports whether realistic systems must
	// be made by perturbing them: frames of trajectories, poses and molecules do not resemble
	// random positions.
	Examples []system.Example `json:"examples,omitempty"`
	Posed    bool             `json:"posed,omitempty"`
	// Baseline is the best baseline on the validation samples, or nil if it is not known.
	// Overlap says how many validation samples begin within a span of a training sample. It is
	// empty if there are few.
	Baseline *Baseline `json:"baseline,omitempty"`
	Overlap  string    `json:"overlap,omitempty"`
}

// Describe records the ranges, those of joints, and the examples of the training samples of a data set.
func (d *DataInfo) Describe(data *datasets.Data) {
	d.Ranges, d.Examples = system.MeasureRanges(data.Train, data.Columns), system.Examples(data.Train)
	d.Joints = checks.JointRanges(data.Train, data.About.ParticleNames())
	d.Posed = slices.ContainsFunc(data.Train, posed)
}

// posed reports whether a sample is a frame of a trajectory, or has bonds, neighbors or
// features of particles.
func posed(s system.Sample) bool {
	return s.Trajectory != nil || s.Bonds != nil || s.Neighbors != nil || s.NodeFeatures != nil
}

// About returns the units in the form that a data set states them.
func (d *DataInfo) About() datasets.About {
	return datasets.About{LengthUnit: d.LengthUnit, VelocityUnit: d.VelocityUnit, Interval: d.Interval}
}

// DescribeData describes a data file and identifies it by its content. The argument data is
// what was read from it.
func DescribeData(path string, data *datasets.Data) (*DataInfo, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	defer file.Close()
	return DescribeContent(path, file, data)
}

// DescribeContent is like DescribeData but reads the content of the file from a reader.
func DescribeContent(path string, content io.Reader, data *datasets.Data) (*DataInfo, error) {
	digest := sha256.New()
	if _, err := io.Copy(digest, content); err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	info := &DataInfo{
		File: filepath.Base(path), SHA256: hex.EncodeToString(digest.Sum(nil)),
		LengthUnit: data.About.LengthUnit, VelocityUnit: data.About.VelocityUnit, Interval: data.About.Interval,
	}
	info.Describe(data)
	info.describeValidation(data)
	return info, nil
}

// WriteConfig replaces the configuration in a run's store.
func WriteConfig(store Store, config Config) error {
	text, err := json.MarshalIndent(config, "", "  ")
	if err != nil {
		return err
	}
	return store.Write(configName, append(inLine(text), '\n'))
}

// inLine puts each list of numbers in an indented JSON text on a line of its own.
func inLine(text []byte) []byte {
	return numbers.ReplaceAllFunc(text, func(list []byte) []byte {
		return bytes.Join(bytes.Fields(list), nil)
	})
}

// numbers matches lists of numbers that begin with a line of their own. No string contains such
// a line.
var numbers = regexp.MustCompile(`\[\n[-+.0-9eE,\s]+\]`)

// parseConfig parses a stored configuration. Some builds leave out values that others state.
func parseConfig(text []byte) (Config, error) {
	config := Config{Model: config.Unstated()}
	err := strictjson.Unmarshal(text, &config)
	config.Model = config.Model.Stated()
	return config, err
}

// ReadConfig reads a run's configuration.
func ReadConfig(store Store) (Config, error) {
	path := in(store, configName)
	text, err := store.Read(configName)
	if err != nil {
		return Config{}, notRun(store, err)
	}
	config, err := parseConfig(text)
	if err != nil {
		return Config{}, fmt.Errorf("%s is not a run's configuration: %w", path, err)
	}
	if config.Version == "" {
		return Config{}, fmt.Errorf("%s is not a run's configuration: it does not say which version of gmnc wrote it", path)
	}
	if err := config.Model.Check(); err != nil {
		return Config{}, fmt.Errorf("%s: %w", path, err)
	}
	if config.Data != nil && config.Data.Ranges != nil {
		if err := config.Data.Ranges.Validate(); err != nil {
			return Config{}, fmt.Errorf("%s: the ranges of its training data are damaged: %w", path, err)
		}
	}
	if config.Data != nil {
		for _, joint := range config.Data.Joints {
			if err := joint.Validate(); err != nil {
				return Config{}, fmt.Errorf("%s: the ranges of joints in its training data are damaged: %w", path, err)
			}
		}
		if err := system.CheckExamples(config.Data.Examples); err != nil {
			return Config{}, fmt.Errorf("%s: the examples of its training data are damaged: %w", path, err)
		}
	}
	return config, nil
}

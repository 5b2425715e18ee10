package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// CheckInputs returns an error if a sample lacks the charges that the model takes, or has
// charges or fields that act on its particles and that the model does not read because the data
// it was trained on lack them. A field that the model reads with none of its data is no error:
// FieldNotes names such fields.
func CheckInputs(config config.Config, samples []system.Sample) error {
	for i := range samples {
		if err := checkInputs(config, &samples[i]); err != nil {
			return system.SampleError(i, func(i int) error { return fmt.Errorf("sample %d %w", i, err) })
		}
	}
	return nil
}

func checkInputs(config config.Config, s *system.Sample) error {
	switch charged := s.Charge != nil; {
	case s.Particles() == 0:
		return errors.New("has no particles, expected one or more")
	case charged && config.NoCharge:
		return errors.New("has charges, and the model was trained on data without any: leave them out, or train on data that have them")
	case !charged && !config.NoCharge:
		return errors.New("has no charges, which the model takes: give one for each particle, or train on data without charges")
	}
	read := func(v system.Values) bool { return !v.Field.Optional() || slices.Contains(config.Fields, v.Field.Name) }
	if !slices.ContainsFunc(s.Given, func(v system.Values) bool { return !read(v) }) {
		return nil
	}
	return checkSurplus(config, &datasets.Data{Train: []system.Sample{*s}})
}

// checkSurplus returns an error that names the fields that the data have and the model does not
// read, but would read if it were trained on them.
func checkSurplus(config config.Config, data *datasets.Data) error {
	var surplus []string
	for _, name := range withFields(config, data).Fields {
		if !slices.Contains(config.Fields, name) {
			surplus = append(surplus, fmt.Sprintf("%s (%s)", name, system.FieldNamed(name).Doc))
		}
	}
	if surplus == nil {
		return nil
	}
	return fmt.Errorf("has %s, and the model was trained on data without: leave that out, or train on data that have it", strings.Join(surplus, ", "))
}

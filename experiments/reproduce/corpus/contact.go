package corpus

import (
	"context"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/npz"
)

// Contact is the kind of data sets of bodies that hit a plane, from recordings or from other
// programs.
const Contact = "contact"

// prepareContact makes the data set of recordings.
func prepareContact(_ context.Context, d DataSet) (*datasets.Data, error) {
	options := arrays.Options{Interval: 1, LengthUnit: "m", TimeUnit: "s"}
	if d.System == Tosses {
		options.LengthUnit = "half_width"
	}
	err := npz.Open(d.File, func(a *npz.Archive) error {
		if a.Has("corner_of_box") {
			options.Ignore = []string{"corner_of_box"} // these bodies have corners as particles
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	data, _, err := arrays.Prepare(d.File, options)
	return data, err
}

// These are the recordings of contact.
const (
	Tosses = "tosses"
	Drop   = "drop"
)

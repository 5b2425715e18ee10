package corpus

import (
	"context"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/npz"
)

// Contact is the kind of data sets of bodies that hit a plane: recordings, or what
// other programs made.
const Contact = "contact"

// prepareContact makes the data set of recordings.
func prepareContact(_ context.Context, d DataSet) (*datasets.Data, error) {
	options := arrays.Options{Interval: 1, LengthUnit: "m", TimeUnit: "s"}
	if d.System == Tosses {
		options.LengthUnit = "half_width"
	}
	err := npz.Open(d.File, func(a *npz.Archive) error {
		if a.Has("corner_of_box") {
			options.Ignore = []string{"corner_of_box"} // as bodies are
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	data, _, err := arrays.Prepare(d.File, options)
	return data, err
}

// The recordings of contact.
const (
	Tosses = "tosses"
	Drop   = "drop"
)

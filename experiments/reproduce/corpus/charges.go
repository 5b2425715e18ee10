package corpus

import (
	"context"
	"fmt"

	"gmnc/datasets"
)

// These are kinds of data sets of later papers: five charges by Satorras et al. (ICML 2021),
// and running by CMU's subject 9. The trials and starts of the latter are those that Han et al.
// (NeurIPS 2022) published.
const (
	FiveCharges = "charged5"
	Running     = "cmu_09_run"
)

// JointName returns the name of the feature that marks a joint of a skeleton.
func JointName(i int) string { return fmt.Sprintf("joint%02d", i) }

// arraysNamed returns the names of the file of a data set's arrays.
func arraysNamed(name string) []string { return []string{name + ".npz"} }

// chargesExtent returns the extent of five charges.
func chargesExtent(DataSet) (particles, neighbors int) { return 5, 4 }

// readCharges reads the five charges, which already are a data set.
func readCharges(_ context.Context, d DataSet) (*datasets.Data, error) { return datasets.Read(d.File) }

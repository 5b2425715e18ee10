package corpus

import (
	"context"
	"fmt"

	"gmnc/datasets"
)

// Kinds of data sets of later papers: five charges of Satorras et al. (ICML 2021), and
// running of CMU's subject 9 by the trials and starts that Han et al. (NeurIPS 2022)
// published.
const (
	FiveCharges = "charged5"
	Running     = "cmu_09_run"
)

// JointName is the name of the feature that says which of a skeleton's joints a particle is.
func JointName(i int) string { return fmt.Sprintf("joint%02d", i) }

// arraysNamed are the names under which the arrays of a data set are.
func arraysNamed(name string) []string { return []string{name + ".npz"} }

// chargesExtent is the extent of five charges.
func chargesExtent(DataSet) (particles, neighbours int) { return 5, 4 }

// readCharges reads the five charges, which are a data set already.
func readCharges(_ context.Context, d DataSet) (*datasets.Data, error) { return datasets.Read(d.File) }

// Package golden reads the numbers of the published implementation, with which tests compare
// our models.
package golden

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// models lists prefixes of the names of cases with the models to which they belong.
var models = []struct{ prefix, model string }{
	{"gmn_learnable", "gmn-l"},
	{"gmn", "gmn"},
	{"egnn_vel", "egnn"},
	{"rf_vel", "rf"},
	{"gnn", "gnn"},
	{"linear_dynamics", "linear"},
}

// Case is a model with a batch of systems and all numbers that the published implementation
// computes for it, in float64.
type Case struct {
	Name    string
	Samples []system.Sample
	file    *npz.Reader
	t       testing.TB
}

// brief holds parts of the names of the cases that -short runs: two layers of width 8, or
// (1,2,0), the smallest system.
var brief = []string{"_2x8_", "_120_"}

// Run runs the test as a subtest for every case: for the small ones in the project's
// testdata/published, and below "full size" for those of the published width and depth in
// GMNC_GOLDEN. With -short it runs only some of both.
func Run(t *testing.T, test func(t *testing.T, c *Case)) {
	RunSmall(t, test)
	t.Run("full size", func(t *testing.T) { RunFullSize(t, test) })
}

// RunSmall runs the test for the cases that are part of the project.
func RunSmall(t *testing.T, test func(t *testing.T, c *Case)) { runAll(t, committed(t), test) }

// RunFullSize runs the test for the cases of the published width and depth.
func RunFullSize(t *testing.T, test func(t *testing.T, c *Case)) {
	runAll(t, casesIn(t, testenv.Golden(t)), test)
}

// committed returns the files of the cases that are part of the project.
func committed(t *testing.T) []string {
	return casesIn(t, filepath.Join(testenv.Root(), "testdata", "published"))
}

func casesIn(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*"+extension))
	require.NoError(t, err)
	require.NotEmpty(t, paths, "no golden cases in %s", folder)
	return paths
}

func runAll(t *testing.T, paths []string, test func(t *testing.T, c *Case)) {
	for _, path := range paths {
		name := caseName(path)
		require.Contains(t, config.Models(), modelOf(name), name)
		inName := func(part string) bool { return strings.Contains(name, part) }
		if testing.Short() && !slices.ContainsFunc(brief, inName) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, path))
		})
	}
}

// extension ends the names of cases' files.
const extension = ".f64.npz"

func caseName(path string) string { return strings.TrimSuffix(filepath.Base(path), extension) }

// open opens a case's file.
func open(t *testing.T, path string) *Case {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	file, err := npz.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	c := &Case{Name: caseName(path), file: file, t: t}
	c.Samples = c.samples()
	return c
}

func modelOf(name string) string {
	for _, known := range models {
		if strings.HasPrefix(name, known.prefix) {
			return known.model
		}
	}
	return ""
}

// suffix ends the names of arrays in npz files.
const suffix = ".npy"

// Has reports whether the case has an array of that name.
func (c *Case) Has(key string) bool { return c.file.Header(key+suffix) != nil }

func (c *Case) read(key string, into any) {
	c.t.Helper()
	require.NoError(c.t, c.file.Read(key+suffix, into), key)
}

// Keys returns the names of arrays that start with prefix, without the prefix.
func (c *Case) Keys(prefix string) []string {
	var keys []string
	for _, key := range c.file.Keys() {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			keys = append(keys, strings.TrimSuffix(rest, suffix))
		}
	}
	return keys
}

// Shape returns the shape of an array.
func (c *Case) Shape(key string) []int { return c.file.Header(key + suffix).Descr.Shape }

// Float reads an array of float64.
func (c *Case) Float(key string) []float64 {
	c.t.Helper()
	var values []float64
	c.read(key, &values)
	return values
}

// Velocity returns the published velocity, or the displacement if the model has no velocity.
func (c *Case) Velocity() []float64 {
	c.t.Helper()
	if c.Has("out/v") {
		return c.Float("out/v")
	}
	displacement := c.Float("out/x")
	for i, start := range c.Float("in/loc") {
		displacement[i] -= start
	}
	return displacement
}

// Int reads an array of int64. An array that does not exist is empty.
func (c *Case) Int(key string) []int64 {
	c.t.Helper()
	if !c.Has(key) {
		return nil
	}
	var values []int64
	c.read(key, &values)
	return values
}

// Weights returns the configuration of the case and its weights, by our names and in our
// layout.
func (c *Case) Weights() (config.Config, map[string][]float32) {
	return c.weights("sd/")
}

// WeightsAfter returns the weights after 1 or 10 steps of Adam.
func (c *Case) WeightsAfter(steps int) map[string][]float32 {
	_, weights := c.weights(fmt.Sprintf("adam%d/", steps))
	return weights
}

func (c *Case) weights(prefix string) (config.Config, map[string][]float32) {
	c.t.Helper()
	config, weights, err := builder.FromPublished(c.published(prefix))
	require.NoError(c.t, err)
	return config, weights
}

// Published returns the case's weights by the published names.
func (c *Case) Published() map[string]builder.PublishedTensor { return c.published("sd/") }

func (c *Case) published(prefix string) map[string]builder.PublishedTensor {
	c.t.Helper()
	tensors := map[string]builder.PublishedTensor{}
	for _, name := range c.Keys(prefix) {
		tensor := builder.PublishedTensor{Shape: c.Shape(prefix + name)}
		if prefix == "sd/" {
			c.read(prefix+name, &tensor.Data)
		} else {
			for _, value := range c.Float(prefix + name) {
				tensor.Data = append(tensor.Data, float32(value))
			}
		}
		tensors[name] = tensor
	}
	return tensors
}

// Gradients returns the gradients of the loss by our names, transposed to our layout, in
// float64.
func (c *Case) Gradients() map[string][]float64 {
	c.t.Helper()
	gradients := map[string][]float64{}
	for _, name := range c.Keys("grad/") {
		ours, err := builder.OurName(name)
		require.NoError(c.t, err)
		shape, values := c.Shape("grad/"+name), c.Float("grad/"+name)
		if len(shape) == 2 {
			values = transpose(values, shape[0], shape[1])
		}
		gradients[ours] = values
	}
	return gradients
}

func transpose(values []float64, rows, columns int) []float64 {
	turned := make([]float64, len(values))
	for i, value := range values {
		turned[i%columns*rows+i/columns] = value
	}
	return turned
}

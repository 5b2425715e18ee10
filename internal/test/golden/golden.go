// Package golden reads the published implementation's own numbers, against
// which tests hold our models.
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
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// models has, by the start of a case's name, the model that it belongs to.
var models = []struct{ prefix, model string }{
	{"gmn_learnable", "gmn-l"},
	{"gmn", "gmn"},
	{"egnn_vel", "egnn"},
	{"rf_vel", "rf"},
	{"gnn", "gnn"},
	{"linear_dynamics", "linear"},
}

// Case is one case: a model, a batch of systems and every number that the
// published implementation computes on it, in float64.
type Case struct {
	Name    string
	Samples []system.Sample
	file    *npz.Reader
	t       testing.TB
}

// brief is the part of a case's name that says two layers of width 8, or
// (1,2,0), the smallest system there is: what -short runs.
var brief = []string{"_2x8_", "_120_"}

// Run runs the test as a subtest for every case: the small ones that the
// project holds itself, in testdata/published, and below "full size" those of
// the published width and depth, where GMNC_GOLDEN has them. With -short only
// some of both run.
func Run(t *testing.T, test func(t *testing.T, c *Case)) {
	RunSmall(t, test)
	t.Run("full size", func(t *testing.T) { RunFullSize(t, test) })
}

// RunSmall runs the test for the cases that the project holds itself.
func RunSmall(t *testing.T, test func(t *testing.T, c *Case)) { runAll(t, committed(t), test) }

// RunFullSize runs the test for the cases of the published width and depth.
func RunFullSize(t *testing.T, test func(t *testing.T, c *Case)) {
	runAll(t, casesIn(t, testenv.Golden(t)), test)
}

// committed are the files of the cases that the project holds itself.
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
		require.Contains(t, builder.Models(), modelOf(name), name)
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

// extension is how the names of cases' files end.
const extension = ".f64.npz"

func caseName(path string) string { return strings.TrimSuffix(filepath.Base(path), extension) }

// open reads a case's file.
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

// suffix is what npz adds to an array's name.
const suffix = ".npy"

// Has reports whether the case has an array of that name.
func (c *Case) Has(key string) bool { return c.file.Header(key+suffix) != nil }

func (c *Case) read(key string, into any) {
	c.t.Helper()
	require.NoError(c.t, c.file.Read(key+suffix, into), key)
}

// Keys are the names of arrays that start with prefix, without it.
func (c *Case) Keys(prefix string) []string {
	var keys []string
	for _, key := range c.file.Keys() {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			keys = append(keys, strings.TrimSuffix(rest, suffix))
		}
	}
	return keys
}

// Shape is the shape of an array.
func (c *Case) Shape(key string) []int { return c.file.Header(key + suffix).Descr.Shape }

// Float reads an array of float64.
func (c *Case) Float(key string) []float64 {
	c.t.Helper()
	var values []float64
	c.read(key, &values)
	return values
}

// Velocity is the published velocity, or the displacement where the model
// has no velocity.
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

// Int reads an array of int64; an absent one is empty.
func (c *Case) Int(key string) []int64 {
	c.t.Helper()
	if !c.Has(key) {
		return nil
	}
	var values []int64
	c.read(key, &values)
	return values
}

// Weights are our names and layout of the case's weights, and the
// configuration they belong to.
func (c *Case) Weights() (builder.Config, map[string][]float32) {
	return c.weights("sd/")
}

// WeightsAfter are the weights after 1 or 10 steps of Adam.
func (c *Case) WeightsAfter(steps int) map[string][]float32 {
	_, weights := c.weights(fmt.Sprintf("adam%d/", steps))
	return weights
}

func (c *Case) weights(prefix string) (builder.Config, map[string][]float32) {
	c.t.Helper()
	config, weights, err := builder.FromPublished(c.published(prefix))
	require.NoError(c.t, err)
	return config, weights
}

// Published are the case's weights by the published names.
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

// Gradients are the gradients of the loss by our names, transposed to our
// layout, in float64.
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

// samples rebuilds the systems from the batch.
func (c *Case) samples() []system.Sample {
	loc, vel, end := c.Float("in/loc"), c.Float("in/vel"), c.Float("in/loc_end")
	charge := c.Float("in/charges")
	batch, particles := c.scalar("in/B"), c.scalar("in/N")
	samples := make([]system.Sample, batch)
	for i := range samples {
		rows := func(values []float64, width int) []float32 {
			part := make([]float32, particles*width)
			for k := range part {
				part[k] = float32(values[i*particles*width+k])
			}
			return part
		}
		samples[i] = system.Sample{
			Position: rows(loc, 3), Velocity: rows(vel, 3), TargetPosition: rows(end, 3), Charge: rows(charge, 1),
		}
	}
	member := func(row int64) int { return int(row) % particles }
	sticks := c.Int("in/cfg_Stick")
	for i := 0; i < len(sticks); i += 2 {
		owner := &samples[int(sticks[i])/particles]
		owner.Objects = append(owner.Objects, system.Stick.Of(member(sticks[i]), member(sticks[i+1])))
	}
	hinges := c.Int("in/cfg_Hinge")
	for i := 0; i < len(hinges); i += 3 {
		owner := &samples[int(hinges[i])/particles]
		owner.Objects = append(owner.Objects, system.Hinge.Of(member(hinges[i]), member(hinges[i+1]), member(hinges[i+2])))
	}
	return samples
}

// scalar reads an array without axes.
func (c *Case) scalar(key string) int {
	c.t.Helper()
	var value int64
	c.read(key, &value)
	return int(value)
}

// Batch is Inputs as engines take them, in float32.
func (c *Case) Batch() runtime.Batch {
	narrow := runtime.Batch{Inputs: map[string]runtime.Tensor{}}
	for name, value := range c.Inputs() {
		narrow.Inputs[name] = runtime.Narrow(value)
	}
	for _, sample := range c.Samples {
		narrow.Systems = append(narrow.Systems, runtime.System{Particles: sample.Particles(), Neighbors: sample.Slots()})
	}
	return narrow
}

// Inputs are the batch in float64, by the names of a model's inputs and of
// a training objective's.
func (c *Case) Inputs() map[string]ir.Tensor {
	batch := system.NewBatch(c.Samples)
	rows := batch.Particles
	float := func(key string, width int) ir.Tensor {
		return ir.Tensor{Shape: []int{rows, width}, Float: c.Float(key)}
	}
	index := func(values []int64) ir.Tensor { return ir.Tensor{Shape: []int{len(values)}, Index: values} }
	inputs := map[string]ir.Tensor{
		"position": float("in/loc", 3), "velocity": float("in/vel", 3), "charge": float("in/charges", 1),
		"partner": index(batch.Partner), "first": index(batch.First), "second": index(batch.Second),
		"joint": index(batch.Joint), "senders": index(batch.Senders),
		"target":     float("in/loc_end", 3),
		"normalizer": {Shape: []int{1, 1}, Float: []float64{1 / float64(3*rows)}},
	}
	columns := map[string][]float32{system.EdgeTypeInput: batch.EdgeTypes}
	for _, kind := range system.ListedKinds() {
		columns[kind.Mask()] = batch.Masks[kind.Number()]
	}
	for name, column := range columns {
		inputs[name] = runtime.Widen(runtime.Floats(column, rows, 1))
	}
	return inputs
}

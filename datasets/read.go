package datasets

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unsafe"

	"gmnc/datasets/npz"
)

// Names of arrays. Every split needs the required ones; each other one
// stands for all samples of the file under its name, or for one split under
// "train_" and so on and its name, with an axis of samples before the rest.
// The array "particles" lists the isolated particles, which follow from
// sticks and hinges; it is not read.
var (
	requiredArrays = []string{"x0", "v0", "xT"}
	optionalArrays = []string{"vT", "charge", "sticks", "hinges", "bonds", "neighbors"}
	ignoredArray   = "particles"

	// splitArrayNames are those that never stand for all samples.
	splitArrayNames = append([]string{"vT", "case", "start", ignoredArray}, requiredArrays...)
)

// Prefixes of the names of features.
const (
	nodePrefix = "node_"
	edgePrefix = "edge_"
)

// Read reads a data set from a .npz file. For s samples of n particles its
// arrays are
//
//	x0, v0, xT  [s, n, 3]     position, velocity and target position
//	vT          [s, n, 3]     target velocity
//	charge      [s, n, 1]
//	sticks      [s, any, 2]   the ends
//	hinges      [s, any, 3]   the joint, then the ends
//	bonds       [s, any, 2]   what sticks and hinges are chosen among
//	neighbors   [s, n, K]     indices, -1 in slots left over
//	node_NAME   [s, n]        a feature of particles
//	edge_NAME   [s, n, K]     a feature of edges, in the slots of neighbors
//
// with the split before the name: train_x0. Only x0, v0 and xT must be
// there; without neighbors everybody is everybody's neighbour. charge and
// those below may be the same for all samples of the file: then their key
// has no split and their shape no s. Floats are float32 or float64, indices
// int32 or int64. The texts length_unit, velocity_unit, interval, source and
// licence describe the data; {split}_case and {split}_start are an Origin.
//
// Every number must be finite, every index in range, no particle in two
// objects, its own neighbour or a neighbour twice. An error names the file,
// the key, the sample and the value.
//
// Reading a file of b bytes allocates at most 16 b plus 16 MB, whatever it
// contains.
func Read(path string) (*Data, error) {
	data := new(Data)
	return data, npz.Open(path, data.read)
}

func readData(path string, file io.ReaderAt, size int64) (*Data, error) {
	archive, err := npz.New(path, file, size)
	if err != nil {
		return nil, err
	}
	data := new(Data)
	return data, data.read(archive)
}

func (d *Data) read(a *npz.Archive) (err error) {
	if err := checkKeys(a); err != nil {
		return err
	}
	d.NodeFeatures, d.EdgeFeatures = featureNames(a.Keys, nodePrefix), featureNames(a.Keys, edgePrefix)
	shared := map[string]any{}
	for _, name := range splitNames {
		r := &splitReader{Archive: a, split: name, data: d, shared: shared, samples: -1, particles: -1}
		if *d.split(name), err = r.read(); err != nil {
			return err
		}
	}
	for _, about := range d.About.texts() {
		if a.Has(about.key) {
			if *about.text, err = a.Text(about.key); err != nil {
				return err
			}
		}
	}
	return d.check(place{path: a.Path, shared: a.Has})
}

func checkKeys(a *npz.Archive) error {
	for _, key := range a.Keys {
		split, name := cutSplit(key)
		if !isSharable(name) && !isText(key) && (split == "" || !slices.Contains(splitArrayNames, name)) {
			return fmt.Errorf("%s holds the unknown key %.40q: known are {%s}_{%s}", a.Path, key, strings.Join(splitNames, ","),
				strings.Join(slices.Concat(requiredArrays, optionalArrays, []string{nodePrefix + "NAME", edgePrefix + "NAME"}), ","))
		}
		if split != "" && a.Has(name) {
			return a.Errorf(key, "is there and %s, too: expected one array for all samples or one for each split", name)
		}
	}
	return nil
}

func isText(key string) bool {
	return slices.ContainsFunc(new(About).texts(), func(text aboutText) bool { return text.key == key })
}

// isSharable tells whether an array of this name may be the same for all
// samples.
func isSharable(name string) bool {
	return name != "vT" && slices.Contains(optionalArrays, name) ||
		len(name) > len(nodePrefix) && (strings.HasPrefix(name, nodePrefix) || strings.HasPrefix(name, edgePrefix))
}

// cutSplit takes a key apart; split is empty in the key of a shared array.
func cutSplit(key string) (split, name string) {
	split, name, _ = strings.Cut(key, "_")
	if slices.Contains(splitNames, split) {
		return split, name
	}
	return "", key
}

// featureNames are the features that the keys are of, sorted; nil for none.
func featureNames(keys []string, prefix string) []string {
	var names []string
	for _, key := range keys {
		_, name := cutSplit(key)
		if feature, ok := strings.CutPrefix(name, prefix); ok {
			names = append(names, feature)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// splitReader reads the arrays of one split; the first fixes the numbers of
// samples and particles, and the first error ends it.
type splitReader struct {
	*npz.Archive
	split              string
	data               *Data
	shared             map[string]any // what all splits share, once read
	samples, particles int            // -1 until known
	err                error
}

func (r *splitReader) read() ([]Sample, error) {
	if present, err := r.present(); !present {
		return nil, err
	}
	position := r.vectors("x0")
	velocity := r.vectors("v0")
	targetPosition := r.vectors("xT")
	targetVelocity := r.vectors("vT")
	particles := npz.Axis{Name: "particles", Size: r.particles}
	charge := r.floats("charge", particles, npz.Axis{Name: "charge", Size: 1})
	sticks := indexed(r, "sticks", r.ints("sticks", npz.Axis{Name: "sticks", Size: -1}, npz.Axis{Name: "ends", Size: 2}), pairsOf)
	hinges := indexed(r, "hinges", r.ints("hinges", npz.Axis{Name: "hinges", Size: -1}, npz.Axis{Name: "members", Size: 3}), triplesOf)
	bonds := indexed(r, "bonds", r.ints("bonds", npz.Axis{Name: "bonds", Size: -1}, npz.Axis{Name: "ends", Size: 2}), pairsOf)
	neighbors := r.ints("neighbors", particles, npz.Axis{Name: "neighbors", Size: -1})
	nodes := r.features(nodePrefix, r.data.NodeFeatures, particles)
	edges := r.edgeFeatures(neighbors)
	r.readOrigin()
	if r.err != nil || r.samples == 0 {
		return nil, r.err
	}
	if err := r.Take(r.split+"_x0", r.samples, int64(unsafe.Sizeof(Sample{}))); err != nil {
		return nil, err
	}
	samples := make([]Sample, r.samples)
	for i := range samples {
		samples[i] = Sample{
			Position:       part(position, i, r.samples),
			Velocity:       part(velocity, i, r.samples),
			TargetPosition: part(targetPosition, i, r.samples),
			TargetVelocity: part(targetVelocity, i, r.samples),
			Charge:         charge.of(i, r.samples),
			Sticks:         sticks.of(i, r.samples),
			Hinges:         hinges.of(i, r.samples),
			Bonds:          bonds.of(i, r.samples),
			Neighbors:      neighbors.of(i, r.samples),
			NodeFeatures:   nodes.of(i, r.samples),
			EdgeFeatures:   edges.of(i, r.samples),
		}
		if neighbors.present && samples[i].Neighbors == nil {
			samples[i].Neighbors = []int64{} // nobody has a neighbour
		}
	}
	return samples, nil
}

// present tells whether the split is in the file; in part is an error.
func (r *splitReader) present() (bool, error) {
	found := slices.IndexFunc(r.Keys, func(key string) bool {
		split, name := cutSplit(key)
		return split == r.split && name != ignoredArray
	})
	if found < 0 {
		return false, nil
	}
	for _, name := range requiredArrays {
		if key := r.split + "_" + name; !r.Has(key) {
			return false, r.Errorf(key, "is missing, though %s is there: a split needs %s", r.Keys[found], strings.Join(requiredArrays, ", "))
		}
	}
	return true, nil
}

// vectors reads three numbers for each particle of each sample; nil where
// the array is absent.
func (r *splitReader) vectors(name string) []float32 {
	key := r.split + "_" + name
	if r.err != nil || !r.Has(key) {
		return nil
	}
	values, shape, err := r.Floats(key, npz.Axis{Name: "samples", Size: r.samples}, npz.Axis{Name: "particles", Size: r.particles}, npz.Axis{Name: "axes", Size: 3})
	if err == nil && shape[0] > 0 && shape[1] == 0 {
		err = r.Errorf(key, "has shape %v, expected one particle or more", shape)
	}
	if r.err = err; err != nil {
		return nil
	}
	r.samples, r.particles = shape[0], shape[1]
	return values
}

// readOrigin reads where the samples come from.
func (r *splitReader) readOrigin() {
	var origin Origin
	caseKey, startKey := r.split+"_case", r.split+"_start"
	if r.err != nil || !r.Has(startKey) {
		return
	}
	starts := []npz.Axis{{Name: "starts", Size: -1}}
	if r.Has(caseKey) {
		if origin.Cases, r.err = r.Ints(caseKey, npz.Axis{Name: "cases", Size: -1}); r.err != nil {
			return
		}
		starts = append([]npz.Axis{{Name: "cases", Size: len(origin.Cases)}}, starts...)
	}
	if origin.Starts, r.err = r.Ints(startKey, starts...); r.err == nil {
		if r.data.Origins == nil {
			r.data.Origins = map[string]Origin{}
		}
		r.data.Origins[r.split] = origin
	}
}

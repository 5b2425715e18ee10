package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// These are the names of arrays. Every split needs the required ones. Any other array is either
// one for all samples of the file, under its own name, or one for each split. Then its key
// begins with "train_" and so on, and its first axis is the samples. The array "particles"
// lists the isolated particles, which follow from the sticks and hinges. It is not read.
var (
	requiredArrays = []string{"x0", "v0", "xT"}
	ignoredArray   = "particles"

	// splitArrayNames are the names of the arrays that are never shared by all samples.
	splitArrayNames = append([]string{sizesArray, "vT", "positions", "velocities", "forces", "energy", "case", "start", "span", ignoredArray}, requiredArrays...)
)

// Read reads a data set from a .npz file. For s samples of n particles its arrays are
//
//	x0, v0, xT  [s, n, 3]     position, velocity and target position
//	vT          [s, n, 3]     target velocity
//	positions, velocities  [s, frames, n, 3]   of a Trajectory
//	charge      [s, n, 1]
//	mass, pinned  [s, n]
//	gravity     [s, 3]
//	force       [s, n, 3]
//	sticks      [s, any, 2]   the ends
//	hinges      [s, any, 3]   the joint, then the ends
//	parents     [s, n]        the parent of each particle in a tree, -1 for none
//	bodies      [s, n]        the index of each particle's rigid body, -1 for none
//	bonds       [s, any, 2]   the pairs among which sticks and hinges are chosen
//	neighbors   [s, n, K]     indices, -1 in slots left over
//	node_NAME   [s, n]        a feature of particles
//	edge_NAME   [s, n, K]     a feature of edges, in the slots of neighbors
//
// Each key begins with the name of the split, as in train_x0. Only x0, v0 and xT are
// required. Without neighbors all pairs interact. charge and the arrays below it may be
// shared by all samples of the file: then their key has no split and their shape no s.
// Fields that may differ from frame to frame, such as gravity, force and node_NAME, may have
// an axis of frames after the axis of samples, with as many frames as positions. Floats are
// float32 or float64, and indices int32 or int64. The texts length_unit, velocity_unit,
// interval, source, licence, up and names describe the data. The arrays {split}_case,
// {split}_start and {split}_span are an Origin.
//
// Samples may differ in their number of particles. Then {split}_sizes [s] holds the number of
// each, and the arrays have room for the largest sample. No array of particles is shared then.
//
// Every number must be finite and every index in range. No particle may be in two objects,
// be its own neighbor, or be a neighbor twice. Parents must lead to a particle without a
// parent, and a body must have two particles at different positions. An error names the file,
// the key, the sample and the value.
//
// Reading a file of b bytes allocates at most 16 b plus 16 MB, whatever it contains.
func Read(path string) (*Data, error) {
	data := new(Data)
	return data, advised(npz.Open(path, data.read))
}

// advised adds to the error of a data set that does not exist how to make one.
func advised(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w, or make a data set with gmnc simulate or gmnc prepare", err)
	}
	return err
}

// Content returns the content of the file at path, for Decode.
func Content(path string) ([]byte, error) {
	content, err := npz.Content(path)
	return content, advised(err)
}

// Decode reads a data set from the content of a file. Errors call the file by the given name.
func Decode(name string, content []byte) (*Data, error) {
	archive, err := npz.New(name, bytes.NewReader(content), int64(len(content)))
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
	d.NodeFeatures, d.EdgeFeatures = featureNames(a.Keys, system.NodePrefix), featureNames(a.Keys, system.EdgePrefix)
	shared := map[string]any{}
	for name, samples := range d.Splits() {
		r := &splitReader{Archive: a, split: name, data: d, shared: shared, samples: -1, particles: -1}
		if *samples, err = r.read(); err != nil {
			return err
		}
	}
	for _, about := range d.About.texts() {
		if a.Has(about.key) {
			text, err := a.Text(about.key)
			if err != nil {
				return err
			}
			*about.text = strings.Map(printable, text)
		}
	}
	d.takeMassFeature()
	return d.check(location{path: a.Path, shared: a.Has})
}

// optionalArrays returns the names of the arrays that samples may lack.
func optionalArrays() []string {
	names := []string{sizesArray, "vT", "positions", "velocities", "forces", "energy"}
	for _, f := range system.GivenFields() {
		if !f.Named() {
			names = append(names, f.Array())
		}
	}
	for _, kind := range system.ObjectKinds() {
		names = append(names, kind.Array())
	}
	return append(names, "bonds", "neighbors")
}

// checkKeys returns an error for an array that no data set has. Of a file without first positions,
// which is another program's, it names what is missing.
func checkKeys(a *npz.Archive) error {
	foreign := !slices.ContainsFunc(a.Keys, func(key string) bool {
		split, name := cutSplit(key)
		return split != "" && name == requiredArrays[0]
	})
	for _, key := range a.Keys {
		split, name := cutSplit(key)
		if !isSharable(name) && !isText(key) && (split == "" || !slices.Contains(splitArrayNames, name)) {
			if foreign {
				return fmt.Errorf("%s is not a data set: it has %.40q, but none of {%s}_%s (gmnc prepare arrays makes a data set from recordings)", a.Path, key, strings.Join(SplitNames, ","), requiredArrays[0])
			}
			return fmt.Errorf("%s holds the unknown key %.40q: known are {%s}_{%s}", a.Path, key, strings.Join(SplitNames, ","),
				strings.Join(slices.Concat(requiredArrays, optionalArrays(), []string{system.NodePrefix + "NAME", system.EdgePrefix + "NAME"}), ","))
		}
		if split != "" && a.Has(name) {
			return a.Errorf(key, "is there and %s, too: expected one array for all samples or one for each split", name)
		}
	}
	return nil
}

// printable maps a character that cannot be printed to a space, and any other to itself. The
// texts are shown in terminals and pictures, where control characters do harm.
func printable(character rune) rune {
	if unicode.IsPrint(character) {
		return character
	}
	return ' '
}

func isText(key string) bool {
	return slices.ContainsFunc(new(About).texts(), func(text aboutText) bool { return text.key == key })
}

// isSharable reports whether an array of this name may be shared by all samples.
func isSharable(name string) bool {
	return !slices.Contains(splitArrayNames, name) && slices.Contains(optionalArrays(), name) ||
		len(name) > len(system.NodePrefix) && (strings.HasPrefix(name, system.NodePrefix) || strings.HasPrefix(name, system.EdgePrefix))
}

// cutSplit splits a key into the split and the name. The split of a shared array's key is "".
func cutSplit(key string) (split, name string) {
	split, name, _ = strings.Cut(key, "_")
	if slices.Contains(SplitNames, split) {
		return split, name
	}
	return "", key
}

// featureNames returns the sorted names of the features in the keys, or nil if there are none.
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

// takeMassFeature sets the masses to the feature of particles that older data sets have for
// them. The feature remains.
func (d *Data) takeMassFeature() {
	index := slices.Index(d.NodeFeatures, MassFeature)
	if index < 0 || d.Has(system.Mass) {
		return
	}
	var features, masses []float32 // of the previous sample, with which a sample may share them
	for _, samples := range d.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			if masses == nil || address(features) != address(s.NodeFeatures) {
				features, masses = s.NodeFeatures, column(s.NodeFeatures, index, len(d.NodeFeatures))
			}
			system.Mass.Set(s, masses)
		}
	}
}

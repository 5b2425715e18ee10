package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/datasets/md17"
	"gmnc/datasets/mocap"
	"gmnc/internal/fields"
	"gmnc/internal/plainfile"
	"gmnc/system"
)

// Recordings finds the recorded data of a user.
type Recordings struct {
	folder   string            // the folder of recordings; may be empty
	contents map[string]string // digests of content by path
}

// NewRecordings returns the recorded data in a folder; "" stands for none.
func NewRecordings(folder string) Recordings { return Recordings{folder, map[string]string{}} }

// Locate finds the files of which a data set is made, and adds the digest of their content to
// its name. An AbsentError says what is missing.
func (r *Recordings) Locate(d *DataSet) error {
	k, known := kinds[d.Kind]
	if !known || k.files == nil {
		return nil // the data set needs no files
	}
	if r.folder == "" {
		return AbsentError{fields.Errorf("it needs recorded data: name their folder by {data}")}
	}
	var tried []string
	for _, name := range k.files(d.System) {
		path := filepath.Join(r.folder, name)
		if _, err := os.Stat(path); err == nil {
			content, err := r.content(path)
			d.File, d.Content = path, content
			return err
		}
		tried = append(tried, name)
	}
	return AbsentError{fmt.Errorf("the folder of recorded data has no %s", strings.Join(tried, ", "))}
}

// Check returns an error for a folder that cannot be read, as a mistyped one would leave whole
// tables blank.
func (r *Recordings) Check() error {
	if r.folder == "" {
		return nil
	}
	if _, err := os.ReadDir(r.folder); err != nil {
		return fmt.Errorf("cannot read the folder of recorded data: %w", err)
	}
	return nil
}

// content returns the digest of a file, or of the files of motions in a folder.
func (r *Recordings) content(path string) (string, error) {
	if known := r.contents[path]; known != "" {
		return known, nil
	}
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		skeletons, motions, err := mocap.Files(path)
		if err != nil {
			return "", err
		}
		files = slices.Concat(skeletons, motions)
	}
	sum := sha256.New()
	for _, name := range files {
		if err := add(sum, name); err != nil {
			return "", fmt.Errorf("cannot read the recorded data: %w", err)
		}
	}
	r.contents[path] = hex.EncodeToString(sum.Sum(nil)[:8])
	return r.contents[path], nil
}

// add adds the content of a file to a digest.
func add(sum io.Writer, name string) error {
	file, err := plainfile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(sum, file)
	return err
}

// moleculeFiles returns the file names under which MD17 is distributed, and the name of
// recomputed trajectories.
func moleculeFiles(molecule string) []string {
	original := molecule
	if molecule == "benzene" {
		original = "benzene_old" // the first of two versions that have been published
	}
	return []string{
		"md17_" + original + ".npz", original + "_dft.npz", Reconstructed + molecule + ".npz",
	}
}

// Reconstructed begins the name of a file of trajectories that are not those of MD17, but were
// recomputed from some of its frames.
const Reconstructed = "md17_reconstructed_"

func prepareMolecule(_ context.Context, d DataSet) (*datasets.Data, error) {
	data, _, err := md17.Prepare(d.File, md17.Published(d.System, &d.Seed))
	if err != nil {
		return nil, err
	}
	return d.decomposed(data)
}

func motionFiles(string) []string { return []string{"cmu_35"} }

func prepareMotion(_ context.Context, d DataSet) (*datasets.Data, error) {
	data, _, err := mocap.Prepare(d.File, mocap.Options{Seed: &d.Seed, Tree: d.Tree, Joints: d.Joints, Span: mocap.DefaultSpan, Starts: mocap.DefaultStarts})
	if err != nil {
		return nil, err
	}
	if err := d.mirror(data); err != nil {
		return nil, err
	}
	return d.decomposed(data)
}

// decomposed chooses hinges instead of sticks, as many as fit, if the data set asks for them.
func (d DataSet) decomposed(data *datasets.Data) (*datasets.Data, error) {
	if !d.Hinges {
		return data, nil
	}
	last := errors.New("its samples have fewer than three particles")
	for count := data.Train[0].Particles() / 3; count > 0; count-- {
		chosen, err := datasets.Decompose(data, graph.Choice{Seed: d.Seed, Objects: system.CountOf(system.Hinge, count)})
		if err == nil {
			return chosen, nil
		}
		last = err
	}
	return nil, fmt.Errorf("%s: there is no hinge: %w", d.File, last)
}

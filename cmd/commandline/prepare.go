package commandline

import (
	"gmnc/datasets"
	"gmnc/datasets/md17"
	"gmnc/datasets/mocap"
)

// prepareCommand makes data sets from other people's files; each kind is a
// command of its own.
type prepareCommand struct {
	Mocap mocapCommand `cmd:"" help:"From motion capture: ASF and AMC files (CMU), or BVH files." example:"gmnc prepare mocap cmu_35 -o walk.npz"`
	MD17  md17Command  `cmd:"" name:"md17" help:"From a molecule's trajectory: an MD17 file, or XYZ." example:"gmnc prepare md17 md17_aspirin.npz --molecule aspirin -o aspirin.npz"`
}

type mocapCommand struct {
	Folder  string  `arg:"" help:"Folder with one .asf file and the .amc files of the trials, or with .bvh files."`
	Objects string  `help:"Bones that are rigid. sticks: the paper's six; tree: all, the skeleton as one tree of joints." enum:"sticks,tree" default:"sticks"`
	Seed    uint64  `help:"Seed of the split, and of the sticks where the skeleton lacks the paper's bones." default:"1"`
	Split   string  `help:"Take the split from a file instead: a data set prepared before, or one with the keys {train,valid,test}_{case,start}. Drawn from the seed by default." placeholder:"FILE.npz"`
	Output  npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

func (c *mocapCommand) Run(t *terminal) error {
	return prepare(t, c.Output, c.overwriting, func() (*datasets.Data, error) {
		return mocap.Prepare(c.Folder, mocap.Options{Seed: c.Seed, Split: c.Split, Tree: c.Objects == "tree"})
	})
}

type md17Command struct {
	File     string  `arg:"" help:"MD17 file (.npz with R and z), ready-made pairs (.npz), or trajectory (.xyz, .extxyz)."`
	Molecule string  `help:"Name of the molecule, such as aspirin, for the sticks of the paper and the published splits. Sticks are chosen from the seed by default." placeholder:"NAME"`
	Seed     uint64  `help:"Seed of the split, and of the sticks where the paper has none." default:"1"`
	Split    string  `help:"Take the split from a file instead: a data set prepared before, or one with the keys NAME_{train,valid,test}. Drawn from the seed by default." placeholder:"FILE.npz"`
	Span     int     `help:"Frames from input to target." default:"3000"`
	Output   npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

func (c *md17Command) Run(t *terminal) error {
	return prepare(t, c.Output, c.overwriting, func() (*datasets.Data, error) {
		return md17.Prepare(c.File, md17.Options{Molecule: c.Molecule, Seed: c.Seed, Split: c.Split, Span: c.Span})
	})
}

// prepare writes what was made, and says what it is.
func prepare(t *terminal, output npzPath, how overwriting, make func() (*datasets.Data, error)) error {
	if err := how.vacant(string(output)); err != nil {
		return err
	}
	data, err := make()
	if err != nil {
		return err
	}
	if err := datasets.Write(string(output), data); err != nil {
		return err
	}
	first := data.First()
	t.report("data", newDataReport(output, data, 0), "%s: %d training, %d validation, %d test samples of %d particles, %s\n",
		output, len(data.Train), len(data.Valid), len(data.Test), first.Particles(), first.Objects.Counts())
	return nil
}

// dataReport is the JSON object of a data set that was written.
type dataReport struct {
	Path  string `json:"path"`
	Train int    `json:"train"` // samples
	Valid int    `json:"valid"`
	Test  int    `json:"test"`
	// Redrawn counts trajectories that became non-finite.
	Redrawn int `json:"redrawn,omitempty"`
}

func newDataReport(path npzPath, data *datasets.Data, redrawn int) dataReport {
	return dataReport{string(path), len(data.Train), len(data.Valid), len(data.Test), redrawn}
}

package commandline

import (
	"cmp"
	"context"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/checks"
	"gmnc/datasets/md17"
	"gmnc/datasets/mocap"
	"gmnc/datasets/urdf"
	"gmnc/internal/within"
)

// prepareCommand makes data sets, and descriptions of robots, from files of other programs.
// Each kind of file has a command of its own.
type prepareCommand struct {
	Mocap  mocapCommand  `cmd:"" help:"From motion capture: ASF and AMC files (CMU), or BVH files." example:"gmnc prepare mocap cmu_35 -o walk.npz"`
	MD17   md17Command   `cmd:"" name:"md17" help:"From a molecule's trajectory: an MD17 file, or XYZ." example:"gmnc prepare md17 md17_aspirin.npz -o aspirin.npz"`
	Arrays arraysCommand `cmd:"" help:"From arrays of positions, and of velocities, masses, pins, gravity, forces: trajectories of any mechanical system." example:"gmnc prepare arrays pendulum.npz -o data.npz"`
	Joints jointsCommand `cmd:"" help:"From recorded angles of a robot's joints, and its URDF file." example:"gmnc prepare joints arm.urdf log.npz -o arm.npz"`
	URDF   urdfCommand   `cmd:"" name:"urdf" help:"From a robot's links and joints, a URDF file: a tree of particles with masses, for gmnc simulate." example:"gmnc prepare urdf arm.urdf -o arm.json"`
}

type mocapCommand struct {
	Folder   string  `arg:"" help:"Folder with one .asf file and the .amc files of the trials, or with .bvh files."`
	Objects  string  `help:"Bones that are rigid. sticks: the paper's six; tree: all, the skeleton as one tree of joints." enum:"sticks,tree" default:"sticks"`
	Joints   bool    `help:"Tell models which joint is which, by one feature of the particles for each."`
	Seed     *uint64 `help:"Seed of the split, and of the sticks where the skeleton lacks the paper's bones. 1 by default." placeholder:"SEED"`
	Split    string  `help:"Take the split from a file: a data set prepared earlier, or one with the keys {train,valid,test}_{case,start}. By default the split is drawn from the seed." placeholder:"FILE.npz"`
	Span     int     `help:"Frames from input to target, 2 or more." default:"30"`
	Starts   int     `help:"Pairs drawn of each recording; twice as many are shared among those for training." default:"100"`
	Unit     string  `help:"Unit of length: ${enum}. file keeps the files' unit, as in the paper. BVH files do not name theirs, so it is the one given here." enum:"file,m,cm" default:"file"`
	AtRandom bool    `help:"Draw the pairs of all splits from all recordings. By default each recording belongs to one split; with only one or two recordings, the split is by time, with gaps of one span."`
	Output   npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// Validate refuses spans and starts for which no pair is left.
func (c *mocapCommand) Validate() error { return c.options().Validate() }

func (c *mocapCommand) options() mocap.Options {
	return mocap.Options{Seed: c.Seed, Split: c.Split, Tree: c.Objects == "tree", Joints: c.Joints, Span: c.Span, Starts: c.Starts, Unit: c.Unit, AtRandom: c.AtRandom}
}

func (c *mocapCommand) Run(ctx context.Context, t *terminal) error {
	return prepare(ctx, t, c.Output, c.overwriting, func() (*datasets.Data, []string, error) {
		return mocap.Prepare(c.Folder, c.options())
	})
}

type md17Command struct {
	File      string       `arg:"" help:"MD17 file (.npz with R and z, or the names of the revised MD17), ready-made pairs (.npz), or trajectory (.xyz, .extxyz)."`
	Molecule  string       `help:"Name of the molecule, such as aspirin, for the sticks of the paper, which need --hydrogens drop, and the published splits. Without a name, bonds that are rigid in the data are sticks by default." placeholder:"NAME"`
	Seed      *uint64      `help:"Seed of the split, and of the sticks where the paper has none. 1 by default." placeholder:"SEED"`
	Split     string       `help:"Take the split from a file: a data set prepared earlier, or one with the keys NAME_{train,valid,test}. By default the split is drawn from the seed." placeholder:"FILE.npz"`
	Span      moleculeSpan `help:"Frames from input to target, or the time, such as 5fs. By default it is 3000, or a tenth of the frames of a trajectory that is too short for that." placeholder:"SPAN"`
	Dt        float64      `help:"Time between frames in fs, for a file that does not say it. Velocities are then in angstrom/fs, otherwise in angstrom per frame. 0 if the time is not known." default:"0"`
	Hydrogens string       `help:"Whether hydrogens are kept: ${enum}. The paper drops them." enum:"keep,drop" default:"keep"`
	Features  []string     `help:"Features of atoms. z: the atomic number as a share of the largest; element: a column for each element; mass: the field of masses, in daltons." default:"z,mass"`
	Types     string       `help:"Elements for words in XYZ files that are no chemical symbols, or atomic-numbers. By default such words are refused." placeholder:"1=O,2=H"`
	Unit      string       `help:"Unit of length of the file: angstrom, nm, bohr or pm. By default it is the unit that the file names, or angstrom if the distances look like those of molecules." placeholder:"UNIT"`
	Cutoff    float64      `help:"Distance in angstrom within which atoms are neighbors, including images in a periodic box, which is written as cell_a, cell_b and cell_c. 0 takes atoms that are one or two bonds away." default:"0"`
	Sticks    string       `help:"Bonds that become sticks: rigid (those whose lengths stay the same in the data), some (chosen by the seed) or none. For a --molecule of the paper they are the paper's sticks." enum:"rigid,some,none" default:"rigid"`
	Rigid     bool         `help:"Turn parts of molecules whose distances all stay the same in the data, such as rigid water, into rigid bodies."`
	Train     int          `help:"Pairs to train on, at most. 500 by default; of a file with ready-made pairs all." placeholder:"PAIRS"`
	Valid     int          `help:"Largest number of validation pairs. By default it is 2000, or all pairs of a file with ready-made pairs." placeholder:"PAIRS"`
	Test      int          `help:"Pairs to test on, at most. 2000 by default; of a file with ready-made pairs all." placeholder:"PAIRS"`
	AtRandom  bool         `help:"Draw the pairs of all splits from the whole trajectory, as the paper does. By default each split has its own part of the time, with gaps of one span between the parts."`
	Output    npzPath      `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// moleculeSpan is a span in frames or in fs. The other of the two is 0.
type moleculeSpan struct {
	frames int
	time   float64
}

// UnmarshalText parses a span.
func (s *moleculeSpan) UnmarshalText(text []byte) (err error) {
	s.frames, s.time, err = md17.ParseSpan(string(text))
	return err
}

// Validate refuses a span that leads to no later frame.
func (c *md17Command) Validate() error { return c.options().Validate() }

func (c *md17Command) options() md17.Options {
	return md17.Options{
		Molecule: c.Molecule, Seed: c.Seed, Split: c.Split, Span: c.Span.frames, SpanTime: c.Span.time, Dt: c.Dt,
		Heavy: c.Hydrogens == "drop", Features: c.Features, Types: c.Types, Unit: c.Unit,
		Cutoff: c.Cutoff, AtRandom: c.AtRandom, Sticks: c.Sticks, Rigid: c.Rigid,
		Train: c.Train, Valid: c.Valid, Test: c.Test,
	}
}

func (c *md17Command) Run(ctx context.Context, t *terminal) error {
	return prepare(ctx, t, c.Output, c.overwriting, func() (*datasets.Data, []string, error) {
		return md17.Prepare(c.File, c.options())
	})
}

// recordedFlags holds the flags about how recordings are read and cut into samples.
type recordedFlags struct {
	Interval int                `help:"Frames from input to target." default:"1"`
	Frames   int                `help:"Largest number of frames in a sample, --interval apart; longer recordings are cut into pieces. 0 keeps all frames, or as many as the shortest recording of the split has." default:"0"`
	Ignore   []string           `help:"Arrays that are not to be read. None by default: an unknown one is an error." placeholder:"NAME"`
	Shift    map[string]float64 `help:"Frames by which to shift an array in time relative to the positions: -0.5 for an array that is half a frame late. None by default." placeholder:"ARRAY=FRAMES;..."`
	Seed     *uint64            `help:"Seed of the split by recording, for a file without splits. 1 by default." placeholder:"SEED"`
	AtRandom bool               `help:"Draw the samples of all splits from all recordings, for a file without splits. By default each recording belongs to one split; with only one or two recordings, the split is by time, with a gap between the parts."`
}

func (f recordedFlags) recorded() arrays.Options {
	return arrays.Options{Interval: f.Interval, Frames: f.Frames, Ignore: f.Ignore, Shift: f.Shift, Seed: f.Seed, AtRandom: f.AtRandom}
}

type arraysCommand struct {
	File string `arg:"" help:"An .npz file with positions [recordings, frames, particles, 3], or {train,valid,test}_positions, and what else is known of the systems, by the names of docs/data.md."`
	recordedFlags
	Dt         float64 `help:"Time from frame to frame, for a file without dt; 0 is none." default:"0"`
	LengthUnit string  `help:"Unit of positions, for a file that does not say it. Not known by default." placeholder:"UNIT"`
	TimeUnit   string  `help:"Unit of dt and of the time in velocities, for a file that does not say it. Not known by default." placeholder:"UNIT"`
	Inside     string  `name:"start-inside" help:"Recordings that begin with a particle far behind a plane: ${enum} them." enum:"refuse,allow" default:"refuse"`
	Gravity    string  `name:"other-gravity" help:"Gravity that motions contradict by a power of ten, as in another unit: ${enum} it." enum:"refuse,allow" default:"refuse"`
	Output     npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// Validate refuses options for which no step is left, and an output that is the data file
// itself.
func (c *arraysCommand) Validate() error {
	return cmp.Or(c.options().Validate(), c.Output.notDataSet(c.File))
}

func (c *arraysCommand) options() arrays.Options {
	o := c.recorded()
	o.Dt, o.LengthUnit, o.TimeUnit = c.Dt, c.LengthUnit, c.TimeUnit
	o.StartInside, o.OtherGravity = c.Inside == "allow", c.Gravity == "allow"
	return o
}

func (c *arraysCommand) Run(ctx context.Context, t *terminal) error {
	return prepare(ctx, t, c.Output, c.overwriting, func() (*datasets.Data, []string, error) {
		return arrays.Prepare(c.File, c.options())
	})
}

type urdfCommand struct {
	File   string             `arg:"" help:"URDF file. Its joints are revolute, fixed, or fixed by --hold, and form a tree."`
	Hold   []string           `help:"Joints to fix. None by default; prismatic joints must be in the list." placeholder:"JOINT"`
	Pose   map[string]float64 `help:"Positions of joints in the pose, in radians, of sliding ones in meters. All are at 0 by default." placeholder:"JOINT=POSITION;..."`
	Output jsonPath           `short:"o" help:"Description of the robot to write." placeholder:"ROBOT.json" required:""`
	overwriting
}

func (c *urdfCommand) Run(t *terminal) error {
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	robot, notes, err := urdf.Read(c.File, urdf.Options{Hold: c.Hold, Pose: c.Pose})
	if err != nil {
		return err
	}
	if err := robot.Write(string(c.Output)); err != nil {
		return err
	}
	t.report("robot", robotReport{string(c.Output), robot.Name, len(robot.Particles), robot.Mass()},
		"%s: %q, %d particles, mass %.6g\n", c.Output, robot.Name, len(robot.Particles), robot.Mass())
	t.notes(notes)
	return nil
}

// robotReport is the JSON object of a robot's description that was written.
type robotReport struct {
	Path      string  `json:"path"`
	Name      string  `json:"name"`
	Particles int     `json:"particles"`
	Mass      float64 `json:"mass"`
}

// prepare makes a data set, writes it and describes it.
func prepare(ctx context.Context, t *terminal, output npzPath, how overwriting, make func() (data *datasets.Data, notes []string, err error)) error {
	if err := how.vacant(string(output)); err != nil {
		return err
	}
	var notes []string
	data, err := within.Context(ctx, func() (data *datasets.Data, err error) {
		data, notes, err = make()
		return data, err
	})
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if err := datasets.Write(string(output), data); err != nil {
		return err
	}
	first := data.First()
	t.report("data", newDataReport(output, data, 0), "%s: %d training, %d validation, %d test samples of %s, %s\n",
		output, len(data.Train), len(data.Valid), len(data.Test), datasets.Particles(slices.Concat(data.Train, data.Valid, data.Test)), first.Objects.Counts())
	t.notes(notes)
	t.tellFindings(checks.Prepared(data))
	return nil
}

// dataReport is the JSON object of a data set that was written.
type dataReport struct {
	Path  string `json:"path"`
	Train int    `json:"train"` // samples
	Valid int    `json:"valid"`
	Test  int    `json:"test"`
	// Redrawn is the number of trajectories that became non-finite and were drawn again.
	Redrawn int `json:"redrawn,omitempty"`
}

func newDataReport(path npzPath, data *datasets.Data, redrawn int) dataReport {
	return dataReport{string(path), len(data.Train), len(data.Valid), len(data.Test), redrawn}
}

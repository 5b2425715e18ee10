package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"gmnc/datasets/npz"
)

// WaitSize says with which program waits are measured, and on how much data.
type WaitSize struct {
	Program []string // its path, and the arguments before those of a command
	// Recordings is the number of recordings of a robot, and Frames the number of
	// configurations of a molecule, of which 132,000 make a file of 29 MB.
	Recordings, Frames int
}

// wait is a command for which people wait, in a folder whose files are made by earlier
// commands.
type wait struct {
	what           string
	before, waited []string // commands
}

// waits returns the waits in their order, as later ones use files of earlier ones.
func (s WaitSize) waits() []wait {
	recordings := fmt.Sprintf("--train %d --valid 10 --test 10", s.Recordings)
	return []wait{
		{
			fmt.Sprintf("train: masses and dampings of seven joints, %d recordings", s.Recordings),
			[]string{"simulate --robot arm.urdf " + recordings + " -o arm.npz"},
			[]string{"train arm.npz -o arm --preset constants --learn mass,damping"},
		},
		{
			"train: masses, dampings and frictions of a cart-pole, --unroll 4",
			[]string{"simulate --robot cart.urdf --frames 201 --train 16 --valid 4 --test 4 -o cart.npz"},
			[]string{"train cart.npz -o cart --preset constants --learn mass,damping,friction --unroll 4"},
		},
		{"export: seven joints, --rollout=50", nil, []string{"export arm -o arm.onnx --rollout=50"}},
		{
			"export: gmn-ode of two steps, --rollout=50 --radius 0.9",
			[]string{
				"simulate --frames 52 --train 100 --valid 100 --test 20 -o particles.npz",
				"train particles.npz -o law --model gmn-ode --layers 2 --epochs 1",
			},
			[]string{"export law -o law.onnx --rollout=50 --radius 0.9 --calibrate particles.npz"},
		},
		{
			fmt.Sprintf("prepare md17: a molecule of 9 atoms, %d configurations", s.Frames),
			nil, []string{"prepare md17 molecule.npz -o md17.npz"},
		},
	}
}

// MeasureWaits measures what people wait for: commands of the program on simulated data, each
// once and from its start to its end, and single predictions. It takes a minute or two.
func MeasureWaits(ctx context.Context, options Options, progress func(done, all int)) (*Report, error) {
	folder, err := os.MkdirTemp("", "gmnc-waits-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := options.Waits.writeFiles(folder); err != nil {
		return nil, err
	}
	b, err := newBench(options)
	if err != nil {
		return nil, err
	}
	report, waits, runs := &Report{Machine: ThisMachine()}, options.Waits.waits(), b.runs()
	add := func(result Result, err error) error {
		if err != nil {
			return err
		}
		report.Results = append(report.Results, result)
		if progress != nil {
			progress(len(report.Results), len(waits)+len(runs))
		}
		return nil
	}
	for _, w := range waits {
		if err := add(w.measure(ctx, folder, options.Waits.Program)); err != nil {
			return nil, err
		}
	}
	for _, c := range runs {
		report.Peak.measure(report.Machine.Cores)
		if err := add(b.result(ctx, c)); err != nil {
			return nil, err
		}
	}
	report.compareWithPeak()
	return report, nil
}

// measure makes the files of a wait, and times its commands.
func (w wait) measure(ctx context.Context, folder string, program []string) (result Result, err error) {
	for _, command := range w.before {
		if _, err := runIn(ctx, folder, program, command); err != nil {
			return result, err
		}
	}
	started, processor := time.Now(), time.Duration(0)
	for _, command := range w.waited {
		own, err := runIn(ctx, folder, program, command)
		if err != nil {
			return result, err
		}
		processor += own
	}
	waited := max(time.Since(started), 1)
	spread := spreadOf([]float64{waited.Seconds()}, 1)
	spread.Busy = processor.Seconds() / waited.Seconds()
	return Result{What: w.what, Cores: goruntime.GOMAXPROCS(0), Spread: spread}, nil
}

// runIn runs a command of the program in a folder, and returns the processor time it took.
func runIn(ctx context.Context, folder string, program []string, command string) (time.Duration, error) {
	arguments := slices.Concat(program[1:], strings.Fields(command), []string{"--quiet"})
	run := exec.CommandContext(ctx, program[0], arguments...)
	run.Dir = folder
	said, err := run.CombinedOutput()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("gmnc %s: %w: %s", command, err, strings.TrimSpace(string(said)))
	}
	return run.ProcessState.UserTime() + run.ProcessState.SystemTime(), nil
}

// writeFiles writes the files that no command makes: robots, and a molecule whose atoms
// tremble.
func (s WaitSize) writeFiles(folder string) error {
	var arm []link
	for i := range 7 {
		arm = append(arm, link{"continuous", [2]string{"0 0 1", "0 1 0"}[i%2], 0.3, 2 - 0.15*float64(i), 0.5})
	}
	cart := []link{{"prismatic", "1 0 0", 0.1, 1.1, 0.8}, {"continuous", "0 1 0", 0.6, 0.25, 0.02}}
	for name, links := range map[string][]link{"arm": arm, "cart": cart} {
		if err := os.WriteFile(filepath.Join(folder, name+".urdf"), []byte(urdfOf(name, links)), 0o600); err != nil {
			return err
		}
	}
	random, atoms := rand.New(rand.NewPCG(1, 3)), len(charges)
	positions, forces := make([]float32, 3*atoms*s.Frames), make([]float32, 3*atoms*s.Frames)
	for i := range positions {
		forces[i] = float32(random.NormFloat64())
		if positions[i] = trembling * forces[i]; i%3 == 0 {
			positions[i] += float32(spacing * float32(i/3%atoms))
		}
	}
	energies := make([]float32, s.Frames)
	return npz.Write(filepath.Join(folder, "molecule.npz"), []npz.Array{
		{Key: "nuclear_charges", Shape: []int{atoms}, Ints: charges},
		{Key: "coords", Shape: []int{s.Frames, atoms, 3}, Floats: positions},
		{Key: "forces", Shape: []int{s.Frames, atoms, 3}, Floats: forces},
		{Key: "energies", Shape: []int{s.Frames}, Floats: energies},
	})
}

// The atoms of the molecule are in a row and tremble. Lengths are in angstrom.
const (
	spacing   = 1.2
	trembling = 0.05
)

// charges holds the nuclear charges of ethanol.
var charges = []int64{6, 6, 8, 1, 1, 1, 1, 1, 1}

// link is a link of a robot that is attached to the previous one, with its joint, and its
// length, mass and damping.
type link struct {
	joint, axis           string
	length, mass, damping float64
}

// urdfOf returns the URDF file of a robot.
func urdfOf(name string, links []link) string {
	var text strings.Builder
	fmt.Fprintf(&text, "<robot name=%q>\n<link name=\"world\"/>\n", name)
	before, above := "world", 0.
	for i, l := range links {
		own := fmt.Sprintf("link%d", i)
		fmt.Fprintf(&text, `<link name="%s"><inertial><origin xyz="0.02 0.01 %g"/><mass value="%g"/><inertia ixx="0.01" iyy="0.012" izz="0.006" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="joint%d" type="%s"><parent link="%s"/><child link="%s"/><origin xyz="0 0 %g"/><axis xyz="%s"/><limit lower="-9" upper="9" effort="99" velocity="99"/><dynamics damping="%g"/></joint>
`, own, l.length/2, l.mass, i, l.joint, before, own, above, l.axis, l.damping)
		before, above = own, l.length
	}
	return text.String() + "</robot>\n"
}

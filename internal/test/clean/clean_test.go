// Package clean counts what readers note of recordings that have no fault.
package clean

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/checks"
	"gmnc/datasets/md17"
	"gmnc/datasets/mocap"
	"gmnc/datasets/npz"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
	"gmnc/internal/test/testenv"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// expected are notes that say what a reader did, and true ones of what was recorded: the velocities of
// the tosses are steps from the frame before.
var expected = regexp.MustCompile(strings.Join([]string{
	"is missing, so (velocities|rates) are central differences", "are cut into", "of few recordings the first pieces",
	"recordings are too few for three splits", "taken as 0", "taken as solid boxes", "a whole number of each recording",
	"tosses.*late by 0.49", "_velocities: the velocities are late by 0.49 frames", "velocities follow from", "joints are taken in this order",
	"bonds? (is|are|vary)|sticks?", "the velocity is the step",
	"log train.*frame 3254: the next frame is 0.016 later", // which it is
}, "|"))

// file is a clean recording, and what reads it.
type file struct {
	name string
	read func(t *testing.T) (data *datasets.Data, notes []string, err error)
}

// TestCleanFiles: of thirty clean files of six formats no note is false.
func TestCleanFiles(t *testing.T) {
	data := testenv.Data(t)
	files := slices.Concat(ofArrays(data), ofJoints(data), ofLogs(data), ofMolecules(), ofMotionCapture(data))
	require.GreaterOrEqual(t, len(files), 30)
	count, odd := 0, 0
	for _, f := range files {
		data, notes, err := f.read(t)
		require.NoError(t, err, f.name)
		if data != nil {
			for _, note := range checks.Prepared(data) {
				notes = append(notes, note.String())
			}
		}
		for _, note := range notes {
			if count++; !expected.MatchString(f.name + ": " + note) {
				odd++
				t.Errorf("%s: %s", f.name, note)
			}
		}
	}
	t.Logf("%d files, %d notes, %d of them false", len(files), count, odd)
}

func ofArrays(data string) (all []file) {
	add := func(path string, o arrays.Options) {
		o.Interval = 1
		all = append(all, file{path, func(*testing.T) (*datasets.Data, []string, error) {
			return arrays.Prepare(filepath.Join(data, path), o)
		}})
	}
	for _, name := range []string{"pendulum1", "pendulum2", "pendulum3", "pendulum5"} {
		add("mechanics/"+name+".npz", arrays.Options{Ignore: []string{"lengths"}})
	}
	for _, name := range []string{"coupled3", "rotor", "top", "tosses"} {
		add("mechanics/"+name+".npz", arrays.Options{})
	}
	add("mechanics/drop.npz", arrays.Options{Ignore: []string{"corner_of_box"}})
	add("mechanics/arm7.npz", arrays.Options{Ignore: []string{"angle", "rate"}})
	for _, name := range []string{"nbody_trajectories_1_2_0", "nbody_trajectories_3_2_1"} {
		all = append(all, file{name, func(t *testing.T) (*datasets.Data, []string, error) {
			var x []float64
			var shape []int
			err := npz.Open(filepath.Join(data, name+".npz"), func(a *npz.Archive) (err error) {
				x, shape, err = a.Numbers("x")
				return err
			})
			require.NoError(t, err)
			return arrays.From(name, []npz.Array{{Key: "positions", Shape: shape, Floats: single(x)}}, arrays.Options{Interval: 1})
		}})
	}
	return all
}

func single(values []float64) (all []float32) {
	for _, x := range values {
		all = append(all, float32(x))
	}
	return all
}

// ofJoints are recorded and simulated arms, and a joint that turned around three times.
func ofJoints(data string) (all []file) {
	add := func(name, robot, path string, ignored ...string) {
		all = append(all, file{name, func(t *testing.T) (*datasets.Data, []string, error) {
			m, _, err := urdf.ReadMechanism(filepath.Join(data, robot), urdf.Options{})
			require.NoError(t, err)
			return robots.Prepare(filepath.Join(data, path), m, name, robots.Options{Options: arrays.Options{Interval: 1, Frames: 100, Ignore: ignored}})
		}})
	}
	truths := []string{"true_parameters", "true_rotor", "true_viscous", "true_coulomb", "friction_memory"}
	add("twin", "ur10e/ur10e.urdf", "ur10e/twin.npz", truths...)
	add("twin_memory", "ur10e/ur10e.urdf", "ur10e/twin_memory.npz", truths...)
	for _, name := range []string{"train", "valid", "test"} {
		all = append(all, file{"ur10e " + name, func(t *testing.T) (*datasets.Data, []string, error) {
			m, _, err := urdf.ReadMechanism(filepath.Join(data, "ur10e/ur10e.urdf"), urdf.Options{})
			require.NoError(t, err)
			var arrayed []npz.Array
			require.NoError(t, npz.Open(filepath.Join(data, "ur10e", name+".npz"), func(a *npz.Archive) error {
				gain, _, err := a.Numbers("gain")
				if err != nil {
					return err
				}
				for key, of := range map[string]string{"angle": "angle", "rate": "rate", "torque": "current"} {
					values, shape, err := a.Numbers(of)
					if err != nil {
						return err
					}
					if key == "torque" {
						for i := range values {
							values[i] *= gain[i%len(gain)]
						}
					}
					arrayed = append(arrayed, npz.Array{Key: key, Shape: shape, Floats: single(values)})
				}
				text, err := a.Text("joints")
				arrayed = append(arrayed, npz.Array{Key: "joints", Text: text}, npz.Array{Key: "dt", Floats: []float32{0.01}})
				return err
			}))
			path := filepath.Join(t.TempDir(), "log.npz")
			require.NoError(t, npz.Write(path, arrayed))
			return robots.Prepare(path, m, name, robots.Options{Options: arrays.Options{Interval: 1, Frames: 100}})
		}})
	}
	return all
}

// ofLogs are the logs of the arm as identify reads them, with the energies of its file.
func ofLogs(data string) (all []file) {
	for _, name := range []string{"train", "valid", "test", "twin", "twin_memory"} {
		all = append(all, file{"log " + name, func(t *testing.T) (*datasets.Data, []string, error) {
			links, _, err := urdf.ReadLinks(filepath.Join(data, "ur10e/ur10e.urdf"), urdf.Options{})
			require.NoError(t, err)
			tree := &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
			o := jointlog.Options{Joints: tree.Joints(), Energies: tree.AddEnergies}
			for _, link := range links {
				o.Limits, o.Rotates = append(o.Limits, link.Range), append(o.Rotates, !link.Slides)
			}
			log, err := jointlog.Read(filepath.Join(data, "ur10e", name+".npz"), o)
			require.NoError(t, err)
			return nil, log.Notes, nil
		}})
	}
	return all
}

// ofMolecules are chains of carbon that vibrate, as text and as arrays.
func ofMolecules() (all []file) {
	for k, o := range []struct {
		dt, noise float64
		timed     bool
		arrays    bool
	}{{0.5, 0, false, false}, {0.5, 0, true, false}, {2, 0, true, false}, {0.5, 1e-3, false, false}, {0.5, 0, false, true}, {1, 0, false, true}, {2, 1e-3, false, true}} {
		name := fmt.Sprintf("chain %d", k)
		all = append(all, file{name, func(t *testing.T) (*datasets.Data, []string, error) {
			const frames, atoms = 600, 5
			var text strings.Builder
			var x []float32
			for frame := range frames {
				fmt.Fprintf(&text, "%d\n", atoms)
				if o.timed {
					fmt.Fprintf(&text, "Time=%g fs", float64(o.dt*float64(frame)))
				}
				text.WriteByte('\n')
				var at [atoms][3]float64
				for atom := range atoms {
					for axis := range 3 {
						time, mode := float64(o.dt*float64(frame)), float64(1+atom+3*axis)
						moved := 0.05*math.Sin(0.06*time*math.Sqrt(mode)+mode*mode) + float64(o.noise*math.Sin(1e4*mode*float64(frame*frame+7)))
						at[atom][axis] += moved
						for other := range atoms { // the center rests
							at[other][axis] -= moved / atoms
						}
					}
				}
				for atom, at := range at {
					at[0] += 1.3 * float64(atom)
					at[1] += 0.6 * float64(atom%2)
					fmt.Fprintf(&text, "C %.6f %.6f %.6f\n", at[0], at[1], at[2])
					x = append(x, float32(at[0]), float32(at[1]), float32(at[2]))
				}
			}
			path := filepath.Join(t.TempDir(), "chain.xyz")
			if o.arrays {
				path = filepath.Join(t.TempDir(), "chain.npz")
				require.NoError(t, npz.Write(path, []npz.Array{{Key: "R", Shape: []int{frames, atoms, 3}, Floats: x}, {Key: "z", Shape: []int{atoms}, Ints: []int64{6, 6, 6, 6, 6}}}))
			} else {
				require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
			}
			return md17.Prepare(path, md17.Options{Span: 10})
		}})
	}
	return all
}

const skeleton = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 20 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Head
    {
      OFFSET 0 30 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 15 0
      }
    }
  }
}
MOTION
`

// ofMotionCapture are the walks, whole and one alone, and motions in BVH: a walk, one that begins and
// ends at rest, quick ones, and one that was recorded with noise.
func ofMotionCapture(data string) (all []file) {
	prepared := func(folder string, starts int) (*datasets.Data, []string, error) {
		return mocap.Prepare(folder, mocap.Options{Tree: true, Span: 10, Starts: starts})
	}
	all = append(all, file{"cmu_35", func(*testing.T) (*datasets.Data, []string, error) { return prepared(filepath.Join(data, "cmu_35"), 50) }})
	for _, trial := range []string{"35_01", "35_16", "35_28"} {
		all = append(all, file{trial, func(t *testing.T) (*datasets.Data, []string, error) {
			folder := t.TempDir()
			for _, name := range []string{"35.asf", trial + ".amc"} {
				text, err := os.ReadFile(filepath.Join(data, "cmu_35", name))
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
			}
			return prepared(folder, 10)
		}})
	}
	for name, of := range map[string]struct{ pace, noise float64 }{"walk": {0.1, 0}, "rest": {0.1, 0}, "quick": {0.4, 0}, "noisy": {0.1, 0.05}} {
		all = append(all, file{"bvh " + name, func(t *testing.T) (*datasets.Data, []string, error) {
			folder := t.TempDir()
			for trial := range 3 {
				var text strings.Builder
				fmt.Fprintf(&text, "%sFrames: 200\nFrame Time: 0.0166667\n", skeleton)
				for frame := range 200 {
					time := float64(of.pace * float64(frame))
					if name == "rest" {
						share := float64(min(max(frame-20, 0), 160)) / 160
						time = of.pace * 160 * (share - math.Sin(2*math.Pi*share)/(2*math.Pi)) // sets off and stops without a jerk
					}
					for channel := range 12 {
						angle := 20*math.Sin(time*(1+0.1*float64(channel))+float64(channel+trial)) + float64(of.noise*math.Sin(1e4*float64((frame+1)*(channel+7))))
						fmt.Fprintf(&text, "%.6f ", angle)
					}
					text.WriteByte('\n')
				}
				require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("m%d.bvh", trial)), []byte(text.String()), 0o600))
			}
			return prepared(folder, 10)
		}})
	}
	return all
}

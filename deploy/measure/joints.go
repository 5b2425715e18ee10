package measure

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/joints"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// Joints holds the options of a file in joint coordinates.
type Joints struct {
	// Data is a data set of the robot, whose constants become part of the file.
	Data *datasets.Data
	// Links makes the file return the positions of the links, given by the points at their
	// joints in the pose of rest.
	Links bool
	// Points lists more points whose positions the file returns.
	Points []artifact.Point
}

// JointModel is a run that is exported to a file in joint coordinates, or was read from one.
type JointModel struct {
	run         *run.Run
	Inside      artifact.Topology
	Joints      artifact.Joints
	Module      *ir.Module // with gradients, if there are any
	coordinates *export.Coordinates
	gradients   []string
	steps       int // the number of steps of the file; 0 for a file of one step
	loops       bool
}

// JointModelOf takes the robot from the data set that the options name. The file has the
// gradients with respect to the named inputs. It applies the model as rollout says, which may
// be nil.
func JointModelOf(trained *run.Run, options *Joints, gradients []string, rollout *rolling.Rollout) (*JointModel, error) {
	if err := run.CheckData(trained.Config.Model, options.Data); err != nil {
		return nil, err
	}
	inside, err := CommonTopology(trained.Config.Model, options.Data)
	if err != nil {
		return nil, err
	}
	if !trained.Config.Model.Jointed() { // InCoordinates returns the error
		_, err := joints.InCoordinates(trained.Config.Model, false)
		return nil, err
	}
	if at := slices.IndexFunc(slices.Concat(options.Data.Train, options.Data.Valid, options.Data.Test), forced); at >= 0 {
		return nil, fields.Errorf("forces act on single particles in sample %d of all, which {joints} has no input for: leave {joints} out, or the forces", at)
	}
	joints := artifact.JointsOf(inside.Sample(), options.Data.About.ParticleNames())
	if options.Links {
		joints.Points = links(inside.Sample(), joints.Names)
	}
	joints.Points = append(joints.Points, options.Points...)
	joints.Drives = drives(options.Data)
	joints.Ranges = artifact.RangesFor(trained.Config.Data, joints)
	return newJointModel(trained, inside, joints, gradients, rollout)
}

// forced reports whether a force acts on a particle of a sample.
func forced(s system.Sample) bool {
	return slices.ContainsFunc(system.Force.Of(&s), func(x float32) bool { return x != 0 })
}

// drives returns the system.Drive of each joint of a data set's robot, or nil if there are
// none. Models of particles do not read it.
func drives(data *datasets.Data) (all [][2]float32) {
	robot := data.First()
	given := system.Drive.Of(&robot)
	if given == nil {
		return nil
	}
	for _, members := range robot.Objects.Of(system.Body) {
		all = append(all, [2]float32(given[2*members[0]:]))
	}
	return all
}

// links returns the points of all joints.
func links(robot system.Sample, names []string) (points []artifact.Point) {
	anchors := system.JointAnchor.OrDefault(&robot)
	for number, members := range robot.Objects.Of(system.Body) {
		point := artifact.Point{Name: names[number], Link: names[number]}
		for axis := range point.Rest {
			point.Rest[axis] = float64(anchors[3*members[0]+axis])
		}
		points = append(points, point)
	}
	return points
}

// newJointModel returns the model of a run in joint coordinates, for a robot.
func newJointModel(trained *run.Run, inside artifact.Topology, robot artifact.Joints, gradients []string, rollout *rolling.Rollout) (*JointModel, error) {
	model, err := joints.InCoordinates(trained.Config.Model, robot.Drives != nil)
	if err != nil {
		return nil, err
	}
	j := &JointModel{run: trained, Inside: inside, Joints: robot, Module: model.Module, gradients: gradients}
	if rollout != nil {
		j.steps, j.loops = cmp.Or(rollout.Steps, measuredSteps), rollout.Steps == 0
	}
	if main := j.Module.Main; len(robot.Points) == 0 {
		main.Outputs = slices.DeleteFunc(main.Outputs, func(output ir.Output) bool { return output.Name == system.Position.Name })
	}
	if gradients != nil {
		if slices.Contains(gradients, system.LoadInput) && len(robot.Columns.Torque) == 0 {
			return nil, fields.Errorf("{gradients} %s: no joint of the robot has an axis, and the file takes no torque", system.LoadInput)
		}
		by := slices.Clone(gradients)
		for _, name := range joints.CoordinateState {
			if rollout != nil && !slices.Contains(by, name) && model.Module.Main.Input(name) != nil {
				by = append(by, name)
			}
		}
		if j.Module, err = joints.Pullback(model, by); err != nil {
			return nil, err
		}
	}
	j.coordinates, err = j.constants()
	return j, err
}

// rowsOf returns the joint of each particle, and for each joint the particle whose row
// represents it.
func rowsOf(robot system.Sample) (joint, first []int) {
	joint = make([]int, robot.Particles())
	roots := robot.Objects.Of(system.Tree)
	for number, members := range robot.Objects.Of(system.Body) {
		for _, particle := range members {
			joint[particle] = number
			if slices.ContainsFunc(roots, func(tree []int) bool { return slices.Contains(tree, particle) }) {
				first = append(first, particle)
			}
		}
	}
	return joint, first
}

// constants returns what the file contains as constants.
func (j *JointModel) constants() (*export.Coordinates, error) {
	robot := j.Inside.Sample()
	c := &export.Coordinates{Particles: robot.Particles(), Columns: map[string][]export.Column{}}
	c.Joint, c.First = rowsOf(robot)
	for number := range j.Joints.Names {
		for name, parts := range joints.CoordinateColumns(j.Joints.Type(number)) {
			for _, part := range parts {
				c.Columns[name] = append(c.Columns[name], export.Column{Joint: number, Part: part})
			}
		}
	}
	if c.Columns[system.LoadInput] == nil { // no joint has an axis
		zeros := make([]float32, c.Particles)
		c.Inputs = append(c.Inputs, systems.Baked{Input: system.LoadInput, Shape: []int{c.Particles, 1}, Floats: zeros})
	}
	if j.Joints.Drives != nil {
		floats := make([]float32, 0, c.Particles*system.Drive.Columns)
		for _, joint := range c.Joint {
			floats = append(floats, j.Joints.Drives[joint][:]...)
		}
		c.Inputs = append(c.Inputs, systems.Baked{Input: joints.DriveInput, Shape: []int{c.Particles, system.Drive.Columns}, Floats: floats})
	}
	copy(c.Gravity[:], system.Gravity.OrDefault(&robot))
	var batch system.Batch
	batch.Fill([]system.Sample{robot})
	given := predict.Inputs(&batch).Inputs
	for _, input := range j.Module.Main.Inputs {
		if value, known := given[input.Name]; known && !input.Param && input.Name != system.Gravity.Name {
			c.Inputs = append(c.Inputs, systems.Baked{Input: input.Name, Shape: value.Shape, Ints: value.Index, Floats: value.Float})
		}
	}
	for _, point := range j.Joints.Points {
		at := slices.Index(j.Joints.Names, point.Link)
		if at < 0 {
			return nil, fields.Errorf("{point} %s is of the link of %q, and there is none: the joints are %s", point.Name, point.Link, j.Joints)
		}
		weights, err := weightsOf(robot, robot.Objects.Of(system.Body)[at], point)
		if err != nil {
			return nil, err
		}
		c.Points = append(c.Points, weights)
	}
	return c, nil
}

// Describe describes the file in info, in particular what it takes.
func (j *JointModel) Describe(info *export.Info) error {
	text, err := json.Marshal(j.Joints)
	info.Coordinates, info.Gradients, info.Baked = j.coordinates, j.gradients, nil
	info.Metadata[artifact.JointsKey] = string(text)
	maps.Copy(info.Metadata, j.Joints.Units(j.run.Config.Data))
	if j.Joints.Driven() {
		delete(info.Metadata, export.UnitsPrefix+system.LoadInput) // that of the load, which the file does not take
	}
	info.Doc = j.run.Config.Model.Model + ": how far and how fast the joints of a robot turn or slide, one prediction interval later"
	return err
}

// JointModelOfFile returns the joint model of a file of the run.
func JointModelOfFile(m *artifact.Model, trained *run.Run) (*JointModel, error) {
	signature, err := artifact.ReadSignature(m.Bytes())
	if err != nil {
		return nil, err
	}
	var rollout *rolling.Rollout
	if signature.Rolls() {
		rollout = &rolling.Rollout{Steps: signature.Steps}
	}
	return newJointModel(trained, *m.Inside(), *m.Joints(), m.Gradients(), rollout)
}

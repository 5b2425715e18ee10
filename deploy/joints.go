package deploy

import (
	"cmp"
	"encoding/json"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/joints"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// Joints makes a file in joint coordinates.
type Joints struct {
	// Data is a data set of the robot, whose constants the file has inside.
	Data *datasets.Data
	// Links has the file return where the links are: the points at rest of their joints.
	Links bool
	// Points are more points that it returns the positions of.
	Points []artifact.Point
}

// inJoints is a run on its way into a file in joint coordinates, and back.
type inJoints struct {
	run         *run.Run
	inside      artifact.Topology
	joints      artifact.Joints
	module      *ir.Module // with the gradients, if there are some
	coordinates *export.Coordinates
	gradients   []string
	steps       int // that the file makes; 0 of a file of one
	loops       bool
}

// inJoints reads the robot from the data set.
func (o Options) inJoints(trained *run.Run) (*inJoints, error) {
	if err := run.CheckData(trained.Config.Model, o.Joints.Data); err != nil {
		return nil, err
	}
	inside, err := commonTopology(trained.Config.Model, o.Joints.Data)
	if err != nil {
		return nil, err
	}
	if !trained.Config.Model.Jointed() { // of which there are no names
		_, err := joints.InCoordinates(trained.Config.Model)
		return nil, err
	}
	if at := slices.IndexFunc(slices.Concat(o.Joints.Data.Train, o.Joints.Data.Valid, o.Joints.Data.Test), forced); at >= 0 {
		return nil, fields.Errorf("forces act on single particles in sample %d of all, which {joints} has no input for: leave {joints} out, or the forces", at)
	}
	joints := artifact.JointsOf(inside.Sample(), o.Joints.Data.About.ParticleNames())
	if o.Joints.Links {
		joints.Points = links(inside.Sample(), joints.Names)
	}
	joints.Points = append(joints.Points, o.Joints.Points...)
	return newInJoints(trained, inside, joints, o.Gradients, o.Rollout)
}

// forced reports whether a force acts on a particle of a sample.
func forced(s system.Sample) bool {
	return slices.ContainsFunc(system.Force.Of(&s), func(x float32) bool { return x != 0 })
}

// links are the points of all joints.
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

// newInJoints writes the model of a run in joint coordinates, for a robot.
func newInJoints(trained *run.Run, inside artifact.Topology, robot artifact.Joints, gradients []string, rollout *export.Rollout) (*inJoints, error) {
	model, err := joints.InCoordinates(trained.Config.Model)
	if err != nil {
		return nil, err
	}
	j := &inJoints{run: trained, inside: inside, joints: robot, module: model.Module, gradients: gradients}
	if rollout != nil {
		j.steps, j.loops = cmp.Or(rollout.Steps, measuredSteps), rollout.Steps == 0
	}
	if main := j.module.Main; len(robot.Points) == 0 {
		main.Outputs = slices.DeleteFunc(main.Outputs, func(output ir.Output) bool { return output.Name == system.Position.Name })
	}
	if gradients != nil {
		if slices.Contains(gradients, system.LoadInput) && len(robot.Columns.Torque) == 0 {
			return nil, fields.Errorf("{gradients} %s: no joint of the robot has an axis, and the file takes no torque", system.LoadInput)
		}
		by := slices.Clone(gradients)
		for _, name := range joints.CoordinateState {
			if rollout != nil && !slices.Contains(by, name) {
				by = append(by, name)
			}
		}
		if j.module, err = joints.Pullback(model, by); err != nil {
			return nil, err
		}
	}
	j.coordinates, err = j.constants()
	return j, err
}

// rowsOf are the joint of each particle, and the particle whose row counts for each joint.
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

// constants are what the file has inside.
func (j *inJoints) constants() (*export.Coordinates, error) {
	robot := j.inside.Sample()
	c := &export.Coordinates{Particles: robot.Particles(), Columns: map[string][]export.Column{}}
	c.Joint, c.First = rowsOf(robot)
	for number := range j.joints.Names {
		for name, parts := range joints.CoordinateColumns(j.joints.Type(number)) {
			for _, part := range parts {
				c.Columns[name] = append(c.Columns[name], export.Column{Joint: number, Part: part})
			}
		}
	}
	if c.Columns[system.LoadInput] == nil { // no joint has an axis
		zeros := make([]float32, c.Particles)
		c.Inputs = append(c.Inputs, export.Baked{Input: system.LoadInput, Shape: []int{c.Particles, 1}, Floats: zeros})
	}
	copy(c.Gravity[:], system.Gravity.OrDefault(&robot))
	var batch system.Batch
	batch.Fill([]system.Sample{robot})
	given := predict.Inputs(&batch).Inputs
	for _, input := range j.module.Main.Inputs {
		if value, known := given[input.Name]; known && !input.Param && input.Name != system.Gravity.Name {
			c.Inputs = append(c.Inputs, export.Baked{Input: input.Name, Shape: value.Shape, Ints: value.Index, Floats: value.Float})
		}
	}
	for _, point := range j.joints.Points {
		at := slices.Index(j.joints.Names, point.Link)
		if at < 0 {
			return nil, fields.Errorf("{point} %s is of the link of %q, and there is none: the joints are %s", point.Name, point.Link, j.joints)
		}
		weights, err := weightsOf(robot, robot.Objects.Of(system.Body)[at], point)
		if err != nil {
			return nil, err
		}
		c.Points = append(c.Points, weights)
	}
	return c, nil
}

// tell says of the file what it takes.
func (j *inJoints) tell(info *export.Info) error {
	text, err := json.Marshal(j.joints)
	info.Coordinates, info.Gradients, info.Baked = j.coordinates, j.gradients, nil
	info.Metadata[artifact.JointsKey] = string(text)
	info.Doc = j.run.Config.Model.Model + ": how far and how fast the joints of a robot turn or slide, one prediction interval later"
	return err
}

// jointsOf are the joints of a file of the run.
func jointsOf(m *artifact.Model, trained *run.Run) (*inJoints, error) {
	signature, err := artifact.ReadSignature(m.Bytes())
	if err != nil {
		return nil, err
	}
	var rollout *export.Rollout
	if signature.Rolls() {
		rollout = &export.Rollout{Steps: signature.Steps}
	}
	return newInJoints(trained, *m.Inside(), *m.Joints(), m.Gradients(), rollout)
}

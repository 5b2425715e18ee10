package system

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Field is a quantity that systems are given, a row of the table of fields. Data
// sets, checks, ranges, batches, inputs of models and of exported files, motions of
// certificates, conversions of units and the documentation follow from the row.
type Field struct {
	// Name is the name of the input of models and exported files, and Key the name of the
	// array in data sets where it is another.
	Name, Key string
	Rows      Rows
	// Columns are how many numbers a row has; 0 where a data set names them.
	Columns int
	Turns   Turning
	Unit    Unit
	// PerFrame fields may have other values in every frame of a trajectory. The row
	// of a frame acts from that frame to the next.
	PerFrame bool
	// Default is what a system has that is not given the field. Required fields have
	// none: a model that takes them takes no system without.
	Default  float32
	Required bool
	// Usual is what random systems are drawn from, each number by itself; Whole
	// numbers are drawn as such.
	Usual Range
	Whole bool
	// Least and Most bound what a value may be where they differ.
	Least, Most float64
	// Target fields are what a model is trained on, and no input.
	Target bool
	// Ranged fields may leave the range of the training data by no share of its ends,
	// others by half.
	Ranged bool
	// Doc says what it is, in a line.
	Doc string

	// place is where samples have it in a field of their own, nil where Given holds it.
	place func(*Sample) *[]float32
	// flat arrays of one column have no axis of columns.
	flat bool
}

// Rows are what a field has a row for.
type Rows uint8

// The rows of fields.
const (
	OfSystem   Rows = iota
	OfParticle      // of each system
	OfEdge          // slots of neighbours of each particle
)

func (r Rows) String() string { return [...]string{"system", "particle", "edge"}[r] }

// Turning is how a quantity changes with the axes of space.
type Turning uint8

// The ways of turning.
const (
	Scalar Turning = iota // stays
	Point                 // turns, is mirrored, and moves along
	Vector                // turns and is mirrored
	Axial                 // turns, and a reflection turns it about, as a torque
	Planar                // planes, four numbers each: a vector and how far along it
)

func (t Turning) String() string {
	return [...]string{"scalar", "point", "vector", "axial vector", "plane"}[t]
}

// The fields that systems may have. A system is where it is and how it moves: these
// two it always has.
var (
	Position = &Field{
		Name: "position", Key: "x0", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1},
		Doc:   "positions of the particles",
		place: func(s *Sample) *[]float32 { return &s.Position },
	}
	Velocity = &Field{
		Name: "velocity", Key: "v0", Rows: OfParticle, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -1},
		Doc:   "velocities of the particles",
		place: func(s *Sample) *[]float32 { return &s.Velocity },
	}
	TargetPosition = &Field{
		Name: "target", Key: "xT", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1}, Target: true,
		Doc:   "true positions one prediction interval later",
		place: func(s *Sample) *[]float32 { return &s.TargetPosition },
	}
	TargetVelocity = &Field{
		Name: "target_velocity", Key: "vT", Rows: OfParticle, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -1}, Target: true,
		Doc:   "true velocities one prediction interval later",
		place: func(s *Sample) *[]float32 { return &s.TargetVelocity },
	}
	Charge = &Field{
		Name: "charge", Rows: OfParticle, Columns: 1, Unit: Unit{Charge: 1}, Required: true, Usual: Range{-1, 1}, Whole: true, Ranged: true,
		Doc:   "charges of the particles",
		place: func(s *Sample) *[]float32 { return &s.Charge },
	}
	Mass = &Field{
		Name: "mass", Rows: OfParticle, Columns: 1, Unit: Unit{Mass: 1}, Default: 1, Usual: Range{0.5, 2}, Least: 0, Most: math.MaxFloat32,
		Doc: "masses of the particles", flat: true,
	}
	Pinned = &Field{
		Name: "pinned", Rows: OfParticle, Columns: 1, Usual: Range{0, 0}, Whole: true, Least: 0, Most: 1, Ranged: true,
		Doc: "1 for a particle that is held in place, 0 for others", flat: true,
	}
	Gravity = &Field{
		Name: "gravity", Rows: OfSystem, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -2}, PerFrame: true, Usual: Range{-1, 1},
		Doc: "acceleration due to gravity, one vector for each system",
	}
	Force = &Field{
		Name: "force", Rows: OfParticle, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -2, Mass: 1}, PerFrame: true, Usual: Range{-1, 1},
		Doc: "external forces on the particles",
	}
	CellA = cellVector("cell_a", "first vector of the periodic cell; there is no cell if all three vectors are 0")
	CellB = cellVector("cell_b", "second vector of the periodic cell")
	CellC = cellVector("cell_c", "third vector of the periodic cell")
	// The joints of rigid bodies, each in the rows of the body's particles. A tree of the
	// first particles of bodies then says which body hangs on which, and its root hangs
	// on the ground; its bars keep no lengths.
	Rest = &Field{
		Name: "rest", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1}, Usual: Range{-1, 1},
		Doc: "positions of the particles in the rest pose, in which joint_anchor, turn_axis and slide_axis are given",
	}
	JointAnchor = &Field{
		Name: "joint_anchor", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1}, Usual: Range{-1, 1},
		Doc: "a point on the joint of the particle's body, in the rest pose",
	}
	TurnAxis = &Field{
		Name: "turn_axis", Rows: OfParticle, Columns: 3, Turns: Axial, Usual: Range{-1, 1},
		Doc: "unit axis of the revolute joint of the particle's body, in the rest pose; 0 for other joints",
	}
	SlideAxis = &Field{
		Name: "slide_axis", Rows: OfParticle, Columns: 3, Turns: Vector, Usual: Range{0, 0},
		Doc: "unit axis of the prismatic joint of the particle's body, in the rest pose; 0 for other joints",
	}
	// JointType is given where a body is on another joint than one with an axis.
	JointType = &Field{
		Name: "joint_type", Rows: OfParticle, Columns: 1, Usual: Range{0, 0}, Whole: true, Least: OnAxis, Most: Floating, Ranged: true,
		Doc: "type of the joint of the particle's body: 0 revolute or prismatic, by its axis; 1 a ball joint; 2 none, so that the body floats", flat: true,
	}
	Torque = &Field{
		Name: "torque", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Time: -2, Mass: 1}, PerFrame: true, Usual: Range{-1, 1},
		Doc: "torque about the axis of the revolute joint of the particle's body", flat: true,
	}
	Thrust = &Field{
		Name: "thrust", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 1, Time: -2, Mass: 1}, PerFrame: true, Usual: Range{0, 0},
		Doc: "force along the axis of the prismatic joint of the particle's body", flat: true,
	}
	TurnDamping = &Field{
		Name: "turn_damping", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Time: -1, Mass: 1}, Usual: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "viscous damping coefficient of the revolute joint of the particle's body: torque over angular velocity", flat: true,
	}
	SlideDamping = &Field{
		Name: "slide_damping", Rows: OfParticle, Columns: 1, Unit: Unit{Time: -1, Mass: 1}, Usual: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "viscous damping coefficient of the prismatic joint of the particle's body: force over velocity", flat: true,
	}
	TurnFriction = &Field{
		Name: "turn_friction", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Time: -2, Mass: 1}, Usual: Range{0, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "Coulomb friction torque of the revolute joint of the particle's body", flat: true,
	}
	SlideFriction = &Field{
		Name: "slide_friction", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 1, Time: -2, Mass: 1}, Usual: Range{0, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "Coulomb friction force of the prismatic joint of the particle's body", flat: true,
	}
	// Joints go no farther than limits, at which stops push them back. A stop takes hold
	// of a joint with an inertia, and returns it in a time.
	TurnLimits = &Field{
		Name: "turn_limits", Rows: OfParticle, Columns: 2, Usual: Range{-1, 1},
		Doc: "lower and upper limit of the angle of the revolute joint of the particle's body, from the rest pose; no limits if both are 0 or a whole turn apart",
	}
	SlideLimits = &Field{
		Name: "slide_limits", Rows: OfParticle, Columns: 2, Unit: Unit{Length: 1}, Usual: Range{0, 0},
		Doc: "lower and upper limit of the displacement of the prismatic joint of the particle's body, from the rest pose; no limits if both are 0",
	}
	RotorInertia = &Field{
		Name: "rotor_inertia", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Mass: 1}, Usual: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "inertia of the motor's rotor, reflected to the revolute joint of the particle's body", flat: true,
	}
	RotorMass = &Field{
		Name: "rotor_mass", Rows: OfParticle, Columns: 1, Unit: Unit{Mass: 1}, Usual: Range{0, 0}, Least: 0, Most: math.MaxFloat32,
		Doc: "mass of the motor's rotor, reflected to the prismatic joint of the particle's body", flat: true,
	}
	StopInertia = &Field{
		Name: "stop_inertia", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Mass: 1}, Usual: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "inertia with which the stops push the revolute joint of the particle's body back from its limits", flat: true,
	}
	StopMass = &Field{
		Name: "stop_mass", Rows: OfParticle, Columns: 1, Unit: Unit{Mass: 1}, Usual: Range{0, 0}, Least: 0, Most: math.MaxFloat32,
		Doc: "mass with which the stops push the prismatic joint of the particle's body back from its limits", flat: true,
	}
	StopTime = &Field{
		Name: "stop_time", Rows: OfSystem, Columns: 1, Unit: Unit{Time: 1}, Usual: Range{0.01, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "time in which the stops return joints to their limits, one integration step at least", flat: true,
	}
	// Planes, of which a system has MostPlanes at most, are what free particles and rigid
	// bodies do not go through: normals, of any length above 0, and offsets.
	Planes = &Field{
		Name: "planes", Rows: OfSystem, Columns: PlaneColumns * MostPlanes, Turns: Planar, Usual: Range{-1, 1},
		Doc: fmt.Sprintf("up to %d contact planes, four numbers each: a normal n, of any length above 0, that points to the free side, and the offset d of the plane along it. Particles stay where n.x / |n| >= d. Four zeros are no plane", MostPlanes),
	}
	Friction = &Field{
		Name: "friction", Rows: OfSystem, Columns: 1, Usual: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "coefficient of Coulomb friction in contact", flat: true,
	}
	Restitution = &Field{
		Name: "restitution", Rows: OfSystem, Columns: 1, Usual: Range{0, 1}, Least: 0, Most: 1,
		Doc: "coefficient of restitution in contact", flat: true,
	}
	// Gyration says where the mass of a rigid body is, whose particles are markers. With r
	// from the centre of mass, its second moments are the sum over the columns of p p^T times its mass, p
	// the sum of r times the column. A body without it has its mass in its particles.
	Gyration = &Field{
		Name: "gyration", Rows: OfParticle, Columns: 3, Usual: Range{-0.3, 0.3},
		Doc: "weights by which the positions of a body's particles, from its centre of mass, add up to its three principal radii of gyration, if its mass is not at its particles",
	}
	// Box says which bodies are boxes, that particles of others touch. The sum over a body's
	// particles of a column times r, from the centre of mass, is half of an edge. The particles of
	// a box are at its corners, as Sample.CheckGeometry holds.
	Box = &Field{
		Name: "box", Rows: OfParticle, Columns: 3, Usual: Range{0, 0},
		Doc: "weights by which the positions of a body's particles, from its centre of mass, add up to half of each edge of its box; 0 for a body that is no box",
	}
	// NodeFeatures and EdgeFeatures have the columns that a data set names.
	NodeFeatures = &Field{
		Name: "node_features", Rows: OfParticle, Required: true, PerFrame: true, Usual: normalRange,
		Doc:   "features of the particles",
		place: func(s *Sample) *[]float32 { return &s.NodeFeatures },
	}
	EdgeFeatures = &Field{
		Name: "edge_features", Rows: OfEdge, Required: true, Usual: normalRange,
		Doc:   "features of the edges from the neighbors, in the same slots; 0 in unused slots",
		place: func(s *Sample) *[]float32 { return &s.EdgeFeatures },
	}
)

// cellVector is a row of one of the vectors of periodic cells. Random systems have no
// cell.
func cellVector(name, doc string) *Field {
	return &Field{Name: name, Rows: OfSystem, Columns: 3, Turns: Vector, Unit: Unit{Length: 1}, Usual: Range{0, 0}, Doc: doc}
}

// normalRange stands for normal numbers of deviation 1.
var normalRange = Range{math.Inf(-1), math.Inf(1)}

// table is the table of fields.
var table = []*Field{
	Position, Velocity, TargetPosition, TargetVelocity,
	Charge, Mass, Pinned, Gravity, Force, CellA, CellB, CellC,
	Rest, JointAnchor, TurnAxis, SlideAxis, JointType, Torque, Thrust, TurnDamping, SlideDamping, TurnFriction, SlideFriction,
	TurnLimits, SlideLimits, RotorInertia, RotorMass, StopInertia, StopMass, StopTime,
	Planes, Friction, Restitution, Gyration, Box,
	NodeFeatures, EdgeFeatures,
}

// Fields are the rows of the table.
func Fields() []*Field { return slices.Clone(table) }

// RegisterField adds a row to the table, at the start of a program.
func RegisterField(f *Field) {
	f.flat = f.Columns == 1
	table = append(table, f)
}

// GivenFields are the fields that models may take besides positions and velocities.
func GivenFields() []*Field {
	return slices.DeleteFunc(Fields(), func(f *Field) bool { return !f.IsGiven() })
}

// FieldNamed is the field of that name, nil if there is none.
func FieldNamed(name string) *Field {
	if at := slices.IndexFunc(table, func(f *Field) bool { return f.Name == name }); at >= 0 {
		return table[at]
	}
	return nil
}

// PredictedPrefix is before the names of outputs of exported files that have an input of that
// name.
const PredictedPrefix = "predicted_"

// Array names the array of a data set.
func (f *Field) Array() string { return cmp.Or(f.Key, f.Name) }

// IsState reports whether every system has the field: positions and velocities.
func (f *Field) IsState() bool { return f == Position || f == Velocity }

// IsGiven reports whether it is one of GivenFields.
func (f *Field) IsGiven() bool { return !f.Target && !f.IsState() }

// Named reports whether a data set names the columns.
func (f *Field) Named() bool { return f.Columns == 0 }

// Optional reports whether a system may lack the field where a model takes it.
func (f *Field) Optional() bool { return f.IsGiven() && !f.Required }

// Flat reports whether arrays in data sets have no axis of columns.
func (f *Field) Flat() bool { return f.flat }

// number is the place in the table.
func (f *Field) number() int { return slices.Index(table, f) }

package system

import (
	"fmt"
	"math"
)

// Field is a quantity of systems, a row of the table of fields. Data sets, checks, ranges,
// batches, the inputs of models and of exported files, the motions of certificates, the
// conversion of units and the documentation all follow from the row.
type Field struct {
	// Name is the name of the input of models and of exported files. Key is the name of the
	// array in data sets, if that is another.
	Name, Key string
	Rows      Rows
	// Columns is the number of numbers in a row. It is 0 if the data set names the columns.
	Columns int
	Turns   Turning
	Unit    Unit
	// PerFrame says that the field may change from frame to frame of a trajectory. The values
	// of a frame act from that frame to the next.
	PerFrame bool
	// Default is the value for a system that lacks the field. A Required field has none: a
	// model that takes it refuses systems without it.
	Default  float32
	Required bool
	// Typical is the range from which each number of a random system is drawn. Whole says that
	// the numbers are integers.
	Typical Range
	Whole   bool
	// Least and Most bound the values, if the two differ.
	Least, Most float64
	// Target says that models are trained on the field and do not take it as an input.
	Target bool
	// Ranged says that a value outside of the training range counts as outside at once. For
	// other fields it may be half as large again.
	Ranged bool
	// Doc describes the field in a line.
	Doc string

	// locate returns where a Sample holds the field. It is nil if Sample.Given holds it.
	locate func(*Sample) *[]float32
	// flat says that arrays have no axis of columns.
	flat bool
}

// Rows says what a field has a row for.
type Rows uint8

// These are the rows of fields.
const (
	OfSystem   Rows = iota
	OfParticle      // of each system
	OfEdge          // slots of neighbors of each particle
)

func (r Rows) String() string { return [...]string{"system", "particle", "edge"}[r] }

// Turning is how a quantity changes when the axes of space turn.
type Turning uint8

// These are the ways in which quantities change.
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

// These are the fields of systems. Every system has a position and a velocity.
var (
	Position = &Field{
		Name: "position", Key: "x0", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1},
		Doc:    "positions of the particles",
		locate: func(s *Sample) *[]float32 { return &s.Position },
	}
	Velocity = &Field{
		Name: "velocity", Key: "v0", Rows: OfParticle, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -1},
		Doc:    "velocities of the particles",
		locate: func(s *Sample) *[]float32 { return &s.Velocity },
	}
	TargetPosition = &Field{
		Name: "target", Key: "xT", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1}, Target: true,
		Doc:    "true positions one prediction interval later",
		locate: func(s *Sample) *[]float32 { return &s.TargetPosition },
	}
	TargetVelocity = &Field{
		Name: "target_velocity", Key: "vT", Rows: OfParticle, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -1}, Target: true,
		Doc:    "true velocities one prediction interval later",
		locate: func(s *Sample) *[]float32 { return &s.TargetVelocity },
	}
	Charge = &Field{
		Name: "charge", Rows: OfParticle, Columns: 1, Unit: Unit{Charge: 1}, Required: true, Typical: Range{-1, 1}, Whole: true, Ranged: true,
		Doc:    "charges of the particles",
		locate: func(s *Sample) *[]float32 { return &s.Charge },
	}
	Mass = &Field{
		Name: "mass", Rows: OfParticle, Columns: 1, Unit: Unit{Mass: 1}, Default: 1, Typical: Range{0.5, 2}, Least: 0, Most: math.MaxFloat32,
		Doc: "masses of the particles", flat: true,
	}
	Pinned = &Field{
		Name: "pinned", Rows: OfParticle, Columns: 1, Typical: Range{0, 0}, Whole: true, Least: 0, Most: 1, Ranged: true,
		Doc: "1 for a particle that is held in place, 0 for others", flat: true,
	}
	Gravity = &Field{
		Name: "gravity", Rows: OfSystem, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -2}, PerFrame: true, Typical: Range{-1, 1},
		Doc: "acceleration due to gravity, one vector for each system",
	}
	Force = &Field{
		Name: "force", Rows: OfParticle, Columns: 3, Turns: Vector, Unit: Unit{Length: 1, Time: -2, Mass: 1}, PerFrame: true, Typical: Range{-1, 1},
		Doc: "external forces on the particles",
	}
	CellA = cellVector("cell_a", "first vector of the periodic cell; there is no cell if all three vectors are 0")
	CellB = cellVector("cell_b", "second vector of the periodic cell")
	CellC = cellVector("cell_c", "third vector of the periodic cell")
	// These fields describe the joints of rigid bodies, in the rows of each body's particles. A
	// tree of the bodies' first particles says which body hangs on which. Its root hangs on the
	// ground, and its bars keep no lengths.
	Rest = &Field{
		Name: "rest", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1}, Typical: Range{-1, 1},
		Doc: "positions of the particles in the rest pose, in which joint_anchor, turn_axis and slide_axis are given",
	}
	JointAnchor = &Field{
		Name: "joint_anchor", Rows: OfParticle, Columns: 3, Turns: Point, Unit: Unit{Length: 1}, Typical: Range{-1, 1},
		Doc: "a point on the joint of the particle's body, in the rest pose",
	}
	TurnAxis = &Field{
		Name: "turn_axis", Rows: OfParticle, Columns: 3, Turns: Axial, Typical: Range{-1, 1},
		Doc: "unit axis of the revolute joint of the particle's body, in the rest pose; 0 for other joints",
	}
	SlideAxis = &Field{
		Name: "slide_axis", Rows: OfParticle, Columns: 3, Turns: Vector, Typical: Range{0, 0},
		Doc: "unit axis of the prismatic joint of the particle's body, in the rest pose; 0 for other joints",
	}
	// JointType is given if some body is on a joint without a single axis.
	JointType = &Field{
		Name: "joint_type", Rows: OfParticle, Columns: 1, Typical: Range{0, 0}, Whole: true, Least: OnAxis, Most: Floating, Ranged: true,
		Doc: "type of the joint of the particle's body: 0 revolute or prismatic, by its axis; 1 a ball joint; 2 none, so that the body floats", flat: true,
	}
	Torque = &Field{
		Name: "torque", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Time: -2, Mass: 1}, PerFrame: true, Typical: Range{-1, 1},
		Doc: "torque about the axis of the revolute joint of the particle's body", flat: true,
	}
	Thrust = &Field{
		Name: "thrust", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 1, Time: -2, Mass: 1}, PerFrame: true, Typical: Range{0, 0},
		Doc: "force along the axis of the prismatic joint of the particle's body", flat: true,
	}
	TurnDamping = &Field{
		Name: "turn_damping", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Time: -1, Mass: 1}, Typical: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "viscous damping coefficient of the revolute joint of the particle's body: torque over angular velocity", flat: true,
	}
	SlideDamping = &Field{
		Name: "slide_damping", Rows: OfParticle, Columns: 1, Unit: Unit{Time: -1, Mass: 1}, Typical: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "viscous damping coefficient of the prismatic joint of the particle's body: force over velocity", flat: true,
	}
	TurnFriction = &Field{
		Name: "turn_friction", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Time: -2, Mass: 1}, Typical: Range{0, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "Coulomb friction torque of the revolute joint of the particle's body", flat: true,
	}
	SlideFriction = &Field{
		Name: "slide_friction", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 1, Time: -2, Mass: 1}, Typical: Range{0, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "Coulomb friction force of the prismatic joint of the particle's body", flat: true,
	}
	// Joints stay within limits, at which stops push them back. A stop acts on a joint through
	// an inertia and brings it back within a given time.
	TurnLimits = &Field{
		Name: "turn_limits", Rows: OfParticle, Columns: 2, Typical: Range{-1, 1},
		Doc: "lower and upper limit of the angle of the revolute joint of the particle's body, from the rest pose; no limits if both are 0 or a whole turn apart",
	}
	SlideLimits = &Field{
		Name: "slide_limits", Rows: OfParticle, Columns: 2, Unit: Unit{Length: 1}, Typical: Range{0, 0},
		Doc: "lower and upper limit of the displacement of the prismatic joint of the particle's body, from the rest pose; no limits if both are 0",
	}
	RotorInertia = &Field{
		Name: "rotor_inertia", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Mass: 1}, Typical: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "inertia of the motor's rotor, reflected to the revolute joint of the particle's body", flat: true,
	}
	RotorMass = &Field{
		Name: "rotor_mass", Rows: OfParticle, Columns: 1, Unit: Unit{Mass: 1}, Typical: Range{0, 0}, Least: 0, Most: math.MaxFloat32,
		Doc: "mass of the motor's rotor, reflected to the prismatic joint of the particle's body", flat: true,
	}
	StopInertia = &Field{
		Name: "stop_inertia", Rows: OfParticle, Columns: 1, Unit: Unit{Length: 2, Mass: 1}, Typical: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "inertia with which the stops push the revolute joint of the particle's body back from its limits", flat: true,
	}
	StopMass = &Field{
		Name: "stop_mass", Rows: OfParticle, Columns: 1, Unit: Unit{Mass: 1}, Typical: Range{0, 0}, Least: 0, Most: math.MaxFloat32,
		Doc: "mass with which the stops push the prismatic joint of the particle's body back from its limits", flat: true,
	}
	StopTime = &Field{
		Name: "stop_time", Rows: OfSystem, Columns: 1, Unit: Unit{Time: 1}, Typical: Range{0.01, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "time in which the stops return joints to their limits, one integration step at least", flat: true,
	}
	// These fields describe friction that depends on more than the direction of motion. Their
	// units are those of the joint's load and of its angle or, for a prismatic joint, of lengths
	// in the data.
	FrictionLaw = &Field{
		Name: "friction_law", Rows: OfParticle, Columns: FrictionColumns, Typical: Range{0, 0.1},
		Doc: "eight numbers d, r, c, l, k, s, t, w of the joint's friction at the rate v, where T is the size of the load that moves the links. d v + (r + k T) cbrt(v) adds to its damping, and direction (c + l T + (s + t T) exp(-(v / w)^2)) to its Coulomb friction",
	}
	FrictionMemory = &Field{
		Name: "friction_memory", Rows: OfParticle, Columns: 2, Typical: Range{0.01, 0.1}, Least: 0, Most: math.MaxFloat32,
		Doc: "presliding friction (Dahl) of the joint of the particle's body: the displacement in which friction follows the direction of motion, and the rate at which the direction decays by itself",
	}
	FrictionNetwork = &Field{
		Name: "friction_network", Rows: OfParticle, Columns: NetworkInputs + NetworkBumps*(NetworkInputs+1), Typical: Range{-0.1, 0.1},
		Doc: fmt.Sprintf("a network that is added to the joint's friction. It has the scales of the angle, the rate and the load that moves the links, then %d centers in these units. The weights of Gaussian functions about them, of width %g, come last", NetworkBumps, NetworkWidth),
	}
	// Only files in joint coordinates read Drive, because data sets hold the load that acts.
	Drive = &Field{
		Name: "drive", Rows: OfParticle, Columns: 2, Typical: Range{0.5, 2},
		Doc: "the load on the joint of the particle's body is the first number times the load, or the current, that a file in joint coordinates is given, less the second",
	}
	// Planes are what free particles and rigid bodies cannot pass through. A system has at most
	// MostPlanes of them. Each is a normal, of any length above 0, and an offset.
	Planes = &Field{
		Name: "planes", Rows: OfSystem, Columns: PlaneColumns * MostPlanes, Turns: Planar, Typical: Range{-1, 1},
		Doc: fmt.Sprintf("up to %d contact planes, four numbers each: a normal n, of any length above 0, that points to the free side, and the offset d of the plane along it. Particles stay where n.x / |n| >= d. Four zeros are no plane", MostPlanes),
	}
	Friction = &Field{
		Name: "friction", Rows: OfSystem, Columns: 1, Typical: Range{0, 1}, Least: 0, Most: math.MaxFloat32,
		Doc: "coefficient of Coulomb friction in contact", flat: true,
	}
	Restitution = &Field{
		Name: "restitution", Rows: OfSystem, Columns: 1, Typical: Range{0, 1}, Least: 0, Most: 1,
		Doc: "coefficient of restitution in contact", flat: true,
	}
	// Gyration describes how the mass of a rigid body is distributed, if its particles are only
	// markers. Let r be positions from the center of mass. For each column let p be the sum,
	// over the particles, of r times the column. The second moment of the body's mass is its
	// mass times the sum of p p^T over the columns. A body without this field has its mass in
	// its particles.
	Gyration = &Field{
		Name: "gyration", Rows: OfParticle, Columns: 3, Typical: Range{-0.3, 0.3},
		Doc: "weights by which the positions of a body's particles, from its centre of mass, add up to its three principal radii of gyration, if its mass is not at its particles",
	}
	// Box marks the bodies that are boxes, which particles of other bodies touch. Let r be
	// positions from the center of mass. The sum, over the body's particles, of a column times
	// r is half of an edge. The particles of a box are at its corners, which
	// Sample.CheckGeometry checks.
	Box = &Field{
		Name: "box", Rows: OfParticle, Columns: 3, Typical: Range{0, 0},
		Doc: "weights by which the positions of a body's particles, from its centre of mass, add up to half of each edge of its box; 0 for a body that is no box",
	}
	// The data set names the columns of NodeFeatures and EdgeFeatures.
	NodeFeatures = &Field{
		Name: "node_features", Rows: OfParticle, Required: true, PerFrame: true, Typical: normalRange,
		Doc:    "features of the particles",
		locate: func(s *Sample) *[]float32 { return &s.NodeFeatures },
	}
	EdgeFeatures = &Field{
		Name: "edge_features", Rows: OfEdge, Required: true, Typical: normalRange,
		Doc:    "features of the edges from the neighbors, in the same slots; 0 in unused slots",
		locate: func(s *Sample) *[]float32 { return &s.EdgeFeatures },
	}
)

// FrictionColumns is the number of columns of FrictionLaw.
const FrictionColumns = 8

// A FrictionNetwork has NetworkInputs inputs and NetworkBumps Gaussian functions with a width of
// NetworkWidth.
const (
	NetworkInputs = 3
	NetworkBumps  = 40
	NetworkWidth  = 0.7
)

// cellVector returns the field of one vector of periodic cells. Random systems have no cell.
func cellVector(name, doc string) *Field {
	return &Field{Name: name, Rows: OfSystem, Columns: 3, Turns: Vector, Unit: Unit{Length: 1}, Typical: Range{0, 0}, Doc: doc}
}

// normalRange stands for normally distributed numbers with a deviation of 1.
var normalRange = Range{math.Inf(-1), math.Inf(1)}

// table is the table of fields.
var table = []*Field{
	Position, Velocity, TargetPosition, TargetVelocity,
	Charge, Mass, Pinned, Gravity, Force, CellA, CellB, CellC,
	Rest, JointAnchor, TurnAxis, SlideAxis, JointType, Torque, Thrust, TurnDamping, SlideDamping, TurnFriction, SlideFriction,
	TurnLimits, SlideLimits, RotorInertia, RotorMass, StopInertia, StopMass, StopTime,
	FrictionLaw, FrictionMemory, FrictionNetwork, Drive,
	Planes, Friction, Restitution, Gyration, Box,
	NodeFeatures, EdgeFeatures,
}

package config

import (
	"math"
	"slices"

	"gmnc/internal/fields"
	"gmnc/system"
)

// Constant is a constant of mechanics that is learned together with the weights. Name is one of
// Learnable. The values are parameters of the model: a positive value is its start times the
// exponential of its parameter, and any other is its start plus Unit times its parameter.
type Constant struct {
	Name string `json:"name"`
	// By says what has a value of its own: ByParticle for the particles of systems that are all
	// alike, ByType for the one-hot features of particles, ByJoint, or BySystem.
	By string `json:"by"`
	// Labels name what has a value: numbers of particles or of bodies, or features. There are
	// none for a system.
	Labels []string `json:"labels,omitempty"`
	// Start holds the initial values: one for each label, or those of a system, which for
	// gravity are three.
	Start []float64 `json:"start,omitzero"`
	// Joints holds the joint of each particle's body, if values are by joint.
	Joints []int `json:"joints,omitempty"`
	// Fixed holds, for each value that the data do not determine and that keeps its start, the
	// reason. It is "" for the others.
	Fixed []string `json:"held,omitempty"`
	// Unit is the change of a value per unit of its parameter, if the value may be negative.
	Unit float64 `json:"unit,omitempty"`
}

// These are the values of Constant.By.
const (
	ByParticle = "particle"
	ByType     = "type"
	BySystem   = "system"
	ByJoint    = "joint" // the rigid bodies with joints of systems that are all alike
)

// These are the names of constants.
const (
	LearnedMass       = "mass"                   // of particles
	LearnedGravity    = "gravity"                // the acceleration of all free particles
	LearnedDamping    = "damping"                // the force against the motion of a particle, over its speed
	LearnedStiffness  = system.StiffnessFeature  // of springs between listed neighbors
	LearnedRestLength = system.RestLengthFeature // of these springs

	LearnedRotor = "rotor_inertia" // of joints: the inertia of a motor's rotor, or its mass where they slide
	LearnedStop  = "stop_inertia"  // of joints: the inertia, or mass, of stops at their limits

	LearnedFriction    = "friction"    // against sliding along planes; of joints: the torque, or force, against their motion at any rate
	LearnedRestitution = "restitution" // of bounces off planes
	LearnedRetardation = "retardation" // of contact: a damper's force over approach speed and stiffness
)

// ConstantFields are the fields that hold constants of systems with planes.
var ConstantFields = map[string]*system.Field{
	LearnedFriction: system.Friction, LearnedRestitution: system.Restitution,
}

// JointFields are the fields that hold constants of joints, of revolute and of prismatic ones.
var JointFields = map[string][2]*system.Field{
	LearnedDamping: {system.TurnDamping, system.SlideDamping}, LearnedFriction: {system.TurnFriction, system.SlideFriction},
	LearnedRotor: {system.RotorInertia, system.RotorMass}, LearnedStop: {system.StopInertia, system.StopMass},
}

// learnable lists, for each constant, what may have a value of its own.
var learnable = map[string][]string{
	LearnedMass:       {ByParticle, ByType, ByJoint},
	LearnedGravity:    {BySystem},
	LearnedDamping:    {ByParticle, ByType, BySystem, ByJoint},
	LearnedStiffness:  {BySystem},
	LearnedRestLength: {BySystem},

	LearnedRotor: {ByJoint},
	LearnedStop:  {ByJoint},

	LearnedFriction:    {BySystem, ByJoint},
	LearnedRestitution: {BySystem},
	LearnedRetardation: {BySystem},
}

// Learnable returns the names of the constants that can be learned.
func Learnable() []string {
	return []string{LearnedMass, LearnedGravity, LearnedDamping, LearnedStiffness, LearnedRestLength, LearnedRotor, LearnedStop, LearnedFriction, LearnedRestitution, LearnedRetardation}
}

// learnedOfJoints are the constants of rigid bodies with joints: the masses of bodies, gravity,
// and the damping, friction, rotors and stops of joints.
var learnedOfJoints = []string{LearnedMass, LearnedGravity, LearnedDamping, LearnedFriction, LearnedRotor, LearnedStop}

// learnedOfContact are the constants of systems with planes.
var learnedOfContact = []string{LearnedGravity, LearnedFriction, LearnedRestitution, LearnedRetardation}

// Learns returns the constant of that name, or nil if it is not learned.
func (c Config) Learns(name string) *Constant {
	i := slices.IndexFunc(c.Learn, func(l Constant) bool { return l.Name == name })
	if i < 0 {
		return nil
	}
	return &c.Learn[i]
}

// Particles returns the number of particles of every system, or 0 if it may differ. Constants
// by particle are for systems that are all alike.
func (c Config) Particles() int {
	for _, l := range c.Learn {
		switch l.By {
		case ByParticle:
			return len(l.Start)
		case ByJoint:
			return len(l.Joints)
		}
	}
	return 0
}

// Param is the name of the constant's parameters among a model's weights.
func (c Constant) Param() string { return "constants/" + c.Name }

// Positive reports whether the values are positive.
func (c Constant) Positive() bool { return c.Name != LearnedGravity }

// Vanished is the parameter at which a positive constant counts as 0.
const Vanished = -30

// Title names value i: "mass of particle 2", or "gravity of z".
func (c Constant) Title(i int) string {
	if of := c.Of(i); of != "" {
		return c.Name + " of " + of
	}
	return c.Name
}

// Of says what has value i. It returns "" if all have it.
func (c Constant) Of(i int) string {
	switch {
	case c.By == ByParticle:
		return "particle " + c.Labels[i]
	case c.Labels != nil:
		return c.Labels[i]
	case len(c.Start) > 1:
		return [...]string{"x", "y", "z"}[i]
	}
	return ""
}

// Values converts parameters to values.
func (c Constant) Values(params []float32) []float64 {
	values := make([]float64, len(c.Start))
	for i := range values {
		values[i] = c.ValueAt(i, float64(params[i]))
	}
	return values
}

// ValueAt converts the parameter of value i to the value.
func (c Constant) ValueAt(i int, param float64) float64 {
	switch start := c.Start[i]; {
	case c.Fixed != nil && c.Fixed[i] != "":
		return start
	case c.Positive() && param <= Vanished:
		return 0
	case c.Positive():
		return start * math.Exp(param)
	default:
		return start + float64(c.Unit*param)
	}
}

// validateLearn reports constants that cannot be learned.
func (c Config) validateLearn() error {
	for i, l := range c.Learn {
		by, known := learnable[l.Name]
		switch {
		case !known:
			return fields.Errorf("{learn} %s: the constants that may be learned are %v", l.Name, Learnable())
		case !Describe(c.Model).Law:
			return fields.Errorf("{learn} %s does not go with {model} %s: constants are of gmn-ode", l.Name, c.Model)
		case c.Jointed() && !slices.Contains(learnedOfJoints, l.Name):
			return fields.Errorf("{learn} %s: of systems with joints the constants %v may be learned", l.Name, learnedOfJoints)
		case c.Contacting() && !slices.Contains(learnedOfContact, l.Name):
			return fields.Errorf("{learn} %s: of systems with planes the constants %v may be learned", l.Name, learnedOfContact)
		case !c.Contacting() && !c.Jointed() && (ConstantFields[l.Name] != nil || l.Name == LearnedRetardation) && l.Start != nil:
			return fields.Errorf("{learn} %s is of systems with planes, and the data have none", l.Name)
		case l.By == ByJoint && !c.Jointed() && l.Start != nil:
			return fields.Errorf("{learn} %s by joint is of rigid bodies on joints, and the data have none", l.Name)
		case l.By == ByType && l.Start != nil && len(c.NodeFeatures) == 0:
			return fields.Errorf("{learn} %s by type is of the features of particles, and the data have none", l.Name)
		case l.Name == LearnedStop && l.Start != nil && !c.limited():
			return fields.Errorf("{learn} %s is of stops that hold limits, and no joint of the data has any: give %s or %s, or leave it out",
				l.Name, system.TurnLimits.Name, system.SlideLimits.Name)
		case !Cartesian(c.Integrator) && !c.Jointed() && !c.Contacting():
			return fields.Errorf("{learn} %s needs {integrator} %s or %s", l.Name, Midpoint, RungeKutta4)
		case slices.ContainsFunc(c.Learn[:i], func(before Constant) bool { return before.Name == l.Name }):
			return fields.Errorf("{learn} %s is given twice", l.Name)
		case l.Name == LearnedRetardation && (c.Learns(LearnedRestitution) != nil || slices.Contains(c.Fields, system.Restitution.Name)):
			return fields.Errorf("{learn} %s does not go with a restitution, learned or a field of the data: a damper takes its place; leave one of them out", l.Name)
		case !slices.Contains(by, l.By) && (l.By != "" || l.Start != nil):
			return fields.Errorf("{learn} %s by %s: it has values by %v", l.Name, l.By, by)
		case l.Start != nil && (l.Name == LearnedStiffness || l.Name == LearnedRestLength) && !c.Sparse:
			return fields.Errorf("{learn} %s needs lists of neighbors, which say what springs tie", l.Name)
		}
		for number, start := range l.Start {
			if !l.allows(start) {
				return fields.Errorf("{learn} %s starts at %g for number %d: no %s has this value", l.Name, start, number, l.Name)
			}
		}
	}
	return nil
}

// allows reports whether the constant may have a value.
func (c Constant) allows(value float64) bool {
	switch {
	case !(math.Abs(value) <= math.MaxFloat32), c.Positive() && value < 0:
		return false
	}
	return c.Name != LearnedRestitution || 0 <= value && value <= 1
}

// Starts returns Start, or defaults in a configuration that has not been completed from data.
func (c Constant) Starts() []float64 {
	switch {
	case c.Start != nil:
		return c.Start
	case c.Name == LearnedGravity:
		return []float64{0, 0, 0}
	}
	return []float64{1}
}

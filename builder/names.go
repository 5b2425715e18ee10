package builder

import "gmnc/builder/config"

// Names of builder/config that programs write configurations with, so that they need this
// package alone. The comments stand in builder/config.
type (
	Config      = config.Config
	Description = config.Description
	Clamp       = config.Clamp
	Scale       = config.Scale
	Constant    = config.Constant
	PairFormula = config.PairFormula
	PairKind    = config.PairKind

	Radius        = config.Radius
	RadiusFeature = config.RadiusFeature
	RadiusHead    = config.RadiusHead
	RadiusPowers  = config.RadiusPowers
	RadiusStep    = config.RadiusStep
)

// Values of the fields of a Config.
const (
	Published, Paper            = config.Published, config.Paper
	LengthClamp, ComponentClamp = config.LengthClamp, config.ComponentClamp

	TwoSticks, NodeCharge, NoResidual           = config.TwoSticks, config.NodeCharge, config.NoResidual
	OwnWeights, FirstOrder, LearnedDynamics     = config.OwnWeights, config.FirstOrder, config.LearnedDynamics
	Verlet, Midpoint, RungeKutta4               = config.Verlet, config.Midpoint, config.RungeKutta4
	SquareRadial, InverseSquare                 = config.SquareRadial, config.InverseSquare
	MeanForces, NoForces                        = config.MeanForces, config.NoForces
	SumMessages, NoMessages                     = config.SumMessages, config.NoMessages
	Phi2F, Phi2FShared, Phi2FXV, Phi2FXVShared  = config.Phi2F, config.Phi2FShared, config.Phi2FXV, config.Phi2FXVShared
	Phi2MLP, Phi2RawGram                        = config.Phi2MLP, config.Phi2RawGram
	ByParticle, ByType, BySystem, ByJoint       = config.ByParticle, config.ByType, config.BySystem, config.ByJoint
	LearnedMass, LearnedGravity, LearnedDamping = config.LearnedMass, config.LearnedGravity, config.LearnedDamping
	LearnedStiffness, LearnedRestLength         = config.LearnedStiffness, config.LearnedRestLength
	LearnedRotor, LearnedStop, LearnedFriction  = config.LearnedRotor, config.LearnedStop, config.LearnedFriction
	LearnedRestitution, LearnedRetardation      = config.LearnedRestitution, config.LearnedRetardation

	Vanished       = config.Vanished
	MotionSoftness = config.MotionSoftness
)

// DefaultConfig is the paper's GMN: 4 layers of width 64.
func DefaultConfig() Config { return config.DefaultConfig() }

// ParseConfig reads a configuration from JSON and checks it; keys it does not know are an
// error, absent ones take their default.
func ParseConfig(text []byte) (Config, error) { return config.ParseConfig(text) }

// Unstated is what a stored configuration is read into; what was read is then Stated.
func Unstated() Config { return config.Unstated() }

// Models returns the names of all models that are trained, sorted.
func Models() []string { return config.Models() }

// Known reports whether there is a model of that name.
func Known(model string) bool { return config.Known(model) }

// Describe describes the model of that name, which is one of Models.
func Describe(model string) Description { return config.Describe(model) }

// Cartesian reports whether an integrator moves positions and velocities of particles.
func Cartesian(integrator string) bool { return config.Cartesian(integrator) }

// Phi2Forms are the values of Config.Phi2 beside the default, sorted.
func Phi2Forms() []string { return config.Phi2Forms() }

// Learnable are the names of the constants that may be learned.
func Learnable() []string { return config.Learnable() }

// LawParam is the name of the parameter of a constant of a force, by the force's number in
// Config.Law.
func LawParam(number int, constant string) string { return config.LawParam(number, constant) }

// RunParam is the name of the weight of a run among several, which count from 1.
func RunParam(run int, param string) string { return config.RunParam(run, param) }

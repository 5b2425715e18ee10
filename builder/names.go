package builder

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

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

// Names of builder/graph that programs with models of their own, and those that use a
// model's outputs, need.
type (
	Model  = graph.Model
	Layer  = graph.Layer
	Writer = graph.Writer
	Inputs = graph.Inputs
	Param  = graph.Param
	Gram   = graph.Gram
	Limit  = graph.Limit
)

// Symbols and outputs of models, and what networks and limits are called.
const (
	Particles, Neighbors, Edges    = graph.Particles, graph.Neighbors, graph.Edges
	EnergyOutput, ForcesOutput     = graph.EnergyOutput, graph.ForcesOutput
	PositionSpread, VelocitySpread = graph.PositionSpread, graph.VelocitySpread
	PositionRadius, VelocityRadius = graph.PositionRadius, graph.VelocityRadius
	SystemRadius, RadiusFeatures   = graph.SystemRadius, graph.RadiusFeatures
	Normalized, Raw                = graph.Normalized, graph.Raw
	ComponentLimit                 = graph.ComponentLimit
)

var (
	// State are the inputs that a model takes from the outputs of their names before.
	State = graph.State
	// Limits are all limits.
	Limits = graph.Limits
)

// Own is New of a model without a name in the table, which writeModel writes.
func Own(c Config, padded bool, writeModel func(w *Writer)) (*Model, error) {
	return graph.Own(c, padded, writeModel)
}

// Equivariant is the general equivariant layer of the paper, Eq. 10 or 8.
func Equivariant(b *ir.Builder, z, h *ir.Value, out int, gram Gram, sigma func(in *ir.Value, width int) *ir.Value) *ir.Value {
	return graph.Equivariant(b, z, h, out, gram, sigma)
}

// ConstraintTerm writes the constraint term of a training loss.
func ConstraintTerm(b *ir.Builder, main *ir.Func) *ir.Value { return graph.ConstraintTerm(b, main) }

// Normalizer names the input of a constraint term that divides the changes of a kind's bars.
func Normalizer(kind *system.Kind) string { return graph.Normalizer(kind) }

// ActingLimits takes from the outputs of Acting those that are of limits.
func ActingLimits(outputs map[string][]float32) map[Limit][]float32 {
	return graph.ActingLimits(outputs)
}

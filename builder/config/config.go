// Package config defines the configurations of models: their options, the checks of which options
// go together, and the properties that a model guarantees. It builds no graph.
package config

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/internal/strictjson"
	"gmnc/system"
)

// The two forms in which a model can be built. They differ where the
// authors' implementation departs from the text of the paper.
const (
	// Published is what the authors' implementation does; the default.
	Published = "published"
	// Paper is what the equations of the paper say.
	Paper = "paper"
)

// Config describes a model completely, except for its weights.
type Config struct {
	Model  string `json:"model"`  // one of Models
	Form   string `json:"form"`   // Published or Paper
	Layers int    `json:"layers"` // message-passing layers
	Hidden int    `json:"hidden"` // width of features and networks
	// Finer is how many layers the model has that this one is to become in training, as
	// Coarse has it; 0 for none. No file has it.
	Finer int `json:"-"`

	// Options of some models; "" is what the paper's experiments have.
	Hinges string `json:"hinges,omitempty"` // TwoSticks
	Phi2   string `json:"phi2,omitempty"`   // one of Phi2FXV and so on
	Charge string `json:"charge,omitempty"` // NodeCharge
	// Clamp is ComponentClamp in what reproduces the published code. Stored configurations
	// name LengthClamp, too; see Unstated.
	Clamp Clamp `json:"clamp,omitempty"`
	// Residual is NoResidual, of imported weights; "" adds to features.
	Residual string `json:"residual,omitempty"`

	// Options of GMN-ODE; "" is its law of motion, each other value a part of
	// the ablation.
	Weights  string `json:"weights,omitempty"`  // OwnWeights
	Order    string `json:"order,omitempty"`    // FirstOrder
	Dynamics string `json:"dynamics,omitempty"` // LearnedDynamics
	// Integrator is Verlet, Midpoint, RungeKutta4, or "" for semi-implicit Euler.
	Integrator string `json:"integrator,omitempty"`
	Radial     string `json:"radial,omitempty"`    // SquareRadial
	Direction  string `json:"direction,omitempty"` // InverseSquare
	Forces     string `json:"forces,omitempty"`    // MeanForces
	Messages   string `json:"messages,omitempty"`  // SumMessages or NoMessages

	// Law has formulas for the forces between pairs, which replace the network.
	Law []PairFormula `json:"law,omitempty"`
	// Learn are the constants of mechanics that are learned.
	Learn []Constant `json:"learn,omitempty"`
	// LearnedOn is what constants by particle or joint were learned on; nil of other models.
	LearnedOn *LearnedOn `json:"learned_on,omitempty"`

	// TrueVelocity says that the returned velocity is one, in the unit of the
	// input's, and was trained as such. Otherwise it is what builder.New documents.
	TrueVelocity bool `json:"true_velocity,omitempty"`

	// Time is the time of a prediction in the unit of velocities, and Length a usual
	// distance of neighbours, both of the training data; 0 is 1. Models with a true
	// velocity know the time, and GMN-ODE both.
	Time   float64 `json:"time,omitempty"`
	Length float64 `json:"length,omitempty"`
	// Deflection is the root mean square distance of the training data's targets from
	// straight lines. The forces of GMN-ODE without messages are in units of it,
	// per square of the steps; 0 leaves the units of a step.
	Deflection float64 `json:"deflection,omitempty"`
	// Mass is a usual mass of the training data; 0 is 1. Forces of the interaction are in
	// units of it.
	Mass float64 `json:"mass,omitempty"`
	// Scale is what the model divides its inputs by; its zero leaves them as they are.
	Scale Scale `json:"scale,omitzero"`

	// Runs are how many runs the model has side by side; 0 is one. Its predictions are
	// their means.
	Runs int `json:"runs,omitempty"`

	// Radius says how far predictions may be off; nil of a model that does not know.
	Radius *Radius `json:"radius,omitempty"`

	// Properties of the data set. Sparse data list the neighbours of each
	// particle, others make everybody everybody's neighbour. Features have
	// names, in the order of the inputs' columns.
	Sparse   bool `json:"sparse,omitempty"`
	NoCharge bool `json:"no_charge,omitempty"`
	// Depth is how many bars there may be from a tree's root to its leaves; 0
	// where there are neither trees nor rigid bodies. No weight depends on it.
	Depth int `json:"depth,omitempty"`
	// Bodies says that a law of motion by Runge-Kutta's methods moves rigid bodies.
	Bodies bool `json:"bodies,omitempty"`
	// OnTrees says that these may hang on trees.
	OnTrees bool `json:"held,omitempty"`
	// Joints are how many axes the joints of a system have at most, one each where all
	// turn about an axis or slide along it.
	Joints int `json:"joints,omitempty"`
	// Planes are how many planes a system has at most.
	Planes int `json:"planes,omitempty"`
	// Fields name the fields of the data that the model takes besides charges and
	// features.
	Fields []string `json:"fields,omitempty"`
	// PerFrame name the inputs that differ from frame to frame in the data, be they
	// among Fields or "node_features".
	PerFrame     []string `json:"per_frame,omitempty"`
	NodeFeatures []string `json:"node_features,omitempty"`
	EdgeFeatures []string `json:"edge_features,omitempty"`
}

// DefaultConfig is the paper's GMN: 4 layers of width 64.
func DefaultConfig() Config {
	return Config{Model: "gmn", Form: Published, Layers: 4, Hidden: 64}
}

// Coarse is a model with fewer layers on the same weights, which mean the same in it:
// forces of a step of GMN-ODE are larger by the square of how much longer a step is.
func (c Config) Coarse(layers int) Config {
	c.Finer, c.Layers = c.Layers, layers
	return c
}

// limits keep a mistyped number from becoming an allocation.
const (
	maxLayers          = 2000
	maxHidden          = 8192
	minDepth, maxDepth = 2, 1 << 16
)

// Validate reports a configuration that describes no model.
func (c Config) Validate() error {
	model, known := Describe(c.Model), Known(c.Model)
	switch {
	case !known:
		return fmt.Errorf("there is no model %q; known: %s", c.Model, strings.Join(Models(), ", "))
	case c.Form != Published && c.Form != Paper:
		return fmt.Errorf("there is no form %q; known: %s, %s", c.Form, Published, Paper)
	case c.Form == Paper && !model.TwoForms:
		return fields.Errorf("{form} paper does not go with {model} %s: it has the form %s only", c.Model, Published)
	case c.Layers < 1 || c.Layers > maxLayers:
		return fmt.Errorf("%d layers: a model has 1 to %d", c.Layers, maxLayers)
	case c.Hidden < 1 || c.Hidden > maxHidden:
		return fmt.Errorf("a hidden width of %d: it is 1 to %d", c.Hidden, maxHidden)
	case c.Hidden < 2*model.Degrees:
		return fields.Errorf("{hidden} %d does not go with {model} %s: its %d degrees of features share the width, and LayerNorm makes the only channel of a degree zero; use %d or more",
			c.Hidden, c.Model, model.Degrees, 2*model.Degrees)
	}
	if err := c.Scale.validate(); err != nil {
		return err
	}
	if err := c.validateMeasures(); err != nil {
		return err
	}
	if err := c.validateLaw(); err != nil {
		return err
	}
	if err := c.validateRuns(); err != nil {
		return err
	}
	if err := c.Radius.validate(c.RadiusFeatures()); err != nil {
		return err
	}
	if err := c.validateData(); err != nil {
		return err
	}
	if err := c.validateOptions(); err != nil {
		return err
	}
	if err := c.validateLearnedOn(); err != nil {
		return err
	}
	return c.validateLearn()
}

// validateData reports data that no data set has, or that the options need
// and the data do not have.
func (c Config) validateData() error {
	switch {
	case c.Depth != 0 && (c.Depth < minDepth || c.Depth > maxDepth):
		return fields.Errorf("{depth} %d: a model takes trees of %d to %d bars from the root to a leaf, or none (0)", c.Depth, minDepth, maxDepth)
	case c.Depth > 0 && !Describe(c.Model).Forests:
		return fields.Errorf("{model} %s does not take trees and rigid bodies: choose another model", c.Model)
	case len(c.EdgeFeatures) > 0 && !c.Sparse:
		return fmt.Errorf("features of edges (%s) need lists of neighbours", strings.Join(c.EdgeFeatures, ", "))
	case c.Sparse && slices.Contains(c.Fields, system.Box.Name):
		return fmt.Errorf("lists of neighbours beside the field %s: every particle may touch every box; leave one of them out", system.Box.Name)
	case c.unknownField() != "":
		return fmt.Errorf("there is no field %q that a model could take", c.unknownField())
	case c.untakenField() != "":
		return fields.Errorf("{model} %s does not take the field %q with the other fields %q and these options", c.Model, c.untakenField(), c.Fields)
	case c.missingCell() != "":
		return fmt.Errorf("the fields %q have no %s: a periodic cell has all three vectors", c.Fields, c.missingCell())
	case c.constantField() != "":
		return fmt.Errorf("%q is no input of the model that may differ from frame to frame", c.constantField())
	case c.NoCharge && c.Charge != "":
		return fields.Errorf("{charge} %s needs charges, which the data set does not have", c.Charge)
	}
	return nil
}

// unknownField is the first of Fields that the table does not have, or not as an input
// of its own.
func (c Config) unknownField() string {
	for i, name := range c.Fields {
		if f := system.FieldNamed(name); f == nil || !f.Optional() || f.Rows == system.OfEdge || slices.Contains(c.Fields[:i], name) {
			return name
		}
	}
	return ""
}

// untakenField is the first of Fields that the model does not take: such as a box without planes.
func (c Config) untakenField() string {
	takes := c.Describe().Fields
	for _, name := range c.Fields {
		if !slices.Contains(takes, system.FieldNamed(name)) {
			return name
		}
	}
	return ""
}

// missingCell is a vector of periodic cells that is not among Fields beside others.
func (c Config) missingCell() string {
	vectors := []string{system.CellA.Name, system.CellB.Name, system.CellC.Name}
	given := func(name string) bool { return slices.Contains(c.Fields, name) }
	if missing := slices.IndexFunc(vectors, func(name string) bool { return !given(name) }); missing >= 0 && slices.ContainsFunc(vectors, given) {
		return vectors[missing]
	}
	return ""
}

// constantField is the first of PerFrame that is no input or may not differ.
func (c Config) constantField() string {
	for _, name := range c.PerFrame {
		f := system.FieldNamed(name)
		taken := slices.Contains(c.Fields, name) || f == system.NodeFeatures && len(c.NodeFeatures) > 0
		if f == nil || !f.PerFrame || !taken {
			return name
		}
	}
	return ""
}

// Takes reports whether the model takes a field besides positions and velocities.
func (c Config) Takes(f *system.Field) bool {
	switch f {
	case system.Charge:
		return !c.NoCharge
	case system.NodeFeatures:
		return len(c.NodeFeatures) > 0
	case system.EdgeFeatures:
		return len(c.EdgeFeatures) > 0
	}
	return slices.Contains(c.Fields, f.Name)
}

// Check is Validate, except that a model that is not in the table may have any
// configuration: another program registered it.
func (c Config) Check() error {
	if !Known(c.Model) && c.Model != "" {
		return nil
	}
	return c.Validate()
}

// ParseConfig reads a configuration from JSON and checks it; keys it does not
// know are an error, absent ones take their default.
func ParseConfig(text []byte) (Config, error) {
	config := Unstated()
	if err := strictjson.Unmarshal(text, &config); err != nil {
		return Config{}, fmt.Errorf("the model configuration is not right: %w", err)
	}
	config = config.Stated()
	return config, config.Check()
}

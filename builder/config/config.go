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

// These are the two forms in which a model can be built. They differ where the authors'
// implementation departs from the text of the paper.
const (
	// Published is the authors' implementation. It is the default.
	Published = "published"
	// Paper is the paper's equations.
	Paper = "paper"
)

// Config describes a model completely, except for its weights.
type Config struct {
	Model  string `json:"model"`  // one of Models
	Form   string `json:"form"`   // Published or Paper
	Layers int    `json:"layers"` // message-passing layers
	Hidden int    `json:"hidden"` // width of features and networks
	// Finer is the number of layers of the model that this one will become during training, as
	// set by Coarse, or 0. It is not stored.
	Finer int `json:"-"`

	// These are options of some models. "" is the setting of the paper's experiments.
	Hinges string `json:"hinges,omitempty"` // TwoSticks
	Phi2   string `json:"phi2,omitempty"`   // one of Phi2FXV and so on
	Charge string `json:"charge,omitempty"` // NodeCharge
	// Clamp is ComponentClamp in models that reproduce the published code. Stored
	// configurations also name LengthClamp; see Unstated.
	Clamp Clamp `json:"clamp,omitempty"`
	// Residual is NoResidual for some imported weights. With "" a layer adds to the features.
	Residual string `json:"residual,omitempty"`

	// These are options of GMN-ODE. "" is its law of motion; the other values are parts of the
	// ablation.
	Weights  string `json:"weights,omitempty"`  // OwnWeights
	Order    string `json:"order,omitempty"`    // FirstOrder
	Dynamics string `json:"dynamics,omitempty"` // LearnedDynamics
	// Integrator is Verlet, Midpoint or RungeKutta4, or "" for the semi-implicit Euler method.
	Integrator string `json:"integrator,omitempty"`
	Radial     string `json:"radial,omitempty"`    // SquareRadial
	Direction  string `json:"direction,omitempty"` // InverseSquare
	Forces     string `json:"forces,omitempty"`    // MeanForces
	Messages   string `json:"messages,omitempty"`  // SumMessages or NoMessages

	// Law holds formulas of the forces between pairs. They replace the network.
	Law []PairFormula `json:"law,omitempty"`
	// Learn holds the constants of mechanics that are learned.
	Learn []Constant `json:"learn,omitempty"`
	// LearnedOn describes the systems on which constants by particle or by joint were learned.
	// It is nil for other models.
	LearnedOn *LearnedOn `json:"learned_on,omitempty"`

	// TrueVelocity says that the returned velocity is a velocity in the unit of the input and
	// was trained as one. Otherwise the returned velocity is what builder.New documents.
	TrueVelocity bool `json:"true_velocity,omitempty"`

	// Time is the time of a prediction in the unit of velocities, and Length is a typical
	// distance of neighbors, both in the training data. 0 stands for 1. Models with a true
	// velocity use the time, and GMN-ODE uses both.
	Time   float64 `json:"time,omitempty"`
	Length float64 `json:"length,omitempty"`
	// Deflection is the root mean square distance of the training targets from straight lines.
	// The forces of a GMN-ODE without messages are in units of it, per square of the steps. If
	// it is 0, they are in the units of a step.
	Deflection float64 `json:"deflection,omitempty"`
	// Mass is a typical mass in the training data, and the unit of forces between particles. 0
	// stands for 1.
	Mass float64 `json:"mass,omitempty"`
	// Scale is what the model divides its inputs by. The zero value leaves them as they are.
	Scale Scale `json:"scale,omitzero"`

	// Runs is the number of models that run side by side, each with weights of its own; 0
	// stands for 1. The predictions are their means.
	Runs int `json:"runs,omitempty"`

	// Radius says how far predictions may be off. It is nil if the model does not know.
	Radius *Radius `json:"radius,omitempty"`

	// These are properties of the data set. In sparse data each sample lists the neighbors of
	// its particles; otherwise all pairs interact. Features have names, in the order of the
	// columns of the inputs.
	Sparse   bool `json:"sparse,omitempty"`
	NoCharge bool `json:"no_charge,omitempty"`
	// Depth is the largest number of bars from the root of a tree to a leaf. It is 0 if there
	// are neither trees nor rigid bodies. The weights do not depend on it.
	Depth int `json:"depth,omitempty"`
	// Bodies says that a law of motion moves rigid bodies by a Runge-Kutta method.
	Bodies bool `json:"bodies,omitempty"`
	// OnTrees says that the bodies may hang on trees.
	OnTrees bool `json:"held,omitempty"`
	// Joints is the largest number of axes that the joints of a system have together. A
	// revolute or prismatic joint has one.
	Joints int `json:"joints,omitempty"`
	// Planes is the largest number of planes of a system.
	Planes int `json:"planes,omitempty"`
	// Fields names the fields of the data that the model takes besides charges and features.
	Fields []string `json:"fields,omitempty"`
	// PerFrame names the inputs that change from frame to frame in the data. They are among
	// Fields, or are "node_features".
	PerFrame     []string `json:"per_frame,omitempty"`
	NodeFeatures []string `json:"node_features,omitempty"`
	EdgeFeatures []string `json:"edge_features,omitempty"`
}

// DefaultConfig returns the paper's GMN, with 4 layers of width 64.
func DefaultConfig() Config {
	return Config{Model: "gmn", Form: Published, Layers: 4, Hidden: 64}
}

// Coarse returns a model with fewer layers that can share its weights with c. The steps of a
// GMN-ODE are then longer, and the forces of a step are scaled by the square of how much
// longer.
func (c Config) Coarse(layers int) Config {
	c.Finer, c.Layers = c.Layers, layers
	return c
}

// These limits keep a mistyped number from causing a huge allocation.
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

// validateData reports properties that no data set has, and options that need what the data do
// not have.
func (c Config) validateData() error {
	switch {
	case c.Depth != 0 && (c.Depth < minDepth || c.Depth > maxDepth):
		return fields.Errorf("{depth} %d: a model takes trees of %d to %d bars from the root to a leaf, or none (0)", c.Depth, minDepth, maxDepth)
	case c.Depth > 0 && !Describe(c.Model).Forests:
		return fields.Errorf("{model} %s does not take trees and rigid bodies: choose another model", c.Model)
	case len(c.EdgeFeatures) > 0 && !c.Sparse:
		return fmt.Errorf("features of edges (%s) need lists of neighbors", strings.Join(c.EdgeFeatures, ", "))
	case c.Sparse && slices.Contains(c.Fields, system.Box.Name):
		return fmt.Errorf("lists of neighbors beside the field %s: every particle may touch every box; leave one of them out", system.Box.Name)
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

// unknownField returns the first of Fields that is not in the table of fields, or that is not
// an input.
func (c Config) unknownField() string {
	for i, name := range c.Fields {
		if f := system.FieldNamed(name); f == nil || !f.Optional() || f.Rows == system.OfEdge || slices.Contains(c.Fields[:i], name) {
			return name
		}
	}
	return ""
}

// untakenField returns the first of Fields that the model does not take, such as a box without
// planes.
func (c Config) untakenField() string {
	takes := c.Describe().Fields
	for _, name := range c.Fields {
		if !slices.Contains(takes, system.FieldNamed(name)) {
			return name
		}
	}
	return ""
}

// missingCell returns the first vector of a periodic cell that is not among Fields although
// another is.
func (c Config) missingCell() string {
	vectors := []string{system.CellA.Name, system.CellB.Name, system.CellC.Name}
	given := func(name string) bool { return slices.Contains(c.Fields, name) }
	if missing := slices.IndexFunc(vectors, func(name string) bool { return !given(name) }); missing >= 0 && slices.ContainsFunc(vectors, given) {
		return vectors[missing]
	}
	return ""
}

// constantField returns the first of PerFrame that is not an input or cannot change.
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

// Check is Validate, except that it accepts any configuration of a model that is not in the
// table, because another program may have registered it.
func (c Config) Check() error {
	if !Known(c.Model) && c.Model != "" {
		return nil
	}
	return c.Validate()
}

// ParseConfig reads a configuration from JSON and checks it. An unknown key is an error, and an
// absent one has its default.
func ParseConfig(text []byte) (Config, error) {
	config := Unstated()
	if err := strictjson.Unmarshal(text, &config); err != nil {
		return Config{}, fmt.Errorf("the model configuration is not right: %w", err)
	}
	config = config.Stated()
	return config, config.Check()
}

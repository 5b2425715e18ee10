package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/system"
)

// These are the paper's settings.
const (
	TimeStep   = 0.001
	ForceLimit = 100
)

// Settings say how a simulation moves a system.
type Settings struct {
	// Method is nil for the default. That is the paper's method or, if this cannot move an
	// object or a mass, RungeKutta, or Contact among planes.
	Method *Method
	// TimeStep is the time of an integration step. 0 stands for the paper's.
	TimeStep float64
	// ForceLimit is the largest component of the force on a particle, to which larger ones are
	// clamped. In systems other than the paper's it is the largest force between two particles.
	// 0 stands for the paper's limit, and +Inf for none.
	ForceLimit float64
	Mechanics
}

// Integrator advances a state in place, by one time step at a time.
type Integrator interface{ Step() }

// Method is an integrator: its name and what it is good for.
type Method struct {
	Name, Doc string
	// lead is the number of steps of a trajectory before the first frame.
	lead  int
	start func(*system.State, Settings) (Integrator, error)
}

// These are the methods of integration.
var (
	SemiImplicitEuler = &Method{
		Name: "semi-implicit-euler", Doc: "the paper's, first order, for particles, sticks and hinges",
		lead: 1, start: newEuler,
	}
	RungeKutta = &Method{
		Name: "runge-kutta", Doc: "fourth order, for any forest of bars and rigid bodies",
		start: newRungeKutta,
	}
	Contact = &Method{
		Name: "contact", Doc: "second order, for particles and rigid bodies among planes",
		start: newContact,
	}
)

// Methods returns all methods of integration.
func Methods() []*Method { return []*Method{SemiImplicitEuler, RungeKutta, Contact} }

// MethodNamed returns the method of that name. "" is the default, nil.
func MethodNamed(name string) (*Method, error) {
	if name == "" {
		return nil, nil
	}
	var names []string
	for _, method := range Methods() {
		if method.Name == name {
			return method, nil
		}
		names = append(names, method.Name)
	}
	return nil, fmt.Errorf("no integrator is called %q: choose one of %s", name, strings.Join(names, ", "))
}

// published reports whether a state belongs to the paper's systems: particles of mass 1, sticks
// and hinges, on which only charges act.
func (s Settings) published(given *system.State) bool {
	return given.Mass == nil && given.Pinned == nil && !s.acts() &&
		!slices.ContainsFunc(given.Objects, func(o system.Object) bool { return dynamics[o.Kind].start == nil })
}

// of returns the settings with the defaults for a state.
func (s Settings) of(given *system.State) Settings {
	if s.Method == nil {
		s.Method = RungeKutta
		if s.published(given) {
			s.Method = SemiImplicitEuler
		}
		if len(s.Planes) > 0 {
			s.Method = Contact
		}
	}
	s.TimeStep = cmp.Or(s.TimeStep, TimeStep)
	s.ForceLimit = cmp.Or(s.ForceLimit, ForceLimit)
	return s
}

// NewIntegrator returns an integrator of a state whose velocities are consistent with its rigid
// objects. Arrays of unequal length, masses that are not positive, indices out of range, a
// particle in two objects, bars that form a cycle and settings out of range are errors.
func NewIntegrator(given *system.State, settings Settings) (Integrator, error) {
	n := len(given.Position)
	if len(given.Velocity) != n || len(given.Charge) != n {
		return nil, fmt.Errorf("state: has %d positions, %d velocities and %d charges, expected equal numbers",
			n, len(given.Velocity), len(given.Charge))
	}
	if err := checkMasses(given.Mass, n); err != nil {
		return nil, err
	}
	if _, err := (state{given}).isolated(); err != nil {
		return nil, err
	}
	settings = settings.of(given)
	if err := settings.validate(); err != nil {
		return nil, err
	}
	return settings.Method.start(given, settings)
}

// checkMasses reports masses that are not n positive numbers. nil is valid.
func checkMasses(mass []float64, n int) error {
	if mass != nil && len(mass) != n {
		return fmt.Errorf("state: has %d positions and %d masses, expected equal numbers, or no masses for 1 each", n, len(mass))
	}
	for i, m := range mass {
		if !(m > 0) || math.IsInf(m, 0) {
			return fmt.Errorf("state: the mass of particle %d is %v, expected a positive number", i, m)
		}
	}
	return nil
}

// validate reports settings out of range, after defaults.
func (s Settings) validate() error {
	if !(s.TimeStep > 0) || math.IsInf(s.TimeStep, 0) {
		return fields.Errorf("{time_step} %v: expected a positive number", s.TimeStep)
	}
	if !(s.ForceLimit > 0) {
		return fields.Errorf("{force_limit} %v: expected a positive number, or inf for none", s.ForceLimit)
	}
	return nil
}

// validateFrames reports a time step of which no whole number leads to the next frame.
func (s Settings) validateFrames() error {
	// A decimal fraction is a float64 to its sixteenth digit.
	if steps := FrameTime / s.TimeStep; math.Abs(steps-float64(s.frameSteps())) > 1e-9*steps {
		return fields.Errorf("{time_step} %v: expected one that makes up a frame of %v in a whole number of steps", s.TimeStep, FrameTime)
	}
	return nil
}

// frameSteps is the number of steps from one frame to the next.
func (s Settings) frameSteps() int { return int(math.Round(FrameTime / s.TimeStep)) }

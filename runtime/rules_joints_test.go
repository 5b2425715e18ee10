package runtime_test

import (
	"slices"
	"testing"

	"gmnc/system"
)

// Bodies of jointed systems of five particles each: the third slides, and of afloat ones the first
// floats and the fourth is on a ball joint.
const (
	firstBody  = 0
	turnsBody  = 5
	slidesBody = 10
	lastBody   = 15
	ofEachBody = 5
)

// ofBody gives all particles of a body, by its first, numbers of a field.
func ofBody(f *system.Field, first int, numbers ...float32) func(s *system.Sample) {
	return func(s *system.Sample) {
		values := slices.Clone(f.OrDefault(s))
		for i := first; i < first+ofEachBody; i++ {
			copy(values[f.Columns*i:], numbers)
		}
		f.Set(s, values)
	}
}

// ofParticle is ofBody for one particle.
func ofParticle(f *system.Field, i int, numbers ...float32) func(s *system.Sample) {
	return func(s *system.Sample) {
		values := slices.Clone(f.OrDefault(s))
		copy(values[f.Columns*i:], numbers)
		f.Set(s, values)
	}
}

// multiplying multiplies a field.
func multiplying(f *system.Field, by float32) func(s *system.Sample) {
	return func(s *system.Sample) { f.Set(s, multiplied(f.Of(s), by)) }
}

// withObjects changes the objects of a kind.
func withObjects(kind *system.Kind, change func(number int, o *system.Object)) func(s *system.Sample) {
	return func(s *system.Sample) {
		s.Objects = slices.Clone(s.Objects)
		number := 0
		for i := range s.Objects {
			if o := &s.Objects[i]; o.Kind == kind {
				o.Members, o.Parents = slices.Clone(o.Members), slices.Clone(o.Parents)
				change(number, o)
				number++
			}
		}
	}
}

// jointContradictions are, of each rule of joints, changes of jointed systems to either side of it, and those of
// ones afloat.
var jointContradictions = map[*system.Rule]map[string]contradiction{
	system.JointBodies: {
		"bodies as they are": {func(*system.Sample) {}, false},
		"a particle in no body": {withObjects(system.Body, func(number int, o *system.Object) {
			if number == 0 {
				o.Members = o.Members[:4]
			}
		}), true},
	},
	system.JointRoots: {
		"the ground before the first": {withObjects(system.Tree, func(int, *system.Object) {}), false},
		"a circle": {withObjects(system.Tree, func(number int, o *system.Object) {
			if number == 1 {
				o.Parents[0] = 1
			}
		}), true},
	},
	system.JointAxes: {
		"axes a little long":  {multiplying(system.TurnAxis, 1.0004), false},
		"axes too long":       {multiplying(system.TurnAxis, 1.0006), true},
		"axes a little short": {multiplying(system.TurnAxis, 0.9996), false},
		"axes too short":      {multiplying(system.TurnAxis, 0.9994), true},
		"two axes":            {ofBody(system.SlideAxis, turnsBody, 1, 0, 0), true},
		"no axis":             {ofBody(system.TurnAxis, turnsBody, 0, 0, 0), true},
	},
	system.SlidingAlone: {
		"a slide with a thrust":        {ofBody(system.Thrust, slidesBody, 1), false},
		"a slide with a torque":        {ofBody(system.Torque, slidesBody, 1), true},
		"a slide that turning damps":   {ofBody(system.TurnDamping, slidesBody, 1), true},
		"a slide with limits of turns": {ofBody(system.TurnLimits, slidesBody, -9, 9), true},
		"a slide with a rotor's turn":  {ofBody(system.RotorInertia, slidesBody, 1), true},
		"a slide with a turning stop":  {ofBody(system.StopInertia, slidesBody, 1), true},
		"a slide with turn friction":   {ofBody(system.TurnFriction, slidesBody, 1), true},
	},
	system.TurningAlone: {
		"a turn with a torque":         {ofBody(system.Torque, turnsBody, 1), false},
		"a turn with a thrust":         {ofBody(system.Thrust, turnsBody, 1), true},
		"a turn that sliding damps":    {ofBody(system.SlideDamping, turnsBody, 1), true},
		"a turn with limits of slides": {ofBody(system.SlideLimits, turnsBody, -9, 9), true},
		"a turn with a rotor's mass":   {ofBody(system.RotorMass, turnsBody, 1), true},
		"a turn with a sliding stop":   {ofBody(system.StopMass, turnsBody, 1), true},
		"a turn with slide friction":   {ofBody(system.SlideFriction, turnsBody, 1), true},
	},
	system.TurnRange: {
		"limits of a turn":         {ofBody(system.TurnLimits, turnsBody, -9, 9), false},
		"limits of a turn, upside": {ofBody(system.TurnLimits, turnsBody, 9, -9), true},
		"limits of a turn, equal":  {ofBody(system.TurnLimits, turnsBody, 9, 9), true},
	},
	system.SlideRange: {
		"limits of a slide":         {ofBody(system.SlideLimits, slidesBody, -9, 9), false},
		"limits of a slide, upside": {ofBody(system.SlideLimits, slidesBody, 9, -9), true},
		"limits of a slide, equal":  {ofBody(system.SlideLimits, slidesBody, 9, 9), true},
	},
	system.SameBody: {
		"an anchor of a particle":      {ofParticle(system.JointAnchor, turnsBody+1, 9, 9, 9), true},
		"a torque of a particle":       {ofParticle(system.Torque, turnsBody+1, 9), true},
		"a damping of a particle":      {ofParticle(system.TurnDamping, turnsBody+1, 9), true},
		"an upper limit of a particle": {ofParticle(system.TurnLimits, turnsBody+1, 0, 9), true},
		"a damping of a body":          {ofBody(system.TurnDamping, turnsBody, 9), false},
	},
	system.SameSize: {
		"bodies of the size at rest": {multiplying(system.Rest, 1), false},
		"bodies much larger":         {multiplying(system.Rest, 5), true},
		"bodies much smaller":        {multiplying(system.Rest, 0.2), true},
	},
	system.JointExtent: {
		"a body at one place": {func(s *system.Sample) {
			s.Position = slices.Clone(s.Position)
			for i := firstBody; i < firstBody+ofEachBody; i++ {
				copy(s.Position[3*i:], s.Position[:3])
			}
		}, true},
		"a body of some extent": {func(*system.Sample) {}, false},
	},
}

// afloatContradictions are the same of bodies on joints of any type.
var afloatContradictions = map[*system.Rule]map[string]contradiction{
	system.JointLoads: {
		"a torque about an axis":      {ofBody(system.Torque, turnsBody, 1), false},
		"a torque on a ball joint":    {ofBody(system.Torque, lastBody, 1), true},
		"a thrust on a floating body": {ofBody(system.Thrust, firstBody, 1), true},
		"sliding damped afloat":       {ofBody(system.SlideDamping, firstBody, 1), true},
	},
	system.JointAfloat: {
		"a ball joint damped":    {ofBody(system.TurnDamping, lastBody, 1), false},
		"a floating body damped": {ofBody(system.TurnDamping, firstBody, 1), true},
	},
	system.JointAxes: {
		"an axis of a floating body": {ofBody(system.TurnAxis, firstBody, 0, 0, 1), true},
	},
	system.JointCapacity: {
		"as many axes as there is room for": {func(*system.Sample) {}, false},
		"more axes than there is room for":  {both(ofBody(system.JointType, turnsBody, system.Floating), ofBody(system.TurnAxis, turnsBody, 0, 0, 0), ofBody(system.TurnDamping, turnsBody, 0), ofBody(system.Torque, turnsBody, 0)), true},
	},
}

// TestJointRules: of each rule of bodies on joints, systems on either side have numbers or none in every
// engine.
func TestJointRules(t *testing.T) {
	for name, c := range map[string]struct {
		seed    uint64
		bodies  hung
		fields  []string
		changes map[*system.Rule]map[string]contradiction
	}{
		"hanging": {1, hanging, []string{
			"turn_limits", "slide_limits", "rotor_inertia", "rotor_mass", "stop_inertia", "stop_mass", "stop_time", "turn_friction", "slide_friction",
		}, jointContradictions},
		"afloat": {2, afloat, []string{"joint_type"}, afloatContradictions},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, _, sample := jointedIn(t, c.seed, 3, c.bodies)
			config := jointedConfig(1)
			config.Fields, config.Joints = append(config.Fields, c.fields...), sample.Joints()
			for _, field := range config.Fields {
				f := system.FieldNamed(field)
				f.Set(&sample, f.OrDefault(&sample))
			}
			all := map[string]contradiction{}
			for _, changes := range c.changes {
				for name, change := range changes {
					all[name] = change
				}
			}
			model, values := newModel(t, config, false, 1)
			holdRules(t, model, values, forestFile(t, model, values, 8), sample, all)
		})
	}
}

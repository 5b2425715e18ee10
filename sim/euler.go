package sim

import (
	"gmnc/internal/fields"
	"gmnc/system"
)

// euler is the paper's integrator: the semi-implicit Euler method in the generalized
// coordinates of each object. Besides the state it keeps the angular velocity of every bar.
type euler struct {
	state *system.State
	Settings
	force    []vector // [n], clamped
	isolated []int
	objects  []mover
}

func newEuler(given *system.State, settings Settings) (Integrator, error) {
	if given.Mass != nil || given.Pinned != nil || settings.acts() {
		return nil, fields.Errorf("{integrator} %s moves free particles of mass 1 by charges alone: leave {integrator} out", settings.Method.Name)
	}
	free, err := state{given}.isolated()
	if err != nil {
		return nil, err
	}
	in := &euler{state: given, Settings: settings, force: make([]vector, len(given.Position)), isolated: free}
	for _, object := range given.Objects {
		known, ok := dynamics[object.Kind]
		if !ok {
			return nil, fields.Errorf("{integrator} %s moves no %s: leave {integrator} out", settings.Method.Name, object.Kind.Plural)
		}
		in.objects = append(in.objects, known.start(in, object.Members))
	}
	return in, nil
}

// angularVelocity returns the angular velocity of particle i about j, r x v / |r|^2. About the
// middle of the two it is the same.
func (in *euler) angularVelocity(i, j int) vector {
	xi, vi := in.load(i)
	xj, vj := in.load(j)
	r, v := xi.sub(xj), vi.sub(vj)
	return r.cross(v).scale(1 / r.dot(r))
}

func (in *euler) load(i int) (x, v vector) {
	return load(in.state.Position[i]), load(in.state.Velocity[i])
}

func (in *euler) store(i int, x, v vector) {
	in.state.Position[i], in.state.Velocity[i] = x.store(), v.store()
}

// Step advances the state by one time step. All forces are computed before
// any object moves.
func (in *euler) Step() {
	coulomb(in.state.Position, in.state.Charge, in.ForceLimit, in.force)
	for _, i := range in.isolated {
		x, v := in.load(i)
		x, v = in.advance(x, v, in.force[i])
		in.store(i, x, v)
	}
	for _, object := range in.objects {
		object.move(in)
	}
}

// advance is one semi-implicit Euler step of a free point.
func (in *euler) advance(x, v, a vector) (vector, vector) {
	v = v.add(a.scale(in.TimeStep))
	return x.add(v.scale(in.TimeStep)), v
}

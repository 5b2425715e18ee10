package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestMechanicsOutOfRange: numbers on either side of their bounds.
func TestMechanicsOutOfRange(t *testing.T) {
	above := math.Nextafter(largestNumber, math.Inf(1))
	for _, c := range []struct {
		m     Mechanics
		valid bool
	}{
		{Mechanics{}, true}, {Mechanics{Gravity: [3]float64{0, 0, -largestNumber}, Damping: largestNumber}, true},
		{Mechanics{Gravity: [3]float64{above, 0, 0}}, false}, {Mechanics{Gravity: [3]float64{0, 0, math.NaN()}}, false},
		{Mechanics{Damping: -1e-9}, false}, {Mechanics{Damping: above}, false}, {Mechanics{Damping: math.NaN()}, false},
		{Mechanics{LeastMass: 1, MostMass: 1}, true}, {Mechanics{LeastMass: 1, MostMass: largestNumber}, true}, {Mechanics{LeastMass: 1, MostMass: above}, false},
		{Mechanics{LeastMass: 2, MostMass: 1}, false}, {Mechanics{MostMass: 1}, false}, {Mechanics{LeastMass: 1}, false}, {Mechanics{LeastMass: -1, MostMass: 1}, false},
	} {
		require.Equal(t, c.valid, c.m.validate() == nil, "%+v", c.m)
	}
	require.True(t, Mechanics{}.IsZero())
	require.False(t, Mechanics{Hang: true}.IsZero())
}

// TestShapesAndMechanics: a robot has masses of its own, and only trees hang.
func TestShapesAndMechanics(t *testing.T) {
	robot := Shape{Name: "robot(a)", Size: 2, Parents: []int{-1, 0}, Masses: []float64{1, 1}}
	for _, c := range []struct {
		shapes []Shape
		m      Mechanics
		want   string
	}{
		{[]Shape{robot}, Mechanics{LeastMass: 1, MostMass: 2}, "mass: robot(a) has masses of its own: leave mass out"},
		{[]Shape{Body(3)}, Mechanics{Hang: true}, "hang pins the first particle of each chain, star and tree, and system has none"},
		{[]Shape{Body(3), Chain(2)}, Mechanics{Hang: true}, ""}, {[]Shape{robot}, Mechanics{}, ""}, {[]Shape{Chain(2)}, Mechanics{LeastMass: 1, MostMass: 2}, ""},
	} {
		err := Config{Shapes: c.shapes, Settings: Settings{Mechanics: c.m}}.validateMechanics()
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
}

// TestGivenMechanics: masses are within their bounds, those of a box are equal, and the first particle of each tree is
// pinned.
func TestGivenMechanics(t *testing.T) {
	c := Config{Shapes: []Shape{Box([3]float64{1, 1, 1}), Chain(2), Body(3), Chain(2)}, Settings: Settings{Mechanics: Mechanics{LeastMass: 2, MostMass: 3, Hang: true, Neutral: true}}}
	n := c.Particles()
	particles := rand.New(rand.NewPCG(1, 1)).Perm(n)
	s := state{&system.State{Position: make([][3]float64, n), Charge: make([]float64, n)}}
	for i := range s.Charge {
		s.Charge[i] = 1
	}
	s.give(c, particles, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, make([]float64, n), s.Charge)
	size := c.Shapes[0].Size
	for k, i := range particles {
		require.True(t, s.Mass[i] >= 2 && s.Mass[i] < 3)
		require.Equal(t, k < size, s.Mass[i] == s.Mass[particles[0]])
		require.Equal(t, k == size || k == size+5, s.Pinned[i], "%d", k)
	}
	c.Shapes = []Shape{Chain(2), Body(3), c.Shapes[0], Chain(2)}
	s.give(c, particles, rand.New(rand.NewPCG(1, 2)))
	for k, i := range particles {
		require.Equal(t, k >= 5 && k < 5+size, s.Mass[i] == s.Mass[particles[5]], "the box is the third shape")
		require.Equal(t, k == 0 || k == 5+size, s.Pinned[i])
	}
	plain := state{&system.State{Position: make([][3]float64, n), Charge: []float64{1}}}
	plain.give(Config{}, particles, rand.New(rand.NewPCG(1, 2)))
	require.Nil(t, plain.Mass)
	require.Nil(t, plain.Pinned)
	require.Equal(t, []float64{1}, plain.Charge)
}

// TestEnergyOfStates: kinetic energy and gravity by mass, of particles that are not pinned.
func TestEnergyOfStates(t *testing.T) {
	s := system.State{Position: [][3]float64{{0, 0, 2}, {0, 0, 7}}, Velocity: [][3]float64{{3, 0, 4}, {1, 0, 0}}, Charge: make([]float64, 2)}
	m := Mechanics{Gravity: [3]float64{0, 0, -10}}
	require.InDelta(t, 12.5+20+0.5+70, m.Energy(s), 1e-12)
	s.Mass = []float64{2, 3}
	require.InDelta(t, 2*(12.5+20)+3*(0.5+70), m.Energy(s), 1e-12)
	s.Pinned = []bool{false, true}
	require.InDelta(t, 2*(12.5+20), m.Energy(s), 1e-12)
}

// TestRotateAndClamp: a rotation about an axis across, and none at rest; each component is limited by itself, and NaN stays.
func TestRotateAndClamp(t *testing.T) {
	a := vector{1, 0, 0}
	require.Equal(t, a, a.rotate(vector{}, 1))
	turned := a.rotate(vector{0, 0, math.Pi}, 0.5)
	allclose.Within(t, []float64{0, 1, 0}, []float64{turned.x, turned.y, turned.z}, 1e-12)
	limited := vector{5, -5, 0.5}.clamp(1)
	require.Equal(t, vector{1, -1, 0.5}, limited)
	require.True(t, math.IsNaN(vector{math.NaN(), 0, 0}.clamp(1).x))
	require.Equal(t, vector{-3, 6, -3}, vector{1, 2, 3}.cross(vector{4, 5, 6}))
	require.Equal(t, 5., vector{3, 0, 4}.norm())
}

// TestEndsOfLines: particles within a millionth of a line's length from it are on it; the ends are the two that are farthest
// apart.
func TestEndsOfLines(t *testing.T) {
	of := func(off float64) *[2]int {
		return line([][3]float64{{1, 0, 0}, {0, 0, 0}, {4, 0, 0}, {2, off, 0}}, []int{0, 1, 2, 3})
	}
	ends := of(0)
	require.NotNil(t, ends)
	require.ElementsMatch(t, []int{1, 2}, ends[:])
	require.NotNil(t, of(3.9e-6))
	require.Nil(t, of(4.1e-6))
	require.Equal(t, &[2]int{2, 2}, line([][3]float64{{}, {}, {}}, []int{2, 2}))
}

// TestSettle: a body whose particles were moved apart gets its shape back, turned as they are, within rounding.
func TestSettle(t *testing.T) {
	rest := [][3]float64{{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, 0, 3}}
	p := newBody(rest, []int{0, 1, 2, 3}, []float64{1, 2, 3, 4})
	require.Nil(t, p.rod)
	require.Equal(t, 4, len(p.shape))
	turned := make([][3]float64, 4)
	for i, x := range rest {
		turned[i] = load(x).rotated(0.5).store()
	}
	want := append([][3]float64{}, turned...)
	p.settle(turned)
	for i := range want {
		allclose.Within(t, want[i][:], turned[i][:], 1e-14)
	}
}

// rotated turns a vector about z.
func (a vector) rotated(angle float64) vector {
	sin, cos := math.Sincos(angle)
	return vector{cos*a.x - sin*a.y, sin*a.x + cos*a.y, a.z}
}

// TestDescribe: what is written is read again; particles and shapes have counts.
func TestDescribe(t *testing.T) {
	for _, text := range []string{"1,2,0", "2 particles, 1 sticks, 1 hinges, 2 chain(4), 1 star(3)", "1 chain(4)", "1 tree(-1 0 0 1)"} {
		composition, shapes, err := ParseSystem(text)
		require.NoError(t, err, text)
		require.Equal(t, text, Describe(composition, shapes))
	}
	most := system.MaxParticles
	require.NoError(t, validateSystem(system.Composition{1}, []Shape{{Size: most - 1}}))
	require.ErrorContains(t, validateSystem(system.Composition{1}, []Shape{{Name: "body(x)", Size: most}}), "particles, expected ")
	require.ErrorContains(t, validateSystem(system.Composition{-1, 1}, []Shape{{Size: 2}}), "system -1,1,0: counts of particles, sticks and hinges must not be negative")
	require.ErrorContains(t, validateSystem(system.Composition{}, nil), "system 0,0,0: has no particle, expected at least one")
}

// TestPlanesOutOfRange: numbers of planes on either side of their bounds.
func TestPlanesOutOfRange(t *testing.T) {
	above := math.Nextafter(largestNumber, math.Inf(1))
	for _, of := range []struct {
		message string // or "" of bounds themselves
		change  func(c *Config)
	}{
		{"", func(*Config) {}},
		{"", func(c *Config) { c.Friction, c.Planes[0].Offset = largestNumber, -largestNumber }},
		{"", func(c *Config) { c.Restitution, c.Stiffness = leastRestitution, 5e5 }},
		{"", func(c *Config) { c.Restitution = 1 }},
		{"", func(c *Config) { c.Stiffness = 1e-3 }},
		{"friction -1: expected 0 to", func(c *Config) { c.Friction = -1 }},
		{"friction 1.0000", func(c *Config) { c.Friction = above }},
		{"restitution 0.0499: expected", func(c *Config) { c.Restitution = 0.0499 }},
		{"restitution 1.01: expected", func(c *Config) { c.Restitution = 1.01 }},
		{"stiffness 0: expected", func(c *Config) { c.Stiffness = 0 }},
		{"stiffness 500001: expected a num", func(c *Config) { c.Stiffness = 500_001 }},
		{"plane needs neutral", func(c *Config) { c.Neutral = false }},
		{"expected a normal, not all 0", func(c *Config) { c.Planes[0].Normal = [3]float64{} }},
		{"plane 0, [0 0 1] with the offset 1", func(c *Config) { c.Planes[0].Offset = above }},
		{"need plane", func(c *Config) { c.Planes = nil }},
	} {
		c := Config{Settings: Settings{Mechanics: Mechanics{Planes: []Plane{{Normal: [3]float64{0, 0, 1}}}, Restitution: 0.5, Stiffness: 1e3, Neutral: true}}}
		of.change(&c)
		if err := c.validatePlanes(); of.message == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, of.message)
		}
	}
	require.ErrorContains(t, Config{Settings: Settings{Mechanics: Mechanics{Stiffness: 1}}}.validatePlanes(), "friction, restitution and stiffness need plane")
	require.ErrorContains(t, Config{Settings: Settings{Mechanics: Mechanics{Restitution: 1}}}.validatePlanes(), "friction, restitution and stiffness need plane")
	require.ErrorContains(t, Config{Shapes: []Shape{Box([3]float64{1, 1, 1})}}.validatePlanes(), "boxes touch each other among planes alone")
}

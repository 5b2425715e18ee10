package system

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// MaxParticles is the largest number of particles of a system. The work of a step grows with
// its square.
const MaxParticles = 10_000

// Composition is the number of objects of each kind, in the order of the table: the paper's (p,
// s, h). Trailing zeros may be left out.
type Composition []int

// CountOf returns the composition of count objects of a single kind.
func CountOf(kind *Kind, count int) Composition {
	c := make(Composition, kind.Number()+1)
	c[kind.Number()] = count
	return c
}

// ParseComposition reads the counts of all kinds, such as "3,2,1".
func ParseComposition(text string) (Composition, error) {
	fields := strings.Split(text, ",")
	names := pluralNames()
	if len(fields) != len(kinds) {
		return nil, fmt.Errorf("system %q: expected %d counts, %s, such as 3,2,1", text, len(kinds), strings.Join(names, ","))
	}
	composition := make(Composition, len(kinds))
	for i, field := range fields {
		count, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return nil, fmt.Errorf("system %q: the count of %s is %q, expected a whole number", text, names[i], field)
		}
		composition[i] = count
	}
	if err := composition.Validate(); err != nil {
		return nil, err
	}
	return composition, nil
}

// Count returns the number of objects of a kind.
func (c Composition) Count(kind *Kind) int {
	if number := kind.Number(); number < len(c) {
		return c[number]
	}
	return 0
}

// String writes the composition as ParseComposition reads it.
func (c Composition) String() string {
	counts := make([]string, len(kinds))
	for i, kind := range kinds {
		counts[i] = strconv.Itoa(c.Count(kind))
	}
	return strings.Join(counts, ",")
}

// N returns the number of particles, p + 2s + 3h.
func (c Composition) N() (n int) {
	for i, count := range c {
		n += count * kinds[i].Members()
	}
	return n
}

// Validate reports a negative count, a system without particles and a system of more than
// MaxParticles.
func (c Composition) Validate() error {
	if len(c) > 0 && slices.Min(c) < 0 {
		return fmt.Errorf("system %s: counts of %s must not be negative", c, countedNames())
	}
	// The counts are bounded one by one first: N of huge counts overflows.
	if len(c) > 0 && slices.Max(c) > MaxParticles || c.N() > MaxParticles {
		return fmt.Errorf("system %s: has more than %d particles", c, MaxParticles)
	}
	if c.N() == 0 {
		return fmt.Errorf("system %s: has no particle, expected at least one", c)
	}
	return nil
}

// Draw assigns particles to the objects of the composition at random.
func (c Composition) Draw(random *rand.Rand) Objects { return c.Assign(random.Perm(c.N())) }

// Assign assigns these N particles to the objects of the composition, the isolated ones first.
func (c Composition) Assign(particles []int) (objects Objects) {
	members := particles[c.Count(Isolated):]
	for _, kind := range kinds[1:] {
		for range c.Count(kind) {
			objects = append(objects, kind.Of(members[:kind.Members():kind.Members()]...))
			members = members[kind.Members():]
		}
	}
	return objects
}

func pluralNames() (names []string) {
	for _, kind := range kinds {
		names = append(names, kind.Plural)
	}
	return names
}

// countedNames lists the kinds in words: "particles, sticks and hinges".
func countedNames() string {
	names := pluralNames()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// maxParticles bounds a system; the work of a step grows with its square.
const maxParticles = 10_000

// System counts the objects of a system, the paper's (p, s, h).
type System struct {
	Particles, Sticks, Hinges int
}

// ParseSystem reads "p,s,h", the counts of isolated particles, sticks and
// hinges, such as "3,2,1".
func ParseSystem(text string) (System, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 3 {
		return System{}, fmt.Errorf("system %q: want three counts, particles,sticks,hinges, such as 3,2,1", text)
	}
	var counts [3]int
	for k, name := range [3]string{"particles", "sticks", "hinges"} {
		count, err := strconv.Atoi(strings.TrimSpace(fields[k]))
		if err != nil {
			return System{}, fmt.Errorf("system %q: the count of %s is %q, want a whole number", text, name, fields[k])
		}
		counts[k] = count
	}
	system := System{Particles: counts[0], Sticks: counts[1], Hinges: counts[2]}
	if err := system.Validate(); err != nil {
		return System{}, err
	}
	return system, nil
}

// String writes the system as ParseSystem reads it.
func (s System) String() string {
	return fmt.Sprintf("%d,%d,%d", s.Particles, s.Sticks, s.Hinges)
}

// N is the number of particles in all, p + 2s + 3h.
func (s System) N() int { return s.Particles + 2*s.Sticks + 3*s.Hinges }

// Validate reports a negative count, a system without particles and one of
// more than ten thousand.
func (s System) Validate() error {
	if min(s.Particles, s.Sticks, s.Hinges) < 0 {
		return fmt.Errorf("system %s: counts of particles, sticks and hinges must not be negative", s)
	}
	// The counts are bounded one by one first: N of huge counts overflows.
	if max(s.Particles, s.Sticks, s.Hinges) > maxParticles || s.N() > maxParticles {
		return fmt.Errorf("system %s: has more than %d particles", s, maxParticles)
	}
	if s.N() == 0 {
		return fmt.Errorf("system %s: has no particle, want at least one", s)
	}
	return nil
}

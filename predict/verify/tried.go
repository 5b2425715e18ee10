package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gmnc/system"
)

// Tried is what a finding was measured on: so many systems of one kind, wrong inputs or steps.
type Tried struct {
	Count int    `json:"count"`
	Of    string `json:"of"` // in the plural

	first *system.Sample // of a group, which counts once
}

// SystemsOf and stepsOf begin the kinds of what is named by how systems are composed.
const (
	SystemsOf = "random systems of "
	stepsOf   = "steps of random systems of "
)

// Tried are the systems of a group.
func (g Group) Tried() []Tried {
	return []Tried{{len(g.Samples), cmp.Or(g.Kind, SystemsOf+g.Name), &g.Samples[0]}}
}

// StepsOf is the kind of steps of a group's systems.
func StepsOf(g Group) string { return stepsOf + g.Name }

// withTried is what was tried for two findings of one promise. A group that is in both counts
// once.
func withTried(a, b []Tried) []Tried {
	all := slices.Clone(a)
	for _, t := range b {
		if !slices.ContainsFunc(all, func(other Tried) bool { return t.first != nil && other.first == t.first }) {
			all = append(all, t)
		}
	}
	return all
}

// TriedText names all that was tried, with what is of one kind added up: "3 random systems each
// with (particles, sticks, hinges) = (4,0,0), (0,2,0); 3 training inputs"; "" of nothing.
func TriedText(all []Tried) string {
	var kinds []Tried
	for _, t := range all {
		if at := slices.IndexFunc(kinds, func(k Tried) bool { return k.Of == t.Of }); at >= 0 {
			kinds[at].Count += t.Count
		} else {
			kinds = append(kinds, t)
		}
	}
	var parts []string
	for start := 0; start < len(kinds); {
		first, end := kinds[start], start+1
		what, counted := first.composed()
		names := []string{what}
		for ; what != "" && end < len(kinds) && kinds[end].Count == first.Count; end++ {
			name, numbers := kinds[end].composed()
			if name == "" || numbers != counted {
				break
			}
			names = append(names, name)
		}
		parts, start = append(parts, first.text(names, counted)), end
	}
	return strings.Join(parts, "; ")
}

// text says how many there are of a kind, which is composed as each of the names says; counted
// says that these are numbers of particles, sticks and hinges.
func (t Tried) text(names []string, counted bool) string {
	if names[0] == "" {
		return fmt.Sprintf("%d %s", t.Count, t.named())
	}
	each, of := "", " of "
	if len(names) > 1 {
		each = " each"
	}
	if counted {
		of = " with (particles, sticks, hinges) = "
	}
	begin := strings.TrimSuffix(SystemsOf, " of ")
	if strings.HasPrefix(t.Of, stepsOf) {
		begin = strings.TrimSuffix(stepsOf, " of ")
	}
	t.Of = begin
	return fmt.Sprintf("%d %s%s%s%s", t.Count, t.named(), each, of, strings.Join(names, ", "))
}

// composed is how the systems of a kind are composed, and whether by numbers of particles, sticks
// and hinges; "" of other kinds.
func (t Tried) composed() (name string, counted bool) {
	name, is := strings.CutPrefix(t.Of, SystemsOf)
	if !is {
		name, is = strings.CutPrefix(t.Of, stepsOf)
	}
	if !is {
		return "", false
	}
	if inside := strings.Trim(name, "()"); strings.Trim(inside, "0123456789,") != "" {
		return inside, false
	}
	return name, true
}

// named is the kind in the number that its count asks for.
func (t Tried) named() string {
	if t.Count != 1 {
		return t.Of
	}
	for _, plural := range []string{"steps", "systems", "inputs", "states"} {
		if before, after, is := strings.Cut(t.Of, plural); is {
			return before + strings.TrimSuffix(plural, "s") + after
		}
	}
	return t.Of
}

// TriedText says of a finding what was tried.
func (f Finding) TriedText() string {
	if len(f.Batches) > 0 {
		return fmt.Sprintf("%d batch sizes from %d to %d", len(f.Batches), f.Batches[0], f.Batches[len(f.Batches)-1])
	}
	return TriedText(f.Tried)
}

// IsMotion reports whether a promise is that outputs move with inputs in some way.
func IsMotion(promise string) bool {
	return slices.Contains([]string{rotations, reflections, translations, Renumbering}, promise)
}

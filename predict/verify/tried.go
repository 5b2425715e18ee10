package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gmnc/system"
)

// Tried says what a finding was measured on: a number of systems of one kind, of wrong inputs
// or of steps.
type Tried struct {
	Count int    `json:"count"`
	Of    string `json:"of"` // in the plural

	first *system.Sample // of a group, so that it counts once
}

// SystemsOf and stepsOf begin the kinds that are named by the composition of systems, and
// stepsOfOne begins those of steps of systems with a name.
const (
	SystemsOf  = "random systems of "
	stepsOf    = "steps of random systems of "
	stepsOfOne = "steps of "
)

// Tried returns the systems of a group as what was tried.
func (g Group) Tried() []Tried {
	return []Tried{{len(g.Samples), cmp.Or(g.Kind, SystemsOf+g.Name), &g.Samples[0]}}
}

// StepsOf returns the kind of steps of a group's systems.
func StepsOf(g Group) string {
	if g.Kind != "" {
		return stepsOfOne + g.Name
	}
	return stepsOf + g.Name
}

// withTried returns what was tried for two findings of one promise. A group that is in both
// counts once.
func withTried(a, b []Tried) []Tried {
	all := slices.Clone(a)
	for _, t := range b {
		if !slices.ContainsFunc(all, func(other Tried) bool { return t.first != nil && other.first == t.first }) {
			all = append(all, t)
		}
	}
	return all
}

// TriedText names all that was tried, with counts of one kind added up, such as "3 random
// systems of each of these kinds (4 free particles, 2 sticks); 3 training inputs". It returns
// "" for nothing.
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
		what, composed := first.composed()
		named := []string{composed}
		for ; composed != "" && end < len(kinds) && kinds[end].Count == first.Count; end++ {
			other, name := kinds[end].composed()
			if name == "" || other != what {
				break
			}
			named = append(named, name)
		}
		parts, start = append(parts, Tried{Count: first.Count, Of: what}.text(composed, named)), end
	}
	return strings.Join(parts, "; ")
}

// text says how many there are of a kind, and which compositions they have: the count is for
// each of the names.
func (t Tried) text(composed string, names []string) string {
	text := fmt.Sprintf("%d %s", t.Count, t.named())
	switch {
	case composed == "":
		return text
	case len(names) > 1:
		text += " of each of these kinds"
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(names, ", "))
}

// composed returns the kind without the composition of its systems, and the composition in
// words, which is "" for kinds that do not name it.
func (t Tried) composed() (what, composed string) {
	for _, begin := range []string{SystemsOf, stepsOf} {
		if name, is := strings.CutPrefix(t.Of, begin); is {
			return strings.TrimSuffix(begin, " of "), inWords(strings.Trim(name, "()"))
		}
	}
	return t.Of, ""
}

// inWords returns a composition in words: numbers such as "3,2,1" become "3 free particles + 2
// sticks + 1 hinge", and names are unchanged.
func inWords(name string) string {
	if strings.Trim(name, "0123456789,") != "" {
		return name
	}
	var parts []string
	for i, kind := range system.Kinds() {
		numbers := strings.Split(name, ",")
		if i >= len(numbers) || numbers[i] == "0" {
			continue
		}
		what := kind.Plural
		if numbers[i] == "1" {
			what = strings.TrimSuffix(what, "s")
		}
		if kind == system.Isolated {
			what = "free " + what
		}
		parts = append(parts, numbers[i]+" "+what)
	}
	return strings.Join(parts, " + ")
}

// named returns the kind in the singular or plural, as its count demands.
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

// TriedText says what was tried for a finding.
func (f Finding) TriedText() string {
	systems := TriedText(f.Tried)
	if len(f.Batches) > 0 {
		sizes := fmt.Sprintf("%d batch sizes from %d to %d", len(f.Batches), f.Batches[0], f.Batches[len(f.Batches)-1])
		switch {
		case f.FewestBatches == 0:
			return sizes
		case f.FewestBatches < len(f.Batches):
			sizes += fmt.Sprintf(", with each kind of systems at least %d of them", f.FewestBatches)
		}
		return sizes + ": " + systems
	}
	if f.Copies > 0 {
		return fmt.Sprintf("%s, each %d times in one batch", systems, f.Copies)
	}
	return systems
}

// Systems returns the number of systems that were tried.
func (f Finding) Systems() (count int) {
	for _, t := range f.Tried {
		count += t.Count
	}
	return count
}

// IsMotion reports whether a promise is that outputs are equivariant under a motion of the
// inputs.
func IsMotion(promise string) bool {
	return slices.Contains([]string{rotations, reflections, translations, Renumbering}, promise)
}

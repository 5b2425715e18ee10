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

// systemsOf begins the kind of systems that are named by how they are composed.
const systemsOf = "systems of "

// tried are the systems of a group.
func (g Group) tried() []Tried {
	return []Tried{{len(g.Samples), cmp.Or(g.Kind, systemsOf+g.Name), &g.Samples[0]}}
}

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

// TriedText names all that was tried, with what is of one kind added up:
// "3 systems each of (4) (0,2), 3 training inputs"; "" of nothing.
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
		end := start + 1
		composed := func(i int) (string, bool) { return strings.CutPrefix(kinds[i].Of, systemsOf) }
		text := fmt.Sprintf("%d %s", kinds[start].Count, kinds[start].named())
		if name, ok := composed(start); ok {
			names := []string{name}
			for ; end < len(kinds) && kinds[end].Count == kinds[start].Count; end++ {
				if name, ok = composed(end); !ok {
					break
				}
				names = append(names, name)
			}
			if len(names) > 1 {
				text = fmt.Sprintf("%d systems each of %s", kinds[start].Count, strings.Join(names, " "))
			}
		}
		parts, start = append(parts, text), end
	}
	return strings.Join(parts, ", ")
}

// named is the kind in the number that its count asks for.
func (t Tried) named() string {
	if t.Count != 1 {
		return t.Of
	}
	if first, rest, _ := strings.Cut(t.Of, "s "); rest != "" && !strings.Contains(first, " ") {
		return first + " " + rest
	}
	return strings.TrimSuffix(t.Of, "s")
}

// TriedText says of a finding what was tried.
func (f Finding) TriedText() string {
	if len(f.Batches) > 0 {
		return fmt.Sprintf("%d batch sizes from %d to %d", len(f.Batches), f.Batches[0], f.Batches[len(f.Batches)-1])
	}
	return TriedText(f.Tried)
}

// Verb is what a runtime does with a promise: it keeps symmetries and lengths, and gives numbers.
func Verb(promise string) string {
	switch promise {
	case rotations, reflections, translations, Renumbering, Lengths:
		return "keeps"
	}
	return "gives"
}

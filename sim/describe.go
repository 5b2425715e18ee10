package sim

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/numeral"
	"gmnc/system"
)

// item is a count and a description: "2 particles", "1 chain(4)" or "1 chain(4)+body(3)".
// Brackets are captured together with their content, so that empty brackets differ from none.
var item = regexp.MustCompile(`^(\d+)\s*([a-z]+)\s*(\([^()]*\))?(?:\s*\+\s*body\s*(\([^()]*\)))?$`)

// form makes the shapes of one name.
type form struct {
	name, plural string
	of           func(size int) Shape
}

var forms = []form{{"chain", "chains", Chain}, {"star", "stars", Star}, {"tree", "trees", BinaryTree}, {"body", "bodies", Body}}

// ParseSystem reads the description of a system. It is a count for each kind of
// objects that the paper knows, such as "3,2,1". Or it is a list such as "2
// particles, 1 stick, 1 chain(4), 1 star(4), 1 tree(8), 1 body(4)" with the number of
// particles in brackets. A tree of one number of particles is binary; a tree of several
// numbers has these parents, as in "1 tree(-1,0,0,1)". A body may follow a tree, whose
// last particle is then one of the body: "1 chain(4)+body(3)" has six. A
// box has these halves of edges, as in "2 box(0.5,0.4,0.3)". A robot is read
// from the file in brackets, as in "1 robot(arm.json)"; what is wrong with the file is a
// RobotError.
func ParseSystem(text string) (composition system.Composition, shapes []Shape, err error) {
	if strings.Trim(text, "-+0123456789, ") == "" {
		composition, err = system.ParseComposition(text)
		return composition, nil, err
	}
	composition = make(system.Composition, len(system.ListedKinds())+1)
	left := system.MaxParticles
	for _, part := range split(text) {
		count, kind, shape, err := parseItem(part)
		if err != nil {
			return nil, nil, fmt.Errorf("system: %q: %w", part, err)
		}
		size := shape.Size
		if kind != nil {
			size = kind.Members()
		}
		if count > left/size {
			return nil, nil, fmt.Errorf("system: %q: expected %d particles at most in all", part, system.MaxParticles)
		}
		left -= count * size
		if kind != nil {
			composition[kind.Number()] += count
		} else {
			shapes = append(shapes, slices.Repeat([]Shape{shape}, count)...)
		}
	}
	return composition, shapes, validateSystem(composition, shapes)
}

// parseItem reads a count and a kind or, if the kind is nil, a shape.
func parseItem(text string) (count int, kind *system.Kind, shape Shape, err error) {
	fields := item.FindStringSubmatch(text)
	if fields == nil {
		return 0, nil, shape, errors.New("expected a count and what there are of, such as 1 chain(4)")
	}
	name, size, body := fields[2], fields[3], fields[4]
	if count, err = strconv.Atoi(fields[1]); err != nil {
		return 0, nil, shape, fmt.Errorf("expected %d particles at most in all", system.MaxParticles)
	}
	if kind = listed(name); kind != nil && size != "" {
		return 0, nil, shape, fmt.Errorf("%s have a fixed number of particles: leave the brackets out", kind.Plural)
	}
	if kind == nil {
		shape, err = parseShape(name, size)
	}
	if body != "" && err == nil {
		shape, err = joined(shape, body)
	}
	return count, kind, shape, err
}

// joined returns a tree with a body of as many particles as the text says.
func joined(tree Shape, text string) (Shape, error) {
	if tree.Parents == nil || tree.Masses != nil {
		return Shape{}, errors.New("expected a chain, star or tree before +body(N): a body is joined to nothing else")
	}
	body, err := parseShape("body", text)
	if err != nil {
		return Shape{}, err
	}
	return tree.withBody(body.Size), nil
}

// split divides a list at the commas outside of brackets.
func split(text string) (parts []string) {
	start, depth := 0, 0
	for i, character := range text + "," {
		switch {
		case character == '(':
			depth++
		case character == ')':
			depth--
		case character == ',' && (depth <= 0 || i == len(text)):
			parts = append(parts, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return parts
}

// listed returns the kind with a fixed number of particles that has this name, in the singular
// or the plural, or nil.
func listed(name string) *system.Kind {
	for _, kind := range append(system.ListedKinds(), system.Isolated) {
		if name == kind.Plural || name+"s" == kind.Plural {
			return kind
		}
	}
	return nil
}

// parseShape returns the shape of one name with its brackets.
func parseShape(name, brackets string) (Shape, error) {
	text := strings.TrimSpace(strings.Trim(brackets, "()"))
	switch name {
	case "robot", "robots":
		return robotIn(text)
	case "box", "boxes":
		return boxWith(text)
	}
	number := slices.IndexFunc(forms, func(f form) bool { return name == f.name || name == f.plural })
	if number < 0 {
		return Shape{}, errors.New("expected one of particles, sticks, hinges, chain(N), star(N), tree(N), body(N), box(X,Y,Z), robot(FILE)")
	}
	form := forms[number]
	numbers, err := wholeNumbers(text)
	if err != nil {
		return Shape{}, err
	}
	if form.name == "tree" && len(numbers) > 1 {
		return treeWith(numbers)
	}
	if len(numbers) != 1 {
		return Shape{}, fmt.Errorf("expected its number of particles in brackets, such as %s(4)", form.name)
	}
	if size := numbers[0]; size < 2 || size > system.MaxParticles {
		return Shape{}, fmt.Errorf("a %s has 2 to %d particles, not %d", form.name, system.MaxParticles, size)
	}
	return form.of(numbers[0]), nil
}

// wholeNumbers reads integers separated by commas or, as in the names of shapes, by blanks.
func wholeNumbers(text string) (numbers []int, err error) {
	for _, field := range separated(text) {
		number, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("%q is no whole number: expected a number in brackets, such as 4, or the parents of a tree, such as -1,0,0,1", field)
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

// separated divides a text at its commas or, if it has none, at its blanks.
func separated(text string) (parts []string) {
	if !strings.Contains(text, ",") {
		return strings.Fields(text)
	}
	for _, part := range strings.Split(text, ",") {
		parts = append(parts, strings.TrimSpace(part))
	}
	return parts
}

// boxWith returns the box with these half edges.
func boxWith(text string) (Shape, error) {
	wrong := fmt.Errorf("%q are not the halves of the edges of a box: expected 3 numbers above 0 and up to %g, such as 0.5,0.4,0.3", text, largestNumber)
	parts := separated(text)
	var half [3]float64
	if len(parts) != len(half) {
		return Shape{}, wrong
	}
	for k, part := range parts {
		value, ok := numeral.Text.Parse(part)
		if !ok || !(value > 0 && value <= largestNumber) {
			return Shape{}, wrong
		}
		half[k] = value
	}
	return Box(half), nil
}

// treeWith returns the tree with these parents.
func treeWith(parents []int) (Shape, error) {
	for i, parent := range parents {
		if err := validateParent(i, parent); err != nil {
			return Shape{}, err
		}
	}
	return Shape{Name: fmt.Sprintf("tree(%s)", strings.Trim(fmt.Sprint(parents), "[]")), Size: len(parents), Parents: parents}, nil
}

// validateParent reports a parent that particle i of a tree cannot have.
func validateParent(i, parent int) error {
	if i == 0 && parent != -1 || i > 0 && (parent < 0 || parent >= i) {
		return fmt.Errorf("the parent of particle %d is %d: expected -1 for the first and, for each other, one before it", i, parent)
	}
	return nil
}

// Describe writes a system as ParseSystem reads it.
func Describe(composition system.Composition, shapes []Shape) string {
	if len(shapes) == 0 {
		return composition.String()
	}
	var parts []string
	for _, kind := range append([]*system.Kind{system.Isolated}, system.ListedKinds()...) {
		if count := composition.Count(kind); count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, kind.Plural))
		}
	}
	for start := 0; start < len(shapes); {
		end := start
		for end < len(shapes) && shapes[end].Name == shapes[start].Name {
			end++
		}
		parts = append(parts, fmt.Sprintf("%d %s", end-start, shapes[start].Name))
		start = end
	}
	return strings.Join(parts, ", ")
}

// validateSystem reports negative counts, a system without particles and one
// of too many.
func validateSystem(composition system.Composition, shapes []Shape) error {
	if len(shapes) == 0 {
		return composition.Validate()
	}
	if n := composition.N(); n > 0 {
		if err := composition.Validate(); err != nil {
			return err
		}
	}
	if n := (Config{System: composition, Shapes: shapes}).Particles(); n > system.MaxParticles {
		return fmt.Errorf("system %s: has %d particles, expected %d at most", Describe(composition, shapes), n, system.MaxParticles)
	}
	return nil
}

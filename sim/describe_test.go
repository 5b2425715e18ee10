package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

func TestParseSystem(t *testing.T) {
	for text, want := range map[string]Config{
		"3,2,1":       {System: system.Composition{3, 2, 1}},
		" 0, 1 ,0":    {System: system.Composition{0, 1, 0}},
		"2 particles": {System: system.Composition{2, 0, 0}},
		"2 particles, 1 chain(4), 1 star(4), 1 body(4)": {System: system.Composition{2, 0, 0}, Shapes: []Shape{Chain(4), Star(4), Body(4)}},
		"1 particle,2 sticks, 1 hinge ,2 trees( 8 )":    {System: system.Composition{1, 2, 1}, Shapes: []Shape{BinaryTree(8), BinaryTree(8)}},
		"1 tree(-1, 0,0,1)": {System: system.Composition{0, 0, 0}, Shapes: []Shape{
			{Name: "tree(-1 0 0 1)", Size: 4, Parents: []int{-1, 0, 0, 1}}}},
		"1 chain(3) + body( 4 ),1 tree(-1,0,0)+body(2)": {System: system.Composition{0, 0, 0}, Shapes: []Shape{
			{Name: "chain(3)+body(4)", Size: 6, Parents: []int{-1, 0, 1}}, {Name: "tree(-1 0 0)+body(2)", Size: 4, Parents: []int{-1, 0, 0}}}},
		"2 bodies(2)": {System: system.Composition{0, 0, 0}, Shapes: []Shape{Body(2), Body(2)}},
	} {
		composition, shapes, err := ParseSystem(text)
		require.NoError(t, err, text)
		require.Equal(t, want, Config{System: composition, Shapes: shapes}, text)

		again, same, err := ParseSystem(Describe(composition, shapes))
		require.NoError(t, err)
		require.Equal(t, want, Config{System: again, Shapes: same}, text)
	}
	for _, most := range []string{"10000 particles", "9998 particles, 1 stick", "2500 bodies(4)", "1 body(10000)"} {
		_, _, err := ParseSystem(most)
		require.NoError(t, err, most)
	}
	require.Equal(t, []int{-1, 0, 0, 1, 1, 2, 2, 3}, BinaryTree(8).Parents)
	require.Equal(t, []int{-1, 0, 0, 0}, Star(4).Parents)
	require.Equal(t, "2 particles, 2 tree(8), 1 body(3)", Describe(system.Composition{2}, []Shape{BinaryTree(8), BinaryTree(8), Body(3)}))
}

func TestParseSystemErrors(t *testing.T) {
	const numbers = ": expected a number in brackets, such as 4, or the parents of a tree, such as -1,0,0,1"
	for text, want := range map[string]string{
		"3,2":                            `system "3,2": expected 3 counts, particles,sticks,hinges, such as 3,2,1`,
		"chain(0)":                       `system: "chain(0)": expected a count and what there are of, such as 1 chain(4)`,
		"star":                           `system: "star": expected a count and what there are of, such as 1 chain(4)`,
		"1 chain(4":                      `system: "1 chain(4": expected a count and what there are of, such as 1 chain(4)`,
		"1 star":                         `system: "1 star": expected its number of particles in brackets, such as star(4)`,
		"1 star(2,3)":                    `system: "1 star(2,3)": expected its number of particles in brackets, such as star(4)`,
		"1 stick, 1 star(x)":             `system: "1 star(x)": "x" is no whole number` + numbers,
		"1 star()":                       `system: "1 star()": expected its number of particles in brackets, such as star(4)`,
		"1 star(4,)":                     `system: "1 star(4,)": "" is no whole number` + numbers,
		"1 tree(-1,,0)":                  `system: "1 tree(-1,,0)": "" is no whole number` + numbers,
		"1 tree(-1,0 0)":                 `system: "1 tree(-1,0 0)": "0 0" is no whole number` + numbers,
		"1 stick()":                      `system: "1 stick()": sticks have a fixed number of particles: leave the brackets out`,
		"1 chain(4)+body()":              `system: "1 chain(4)+body()": expected its number of particles in brackets, such as body(4)`,
		"1 chain(4)+body( )":             `system: "1 chain(4)+body( )": expected its number of particles in brackets, such as body(4)`,
		"1 stick+body()":                 `system: "1 stick+body()": expected a chain, star or tree before +body(N): a body is joined to nothing else`,
		"1 robot()":                      `system: "1 robot()": expected its file in brackets, such as robot(arm.json)`,
		"2 particles,, 1 stick":          `system: "": expected a count and what there are of, such as 1 chain(4)`,
		"1 chain(4),":                    `system: "": expected a count and what there are of, such as 1 chain(4)`,
		"1 chain(4))":                    `system: "1 chain(4))": expected a count and what there are of, such as 1 chain(4)`,
		"1 chain((4))":                   `system: "1 chain((4))": expected a count and what there are of, such as 1 chain(4)`,
		"3,,2":                           `system "3,,2": the count of sticks is "", expected a whole number`,
		"1 chain(0)":                     `system: "1 chain(0)": a chain has 2 to 10000 particles, not 0`,
		"1 body(20000)":                  `system: "1 body(20000)": a body has 2 to 10000 particles, not 20000`,
		"2 snakes(3)":                    `system: "2 snakes(3)": expected one of particles, sticks, hinges, chain(N), star(N), tree(N), body(N), box(X,Y,Z), robot(FILE)`,
		"1 stick(3)":                     `system: "1 stick(3)": sticks have a fixed number of particles: leave the brackets out`,
		"1 tree(-1,0,2)":                 `system: "1 tree(-1,0,2)": the parent of particle 2 is 2: expected -1 for the first and, for each other, one before it`,
		"1 tree(0,0)":                    `system: "1 tree(0,0)": the parent of particle 0 is 0: expected -1 for the first and, for each other, one before it`,
		"9999 bodies(9999)":              `system: "9999 bodies(9999)": expected 10000 particles at most in all`,
		"6000 particles, 6000 particles": `system: "6000 particles": expected 10000 particles at most in all`,
		"2000 chain(4), 501 chain(4)":    `system: "501 chain(4)": expected 10000 particles at most in all`,
		"99999999999999999999 stick":     `system: "99999999999999999999 stick": expected 10000 particles at most in all`,
		"1 body(3)+body(2)":              `system: "1 body(3)+body(2)": expected a chain, star or tree before +body(N): a body is joined to nothing else`,
		"1 stick+body(2)":                `system: "1 stick+body(2)": expected a chain, star or tree before +body(N): a body is joined to nothing else`,
		"1 star(3)+body(1)":              `system: "1 star(3)+body(1)": a body has 2 to 10000 particles, not 1`,
		"0 chain(4)":                     "system 0,0,0: has no particle, expected at least one",
	} {
		_, _, err := ParseSystem(text)
		require.EqualError(t, err, want)
	}
}

// FuzzParseSystem: what is read is what its description is read as.
func FuzzParseSystem(f *testing.F) {
	for _, text := range []string{
		"3,2,1", "2 particles, 1 stick, 1 hinge", "1 chain(3) + body( 4 ),1 tree(-1,0,0)+body(2)", "2 trees( 8 ), 1 star(4)", "2 bodies(2)",
		"1 stick()", "1 chain(4)+body()", "1 tree(-1,,0)", "1 star(4,)", "1 star()", "2 particles,,1 stick", "1 chain((4))", "3,,2", "0 chain(4)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "robot") {
			return // a file
		}
		composition, shapes, err := ParseSystem(text)
		if err != nil {
			return
		}
		require.NotContains(t, strings.ReplaceAll(text, " ", ""), "()")
		again, same, err := ParseSystem(Describe(composition, shapes))
		require.NoError(t, err)
		require.Equal(t, Config{System: composition, Shapes: shapes}, Config{System: again, Shapes: same})
	})
}

func TestRooted(t *testing.T) {
	require.Equal(t, []int{2, 0, -1}, Shape{Parents: []int{-1, 0, 0}}.rooted(2))
	require.Equal(t, []int{1, 3, 0, -1}, Shape{Parents: []int{-1, 0, 0, 1}}.rooted(3))
	require.Equal(t, []int{-1, 0, 1}, Chain(3).rooted(0))
}

package md17

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestColumnsOfProperties: the columns of quantities follow each other by their widths, and others are named.
func TestColumnsOfProperties(t *testing.T) {
	none := columns{element: -1, x: -1, id: -1, forces: -1, momenta: -1, speeds: -1, charge: -1}
	with := func(change func(c *columns)) columns {
		c := none
		change(&c)
		return c
	}
	for _, c := range []struct {
		properties string
		want       columns
		needed     int
	}{
		{"", with(func(c *columns) { c.element, c.x, c.named = 0, 1, 4 }), 4},
		{"species:S:1:pos:R:3", with(func(c *columns) { c.element, c.x, c.named = 0, 1, 4 }), 4},
		{"pos:R:3:Z:I:1:id:I:1", with(func(c *columns) { c.element, c.x, c.id, c.atomic, c.named = 3, 0, 4, true, 5 }), 5},
		{"numbers:I:1:species:S:1:positions:R:3", with(func(c *columns) { c.element, c.x, c.named = 1, 2, 5 }), 5},
		{"species:S:1:numbers:I:1:pos:R:3", with(func(c *columns) { c.element, c.x, c.named, c.unread = 0, 2, 5, []string{"numbers"} }), 5},
		{"tag:I:2:symbols:S:1:pos:R:3:force:R:3:momenta:R:3:vel:R:3:charges:R:1", with(func(c *columns) {
			c.element, c.x, c.forces, c.momenta, c.speeds, c.charge, c.named, c.unread = 2, 3, 6, 9, 12, 15, 16, []string{"tag"}
		}), 16},
		{"species:S:1:pos:R:3:forces:R:9:charge:R:3", with(func(c *columns) { c.element, c.x, c.named, c.unread = 0, 1, 16, []string{"forces", "charge"} }), 4},
		{"velo:R:3:species:S:1:pos:R:3:tag:S:1000", with(func(c *columns) { c.element, c.x, c.speeds, c.named, c.unread = 3, 4, 0, 1007, []string{"tag"} }), 7},
		{"forces:R:3:pos:R:3:element:S:1", with(func(c *columns) { c.element, c.x, c.forces, c.named = 6, 3, 0, 7 }), 7},
	} {
		got, err := columnsOf(c.properties)
		require.NoError(t, err)
		require.Equal(t, c.want, got, c.properties)
		require.Equal(t, c.needed, got.needed(), c.properties)
	}
	for properties, want := range map[string]string{
		"species:S:1:pos:R":              `the Properties "species:S:1:pos:R" are not triples of name, type and columns`,
		"species:S:1:pos:R:0":            "are not triples",
		"species:S:1:pos:R:3:tag:S:1001": "are not triples",
		"pos:R:3":                        `the Properties "pos:R:3" have no species or no pos`,
		"species:S:1":                    "have no species or no pos",
		"species:S:1:pos:R:2":            "have no species or no pos",
		"species:S:2:pos:R:3":            "have no species or no pos",
	} {
		_, err := columnsOf(properties)
		require.ErrorContains(t, err, want)
	}
	require.Equal(t, []int{-1, 2, 5}, []int{last(-1), last(0), last(3)})
}

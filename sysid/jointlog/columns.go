package jointlog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/fields"
)

// scaledColumn is the column of a quantity of a joint, with the factor for its unit.
type scaledColumn struct {
	index int
	scale float64
}

// find returns the columns as [quantity][joint]. The time is that of joint 0.
func find(path string, header []string, o Options) (map[string]map[int]scaledColumn, error) {
	found := map[string]map[int]scaledColumn{}
	for _, quantity := range quantities {
		found[quantity] = map[int]scaledColumn{}
	}
	first := map[string]int{} // smallest joint number among a quantity's columns
	numbered := map[string]map[int]scaledColumn{}
	for i, name := range header {
		c, read := wanted(name, o)
		if !read {
			continue
		}
		at := scaledColumn{i, c.scale}
		switch _, twice := found[c.quantity][max(c.joint, 0)]; {
		case c.quantity == timeKey:
			if !twice {
				found[timeKey][0] = at
			}
		case c.numbered:
			if numbered[c.quantity] == nil {
				numbered[c.quantity], first[c.quantity] = map[int]scaledColumn{}, c.joint
			}
			first[c.quantity] = min(first[c.quantity], c.joint)
			if other, twice := numbered[c.quantity][c.joint]; twice {
				return nil, fields.Errorf("%s has two columns of the %s of joint %d, %.60q and %.60q: name one with {columns}, or leave one out", path, c.quantity, c.joint, header[other.index], name)
			}
			numbered[c.quantity][c.joint] = at
		case twice:
			return nil, fields.Errorf("%s has two columns of the %s of %s, %.60q and %.60q: name one with {columns}", path, c.quantity, o.Joints[c.joint], header[found[c.quantity][c.joint].index], name)
		default:
			found[c.quantity][c.joint] = at
		}
	}
	for quantity, columns := range numbered {
		if len(found[quantity]) > 0 {
			continue // columns with names of joints take precedence
		}
		for number, at := range columns {
			found[quantity][number-first[quantity]] = at
		}
	}
	return found, mapped(path, header, o, found)
}

// wanted returns the quantity and the joint that the name of a column stands for, and whether the
// column is read because of its name.
func wanted(name string, o Options) (c column, read bool) {
	c, known := understand(name, o.Joints)
	_, mapped := o.Columns[c.quantity]
	return c, known && !mapped && (c.quantity != goalKey || o.Servo != nil)
}

// asked reports whether a column is read because of its name, or because the options name it.
func asked(name string, o Options) bool {
	_, read := wanted(name, o)
	for _, pattern := range o.Columns {
		for j, joint := range o.Joints {
			for _, of := range namesOf(joint, j, j+1) {
				read = read || name == strings.ReplaceAll(pattern, "{}", of)
			}
		}
	}
	return read
}

// namesOf returns what may stand for {} in a pattern: the name of a joint, with and without
// "_joint", and these numbers.
func namesOf(joint string, numbers ...int) []string {
	names := []string{joint, strings.TrimSuffix(joint, "_joint")}
	for _, number := range numbers {
		names = append(names, strconv.Itoa(number))
	}
	return names
}

// mapped finds the columns that the options name. A number in place of {} counts joints from 0
// if there is a column with 0, and from 1 otherwise.
func mapped(path string, header []string, o Options, found map[string]map[int]scaledColumn) error {
	for quantity, pattern := range o.Columns {
		for j, joint := range o.Joints {
			names := namesOf(joint, j+1)
			if slices.Contains(header, strings.ReplaceAll(pattern, "{}", "0")) {
				names = []string{strconv.Itoa(j)}
			}
			index := -1
			for _, name := range names {
				if index < 0 {
					index = slices.Index(header, strings.ReplaceAll(pattern, "{}", name))
				}
			}
			if index < 0 {
				return fields.Errorf("{columns}: %s has no column %.60q for the %s of %s: it has %.300s", path, pattern, quantity, joint, strings.Join(header, ", "))
			}
			found[quantity][j] = scaledColumn{index, 1}
			if quantity == timeKey {
				break
			}
		}
	}
	return nil
}

// lacking returns the joints without a column.
func lacking(columns map[int]scaledColumn, joints []string) (names []string) {
	for j, name := range joints {
		if _, known := columns[j]; !known {
			names = append(names, name)
		}
	}
	return names
}

// numberedColumns returns a note on the joints that numbers in the names of columns stand for, or nil
// if the columns have the names of joints.
func numberedColumns(path string, header []string, columns map[int]scaledColumn, joints []string) []string {
	var numbers []string
	for j := range joints {
		if c, _ := understand(header[columns[j].index], joints); c.numbered {
			numbers = append(numbers, strconv.Itoa(c.joint))
		}
	}
	if len(numbers) < 2 {
		return nil
	}
	return []string{fmt.Sprintf("%s: the columns numbered %s are taken to be %s, in the order of the robot's file", path, strings.Join(numbers, ", "), strings.Join(joints, ", "))}
}

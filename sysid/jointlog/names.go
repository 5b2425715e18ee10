package jointlog

import (
	"regexp"
	"strconv"
	"strings"
)

// words lists the words in a column's name that give its quantity. The first row that matches
// counts: qd is a rate, though q is an angle.
var words = []struct{ quantity, words string }{
	{rateKey, "rate velocity velocities vel qd dq qdot dqdt speed omega"},
	{torqueKey, "torque torques effort efforts tau moment"},
	{currentKey, "current currents curr amps"},
	{angleKey, "angle angles position positions pos q theta state jointposition"},
	{timeKey, "time timestamp stamp t secs sec seconds"},
}

// commands lists the words in a column's name that mean a command to a joint. Commanded
// positions are goals, and other commands are not read.
var commands = " target targets command commanded cmd desired des goal action reference ref setpoint "

// others lists the words in the name of a numbered column that mean another quantity than that of a
// joint: of the tool, an outside torque, or a window of allowed currents.
const others = " tcp tool flange cartesian ee ext external window "

// units lists the words that may follow the number of a joint.
const units = " deg degrees rad radians s sec nm n m a amps "

var (
	word  = regexp.MustCompile(`[a-z]+|\d+`)
	camel = regexp.MustCompile(`([a-z])([A-Z])`)
)

// splitName returns the words and numbers of a name, in lower case.
func splitName(name string) []string {
	return word.FindAllString(strings.ToLower(camel.ReplaceAllString(name, "${1}_$2")), -1)
}

// column is what a name says about a column.
type column struct {
	quantity string
	joint    int // number of the joint; -1 if none is named
	numbered bool
	scale    float64 // factor that converts the column to rad, rad/s or s
}

// understand interprets the name of a column. Names of joints match with and without _joint.
func understand(name string, joints []string) (c column, known bool) {
	c.joint, c.scale = -1, 1
	rest := strings.ToLower(name)
	longest := 0
	for j, joint := range joints {
		for _, form := range []string{joint, strings.TrimSuffix(joint, "_joint")} {
			at := boundary(rest, strings.ToLower(form))
			if at >= 0 && len(form) > longest {
				c.joint, longest = j, len(form)
			}
		}
	}
	if c.joint >= 0 {
		joint := strings.ToLower(joints[c.joint])
		for _, form := range []string{joint, strings.TrimSuffix(joint, "_joint")} {
			if at := boundary(rest, form); at >= 0 {
				rest = rest[:at] + " " + rest[at+len(form):]
				break
			}
		}
	} else {
		rest = name
	}
	parts := splitName(rest)
	for _, row := range words {
		for _, part := range parts {
			if c.quantity == "" && strings.Contains(" "+row.words+" ", " "+part+" ") {
				c.quantity = row.quantity
			}
		}
	}
	for i, part := range parts {
		franka := part == "d" && i > 0 && strings.Contains(" q dq j ", " "+parts[i-1]+" ") // q_d, dq_d and tau_J_d
		if franka || strings.Contains(commands, " "+part+" ") {
			if c.quantity != angleKey {
				return c, false
			}
			c.quantity = goalKey
			break
		}
	}
	last := len(parts) - 1
	for last > 0 && strings.Contains(units, " "+parts[last]+" ") {
		last--
	}
	for i, part := range parts {
		number, err := strconv.Atoi(part)
		switch {
		case err == nil && c.joint < 0 && i == last:
			c.joint, c.numbered = number, true
		case part == "deg" || part == "degrees":
			c.scale = degree
		case c.quantity == timeKey && strings.Contains(" ns nsec nsecs nanosec nanosecs nanoseconds ", " "+part+" "):
			c.scale = 1e-9
		case c.quantity == timeKey && (part == "ms" || part == "milliseconds"):
			c.scale = 1e-3
		}
	}
	for _, part := range parts {
		if c.numbered && strings.Contains(others, " "+part+" ") {
			return c, false
		}
	}
	return c, c.quantity == timeKey && !c.numbered || c.quantity != "" && c.joint >= 0
}

const degree = 0.017453292519943295

// boundary returns the index of a part in a name with neither a letter nor a digit next to it,
// or -1 if there is none.
func boundary(name, part string) int {
	for from := 0; ; {
		at := strings.Index(name[from:], part)
		if at < 0 {
			return -1
		}
		at += from
		if !alphanumeric(name, at-1) && !alphanumeric(name, at+len(part)) {
			return at
		}
		from = at + 1
	}
}

func alphanumeric(name string, at int) bool {
	if at < 0 || at >= len(name) {
		return false
	}
	c := name[at]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}

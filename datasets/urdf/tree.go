package urdf

import (
	"fmt"
	"slices"
)

// at sets the line that errors name.
func (p *parser) at(line int) *parser {
	p.Number = line
	return p
}

// checkJoints returns an error for a joint whose ends are not two existing links, and for a
// link that is the child of several joints.
func (p *parser) checkJoints() error {
	before := map[string]string{} // joint of each child
	for _, joint := range p.joints {
		for i, end := range []end{joint.parent, joint.child} {
			if end.link == "" {
				return p.at(joint.line).Errorf("the joint %.40q has no <%s>", joint.name, []string{"parent", "child"}[i])
			}
			if _, known := p.number[end.link]; !known {
				return p.at(end.line).Errorf("the joint %.40q names the link %.40q, which is not there", joint.name, end.link)
			}
		}
		child := joint.child.link
		if child == joint.parent.link {
			return p.at(joint.line).Errorf("the joint %.40q joins the link %.40q to itself", joint.name, child)
		}
		if other, twice := before[child]; twice {
			return p.at(joint.child.line).Errorf("the link %.40q is the child of the joints %.40q and %.40q: they close a loop, expected a tree: leave one of them out", child, other, joint.name)
		}
		before[child] = joint.name
	}
	return nil
}

// loosen removes a root without mass whose only joint is floating. The robot then begins at the
// link that floats, which is what the file means.
func (p *parser) loosen(o Options) (notes []string) {
	for i, j := range p.joints {
		root := p.number[j.parent.link]
		if j.kind != "floating" || slices.Contains(o.Hold, j.name) || p.links[root].mass > 0 ||
			slices.ContainsFunc(p.joints, func(other joint) bool {
				return other.name != j.name && (other.parent.link == j.parent.link || other.child.link == j.parent.link)
			}) {
			continue
		}
		p.loose = &j
		p.joints = slices.Delete(p.joints, i, i+1)
		p.links = slices.Delete(p.links, root, root+1)
		for number, link := range p.links {
			p.number[link.name] = number
		}
		return []string{fmt.Sprintf("the joint %s floats: the robot begins at the link %s", j.name, j.child.link)}
	}
	return nil
}

// node is the position of a link in the tree. It holds the link's index, the index of the
// joint to its parent, and the parent's index in the order. The last two are -1 for the root.
type node struct{ link, joint, parent int }

// order returns all links, each after its parent. It returns an error for links that are not in
// the tree.
func (p *parser) order() (order []node, err error) {
	following := make([][]int, len(p.links)) // joints that follow each link
	root := make([]bool, len(p.links))
	for i := range root {
		root[i] = true
	}
	for i, joint := range p.joints {
		parent, child := p.number[joint.parent.link], p.number[joint.child.link]
		following[parent] = append(following[parent], i)
		root[child] = false
	}
	for number, link := range p.links {
		switch {
		case !root[number]:
		case len(order) > 0:
			return nil, p.at(link.line).Errorf("no joint ties the link %.40q to the others: %.40q is the root already, expected one tree", link.name, p.links[order[0].link].name)
		default:
			order = append(order, node{number, -1, -1})
		}
	}
	for next := 0; next < len(order); next++ {
		for _, joint := range following[order[next].link] {
			order = append(order, node{p.number[p.joints[joint].child.link], joint, next})
		}
	}
	if len(order) < len(p.links) {
		return nil, p.circle(order)
	}
	return order, nil
}

// circle returns an error for the first joint that leads to a link which the root does not
// reach.
func (p *parser) circle(order []node) error {
	reached := make([]bool, len(p.links))
	for _, next := range order {
		reached[next.link] = true
	}
	for _, joint := range p.joints {
		if !reached[p.number[joint.child.link]] {
			return p.at(joint.line).Errorf("the joint %.40q is in a closed loop, or behind one: expected a tree", joint.name)
		}
	}
	return nil // a link without a joint to a parent is a root, and reached
}

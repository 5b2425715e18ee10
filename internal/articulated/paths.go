package articulated

import "sync"

// order lists the rows of trees, children before their parents.
type order struct {
	rows []int
	// children has the number of children of each row that are not in the list, or -1 for a row
	// in the list.
	children []int
}

var orders = sync.Pool{New: func() any { return new(order) }}

// sort lists all rows except for those in cycles of parents.
func sort[I Integer](o *order, parents []I) {
	o.rows, o.children = o.rows[:0], append(o.children[:0], make([]int, len(parents))...)
	for i, parent := range parents {
		if int(parent) != i {
			o.children[parent]++
		}
	}
	visit := func(i int) {
		if o.children[i] == 0 {
			o.rows = append(o.rows, i)
			o.children[i] = -1
		}
	}
	for i := range parents {
		visit(i)
	}
	for k := 0; k < len(o.rows); k++ {
		i := o.rows[k]
		if parent := int(parents[i]); parent != i {
			o.children[parent]--
			visit(parent)
		}
	}
}

// circular reports whether a row is in a cycle of parents.
func (o *order) circular(i int) bool { return o.children[i] > 0 }

// SumPaths adds up values [n,k] over the path from the root to each row or, transposed, over the
// row and its descendants. Rows in a cycle of parents are 0 and count as ground.
func SumPaths[F Float, I Integer](sums, values []F, parents []I, transpose bool) {
	n := len(parents)
	if n == 0 {
		return
	}
	k := len(values) / n
	o := orders.Get().(*order)
	defer orders.Put(o)
	sort(o, parents)
	copy(sums, values)
	add := func(to, from int) {
		for c := range k {
			sums[to*k+c] += sums[from*k+c]
		}
	}
	for at := range o.rows {
		if i := o.rows[at]; transpose && int(parents[i]) != i {
			add(int(parents[i]), i)
		}
		if i := o.rows[len(o.rows)-1-at]; !transpose && int(parents[i]) != i && !o.circular(int(parents[i])) {
			add(i, int(parents[i]))
		}
	}
	for i := range parents {
		if o.circular(i) {
			clear(sums[i*k : (i+1)*k])
		}
	}
}

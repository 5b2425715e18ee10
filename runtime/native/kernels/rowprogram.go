package kernels

import (
	"fmt"
	"math"
)

// RowBlock is the number of rows in a vector of a register.
const RowBlock = 16

// InAssembly reports whether there is assembly for the operation, too.
func (op RowOp) InAssembly() bool { return op < RowSin }

// RunRows runs a program of instructions on registers of width floats, a multiple of
// [RowBlock]. Each register is a column of as many rows, of which only the first rows matter.
// So many small operators on the same rows take one call. No instruction may lead outside of
// the registers. An instruction for which there is no assembly must be a program of its own.
func RunRows(program []RowInstruction, registers []float32, width, rows int) {
	switch {
	case len(program) == 0:
	case program[0].Op.InAssembly():
		active.runRows(program, registers, width)
	default:
		runRowsInGo(program, registers, rows)
	}
}

func runRowsInGo(program []RowInstruction, registers []float32, width int) {
	for _, in := range program {
		f := in.Op.function()
		for range in.Count {
			dst, a := registers[in.Dst/size:][:width], registers[in.A/size:][:width]
			b, c := registers[in.B/size:][:width], registers[in.C/size:][:width]
			for i := range dst {
				dst[i] = f(dst[i], a[i], b[i], c[i])
			}
			in.Dst, in.A, in.B, in.C = in.Dst+in.StepDst, in.A+in.StepA, in.B+in.StepB, in.C+in.StepC
		}
	}
}

func (op RowOp) function() func(dst, a, b, c float32) float32 {
	return [...]func(dst, a, b, c float32) float32{
		RowMul:    func(_, a, b, _ float32) float32 { return a * b },
		RowAdd:    func(_, a, b, _ float32) float32 { return a + b },
		RowMulAdd: func(dst, a, b, _ float32) float32 { return dst + float32(a*b) },
		RowSub:    func(_, a, b, _ float32) float32 { return a - b },
		RowSelect: func(_, a, b, c float32) float32 {
			if a != 0 {
				return b
			}
			return c
		},
		RowMulSub:  func(dst, a, b, _ float32) float32 { return dst - float32(a*b) },
		RowDiv:     func(_, a, b, _ float32) float32 { return a / b },
		RowMax:     func(_, a, b, _ float32) float32 { return max(a, b) },
		RowMin:     func(_, a, b, _ float32) float32 { return min(a, b) },
		RowGreater: func(_, a, b, _ float32) float32 { return one(a > b) },
		RowAtLeast: func(_, a, b, _ float32) float32 { return one(a >= b) },
		RowSqrt:    func(_, a, _, _ float32) float32 { return float32(math.Sqrt(float64(a))) },
		RowSin:     func(_, a, _, _ float32) float32 { return float32(math.Sin(float64(a))) },
		RowCos:     func(_, a, _, _ float32) float32 { return float32(math.Cos(float64(a))) },
	}[op]
}

// SplitColumns copies rows of columns values at src to registers of width floats, one after the
// other. It may overwrite the values of registers after these rows.
func SplitColumns(registers []float32, width int, src []float32, columns int) {
	rows := count(src, columns)
	switch columns {
	case 1:
		copy(registers, src)
	case 3:
		checkRegisters(registers, rows, width)
		active.splitThrees(src, registers, width)
	default:
		j := 0
		for ; rows > 0 && j+4 <= columns; j += 4 {
			active.splitFours(src[j:], columns, registers[j*width:(j+3)*width+rows], width)
		}
		for ; j < columns; j++ {
			column := registers[j*width : j*width+rows]
			for i := range column {
				column[i] = src[i*columns+j]
			}
		}
	}
}

// JoinColumns copies registers of width floats, one after the other, to rows
// of columns values at dst.
func JoinColumns(dst []float32, registers []float32, width, columns int) {
	rows := count(dst, columns)
	switch columns {
	case 1:
		copy(dst, registers[:rows])
	case 3:
		checkRegisters(registers, rows, width)
		active.joinThrees(dst, registers, width)
	default:
		j := 0
		for ; rows > 0 && j+4 <= columns; j += 4 {
			active.joinFours(dst[j:], columns, registers[j*width:(j+3)*width+rows], width)
		}
		for ; j < columns; j++ {
			for i, v := range registers[j*width : j*width+rows] {
				dst[i*columns+j] = v
			}
		}
	}
}

// splitFoursInGo copies four values of each row to four registers. The length of the last
// register is the number of rows. The distance between rows is apart values.
func splitFoursInGo(rows []float32, apart int, registers []float32, width int) {
	d := registers[3*width:]
	a, b, c := registers[:len(d)], registers[width:][:len(d)], registers[2*width:][:len(d)]
	for i := range d {
		row := rows[i*apart:][:4]
		a[i], b[i], c[i], d[i] = row[0], row[1], row[2], row[3]
	}
}

// joinFoursInGo is the reverse of splitFoursInGo.
func joinFoursInGo(rows []float32, apart int, registers []float32, width int) {
	d := registers[3*width:]
	a, b, c := registers[:len(d)], registers[width:][:len(d)], registers[2*width:][:len(d)]
	for i := range d {
		row := rows[i*apart:][:4]
		row[0], row[1], row[2], row[3] = a[i], b[i], c[i], d[i]
	}
}

// checkRegisters panics if rows do not fit three registers.
func checkRegisters(registers []float32, rows, width int) {
	if width%RowBlock != 0 || rows > width {
		panic(fmt.Sprintf("kernels: %d rows do not fit registers of %d floats", rows, width))
	}
	need("registers", registers, 3*width)
}

func splitThreesInGo(rows, columns []float32, width int) {
	for i := range len(rows) / 3 {
		columns[i], columns[width+i], columns[2*width+i] = rows[3*i], rows[3*i+1], rows[3*i+2]
	}
}

func joinThreesInGo(rows, columns []float32, width int) {
	for i := range len(rows) / 3 {
		rows[3*i], rows[3*i+1], rows[3*i+2] = columns[i], columns[width+i], columns[2*width+i]
	}
}

// SplitGathered does what [SplitColumns] does, for the rows of src at the given indices.
func SplitGathered(registers []float32, width int, src []float32, index []int64, columns int) {
	checkIndex(index, src, columns)
	switch columns {
	case 1:
		x := registers[:len(index)]
		for i, at := range index {
			x[i] = src[at]
		}
	case 3:
		x, y, z := registers[:len(index)], registers[width:width+len(index)], registers[2*width:2*width+len(index)]
		for i, at := range index {
			row := src[3*at : 3*at+3]
			x[i], y[i], z[i] = row[0], row[1], row[2]
		}
	default:
		for i, at := range index {
			for j, v := range rowAt(src, at, columns) {
				registers[j*width+i] = v
			}
		}
	}
}

// SplitRepeated does what [SplitColumns] does, for count rows, beginning with from, of a matrix
// in which each row of src is repeated times times.
func SplitRepeated(registers []float32, width int, src []float32, times, from, count, columns int) {
	row, left := from/times, times-from%times
	for at := 0; at < count; {
		run := min(left, count-at)
		repeatRow(registers[at:], width, src[row*columns:(row+1)*columns], run)
		at, row, left = at+run, row+1, times
	}
}

// repeatRow fills rows of the registers with copies of row.
func repeatRow(registers []float32, width int, row []float32, rows int) {
	done := 0
	for ; done+3 <= len(row); done += 3 {
		x, y, z := registers[done*width:][:rows], registers[(done+1)*width:][:rows], registers[(done+2)*width:][:rows]
		first, second, third := row[done], row[done+1], row[done+2]
		for i := range x {
			x[i], y[i], z[i] = first, second, third
		}
	}
	for j, v := range row[done:] {
		column := registers[(done+j)*width:][:rows]
		for i := range column {
			column[i] = v
		}
	}
}

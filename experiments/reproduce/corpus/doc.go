// Package corpus makes the data sets of the tables: it simulates them, or reads recordings and the
// data of other programs. A DataSet says what makes a data set, and a Store keeps each in a file of
// its own, made once.
package corpus

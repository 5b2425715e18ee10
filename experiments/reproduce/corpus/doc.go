// Package corpus makes the data sets of the tables: it simulates them, or reads what was
// recorded or what other programs made. A DataSet says what makes a data set, and a Store
// keeps each in a file of its own, made once.
package corpus

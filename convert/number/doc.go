// Package number reads numbers as the texts of models have them: STL, OBJ and PLY.
//
//	decimal.go  decimal text to float32, exactly rounded
package number

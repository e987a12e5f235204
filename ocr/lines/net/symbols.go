package net

// symbols are what the network tells apart, in the order of its outputs and weights, behind blank.
const symbols = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-/'():<&#+*°" +
	"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ" +
	"ĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĽľĻļŁłŃńŅņŇňŐőŒœŔŕŘřŚśŞşŠšŤťŪūŮůŰűŲųŹźŻżŽžȘșȚț"

// Blank is the output that means no symbol.
const Blank = 0

// Symbols are the characters of the outputs from 1 on.
func Symbols() []rune { return []rune(symbols) }

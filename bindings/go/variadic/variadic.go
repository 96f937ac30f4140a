// Package variadic reads options of functions that take them as a map, as Go's stand-in for keyword arguments.
package variadic

// Lookup gives the value of an option, and whether it is there.
func Lookup(opts []map[string]interface{}, key string) (interface{}, bool) {
	if len(opts) == 0 {
		return nil, false
	}
	value, ok := opts[0][key]
	return value, ok
}

// Has tells whether an option is there.
func Has(opts []map[string]interface{}, key string) bool {
	_, ok := Lookup(opts, key)
	return ok
}

// Get gives the value of an option; where it is not there, the default that is given, or nil.
func Get(opts []map[string]interface{}, key string, dft ...interface{}) interface{} {
	value, ok := Lookup(opts, key)
	if !ok && len(dft) > 0 {
		return dft[0]
	}
	return value
}

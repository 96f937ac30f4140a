// Package float16 has that of github.com/x448/float16 which GoTorch's tests call.
package float16

import "math"

// Float16 is the bits of a half.
type Float16 uint16

// Bits gives the bits.
func (f Float16) Bits() uint16 { return uint16(f) }

// Fromfloat32 gives the nearest half; of two that are as near, the even one.
func Fromfloat32(x float32) Float16 {
	bits := math.Float32bits(x)
	sign, rest := uint16(bits>>16)&0x8000, bits&0x7fffffff
	switch {
	case rest > 0x7f800000: // NaN
		return Float16(sign | 0x7e00)
	case rest >= 0x47800000: // beyond all halves
		return Float16(sign | 0x7c00)
	case rest < 0x38800000: // subnormal: a multiple of 2^-24
		return Float16(sign | uint16(math.RoundToEven(math.Abs(float64(x))*(1<<24))))
	}
	rest += 0xfff + rest>>13&1
	return Float16(sign | uint16((rest-0x38000000)>>13))
}

package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A layer of pytorch_c.json.
type layer struct {
	Name, Doc  string
	Arguments  []layerArgument
	Parameters []layerTensor
	Buffers    []layerTensor
	Forward    []layerCall
	Examples   []struct {
		Arguments []any
		Input     []int64
		Below     int64
	}
	Recurrent *struct{ Gates, States int }
}

type layerArgument struct {
	Name, Kind string
	Size       int
	Default    any
}

type layerTensor struct {
	Name        string
	Shape, Init []string
	When, Dtype string
}

type layerCall struct {
	Function  string
	Arguments []any
	When      string
}

var words = regexp.MustCompile(`[A-Za-z_]\w*`)

func small(name string) string {
	name = camel(name)
	return strings.ToLower(name[:1]) + name[1:]
}

// expression is one of the description, whose words are changed.
func expression(text string, change func(string) string) string {
	return words.ReplaceAllStringFunc(strings.ReplaceAll(text, "not ", "!"), func(word string) string {
		switch word {
		case "or":
			return "||"
		case "and":
			return "&&"
		}
		return change(word)
	})
}

func (l layer) field(word string) string {
	switch word {
	case "x", "states":
		return word
	case "training":
		return "l.Training()"
	case "weights":
		return "l.weights"
	}
	return "l." + camel(word)
}

func value(x any, kind string) string {
	switch x := x.(type) {
	case nil:
		return map[bool]string{true: "0", false: "nil"}[kind == "dtype"]
	case string:
		return fmt.Sprintf("%q", x)
	case []any:
		var list []string
		for _, one := range x {
			list = append(list, fmt.Sprint(one))
		}
		return "[]int64{" + strings.Join(list, ", ") + "}"
	case float64:
		if kind == "ints" {
			return fmt.Sprintf("[]int64{%v}", x)
		}
		if kind == "scalar" {
			return fmt.Sprintf("aten.Num(%v)", x)
		}
		if kind == "float" {
			return fmt.Sprintf("float64(%v)", x)
		}
	}
	return fmt.Sprint(x)
}

var layerTypes = map[string]string{"int": "int64", "float": "float64", "bool": "bool", "string": "string", "ints": "[]int64"}

// made is the statement that makes a tensor.
func (t layerTensor) made(kind string) string {
	var plain []string
	rest := ""
	for _, part := range t.Shape {
		if strings.HasPrefix(part, "*") {
			rest = "l." + camel(part[1:])
		} else {
			plain = append(plain, expression(part, small))
		}
	}
	size := "[]int64{" + strings.Join(plain, ", ") + "}"
	if rest != "" {
		size = fmt.Sprintf("append(%s, %s...)", size, rest)
	}
	fill := small(t.Init[0])
	if len(t.Init) > 1 {
		given := strings.Replace(small(t.Init[1]), "weight", "l.Weight", 1)
		fill = fmt.Sprintf("func(x gotorch.Tensor) { %s(x, %s) }", fill, given)
	}
	more := ""
	if kind == "buffer" {
		more = ", " + map[string]string{"": "aten.Float32", "int64": "aten.Int64"}[t.Dtype]
	}
	text := fmt.Sprintf("l.%s = l.%s(%q, %s, %s%s)\n", camel(t.Name), kind, t.Name, size, fill, more)
	if t.When != "" {
		return fmt.Sprintf("if %s {\n%s}\n", expression(t.When, small), text)
	}
	return text
}

func (l layer) call(one layerCall, functions map[string]function) string {
	f := functions[one.Function]
	var given []string
	for i, p := range f.ins() {
		text, isText := one.Arguments[i].(string)
		switch {
		case !isText:
			given = append(given, value(one.Arguments[i], p.Kind))
		case p.Kind == "scalar":
			given = append(given, "aten.Num("+expression(text, l.field)+")")
		default:
			given = append(given, expression(text, l.field))
		}
	}
	text := fmt.Sprintf("aten.%s(%s)", f.goName(), strings.Join(given, ", "))
	if one.When != "" {
		return fmt.Sprintf("if %s {\nmust(%s)\n}\n", expression(one.When, l.field), text)
	}
	return text
}

// positional tells which arguments have a place in the constructor; the others are options.
func (l layer) positional(i int) bool { return i == 0 || l.Arguments[i].Default == nil }

func (l layer) isTensor(name string) bool {
	return slices.ContainsFunc(append(slices.Clone(l.Parameters), l.Buffers...), func(t layerTensor) bool { return t.Name == name })
}

func (l layer) source(functions map[string]function) string {
	var fields, params, known, before, kept, body []string
	for i, one := range l.Arguments {
		name, kind := small(one.Name), layerTypes[one.Kind]
		switch {
		case l.positional(i) && one.Size > 0: // one number for all; an option gives others
			params = append(params, name+" int64")
			known = append(known, fmt.Sprintf("%q", one.Name))
			before = append(before, fmt.Sprintf("%ss := many(option(o, %q, []int64{%s}), %d)", name, one.Name, name, one.Size))
			name += "s"
		case l.positional(i):
			params = append(params, name+" "+kind)
		default:
			known = append(known, fmt.Sprintf("%q", one.Name))
			text := fmt.Sprintf("option(o, %q, %s)", one.Name, typed(one))
			if one.Size > 0 {
				text = fmt.Sprintf("many(%s, %d)", text, one.Size)
			}
			before = append(before, name+" := "+text)
		}
		if !l.isTensor(one.Name) {
			fields = append(fields, camel(one.Name)+" "+kind)
			kept = append(kept, camel(one.Name)+": "+name)
		}
	}
	params = append(params, "given ...Option")
	for _, t := range append(slices.Clone(l.Parameters), l.Buffers...) {
		fields = append(fields, camel(t.Name)+" gotorch.Tensor")
	}
	for _, t := range l.Parameters {
		body = append(body, t.made("parameter"))
	}
	for _, t := range l.Buffers {
		body = append(body, t.made("buffer"))
	}
	if l.Recurrent != nil {
		fields = append(fields, "weights []gotorch.Tensor")
		body = append(body, fmt.Sprintf("l.weights = l.recurrent(%d, inputSize, hiddenSize, numLayers, bias, bidirectional)\n", l.Recurrent.Gates))
	}
	o := "o := "
	if len(known) == 0 {
		o = ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %s is torch.nn.%s: %s\ntype %s struct {\nBase\n%s\n}\n\n", l.Name, l.Name, l.Doc, l.Name, strings.Join(fields, "\n"))
	fmt.Fprintf(&b, "// New%s makes one.\nfunc New%s(%s) *%s {\n%staken(%s)\n%s\nl := &%s{%s}\n%sreturn l\n}\n\n", l.Name, l.Name,
		strings.Join(params, ", "), l.Name, o, strings.Join(append([]string{fmt.Sprintf("%q, given", l.Name)}, known...), ", "),
		strings.Join(before, "\n"), l.Name, strings.Join(kept, ", "), strings.Join(body, ""))
	return b.String() + l.forward(functions)
}

func typed(one layerArgument) string {
	if one.Kind == "int" {
		return fmt.Sprintf("int64(%v)", one.Default)
	}
	return value(one.Default, one.Kind)
}

func (l layer) forward(functions map[string]function) string {
	calls := ""
	for _, one := range l.Forward[:len(l.Forward)-1] {
		calls += l.call(one, functions)
	}
	last := l.call(l.Forward[len(l.Forward)-1], functions)
	if l.Recurrent == nil {
		return fmt.Sprintf("// Forward is the layer's.\nfunc (l *%s) Forward(x gotorch.Tensor) gotorch.Tensor {\n%sreturn gotorch.Must(%s)\n}\n\n", l.Name, calls, last)
	}
	zeros := "zeroStates(x, l.NumLayers, l.HiddenSize, l.BatchFirst, l.Bidirectional)"
	if l.Recurrent.States > 1 {
		zeros += ", " + zeros
	} else {
		last = strings.Replace(last, "states", "states[0]", 1)
	}
	places := strings.Join([]string{"a", "b"}[:l.Recurrent.States], ", ")
	return fmt.Sprintf(`// Seq gives the output of each step and the states after the last; without states they begin with zeros.
func (l *%s) Seq(x gotorch.Tensor, states ...gotorch.Tensor) (gotorch.Tensor, []gotorch.Tensor) {
if len(states) == 0 {
states = []gotorch.Tensor{%s}
}
out, %s, err := %s
must(err)
return out, []gotorch.Tensor{%s}
}

// Forward gives the output of each step.
func (l *%s) Forward(x gotorch.Tensor) gotorch.Tensor {
out, _ := l.Seq(x)
return out
}

`, l.Name, zeros, places, last, places, l.Name)
}

// optionName is the function that makes an Option; With is put before the name of a layer.
func optionName(name string, layers []layer) string {
	if slices.ContainsFunc(layers, func(l layer) bool { return l.Name == camel(name) }) {
		return "With" + camel(name)
	}
	return camel(name)
}

// optionFunctions declares an Option for each argument that has a default, of whatever layers.
func optionFunctions(layers []layer) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, l := range layers {
		for i, one := range l.Arguments {
			if l.positional(i) && one.Size == 0 || seen[one.Name] {
				continue
			}
			seen[one.Name] = true
			kind := layerTypes[one.Kind]
			if one.Kind == "ints" {
				kind = "...int64"
			}
			name := optionName(one.Name, layers)
			fmt.Fprintf(&b, "// %s is the argument %s of a layer.\nfunc %s(x %s) Option { return Option{%q, x} }\n\n", name, one.Name,
				name, kind, one.Name)
		}
	}
	return b.String()
}

func examples(layers []layer) string {
	var b strings.Builder
	b.WriteString("// Examples are what example/layers runs: a name, what makes the layer, the size of its input, and what whole numbers are\n// below, or 0.\nvar Examples = []struct {\nName string\nMake func() Layer\nInput []int64\nBelow int64\n}{\n")
	for _, l := range layers {
		for _, each := range l.Examples {
			var given, more []string
			for i, x := range each.Arguments {
				one := l.Arguments[i]
				text := strings.TrimSuffix(strings.TrimPrefix(value(x, one.Kind), "[]int64{"), "}")
				switch {
				case !l.positional(i):
					more = append(more, fmt.Sprintf("%s(%s)", optionName(one.Name, layers), text))
				case one.Size > 0 && strings.Contains(text, ","):
					given = append(given, "0")
					more = append(more, fmt.Sprintf("%s(%s)", optionName(one.Name, layers), text))
				case one.Size > 0:
					given = append(given, text)
				default:
					given = append(given, value(x, one.Kind))
				}
			}
			if len(given) == 0 && len(l.Arguments) > 0 {
				given = append(given, value(l.Arguments[0].Default, l.Arguments[0].Kind))
			}
			fmt.Fprintf(&b, "{%q, func() Layer { return New%s(%s) }, %s, %d},\n", l.Name, l.Name, strings.Join(append(given, more...), ", "),
				fmt.Sprintf("%#v", each.Input), each.Below)
		}
	}
	return b.String() + "}\n"
}

func writeLayers(folder string, text []byte, all api) {
	var described struct{ Layers []layer }
	if err := json.Unmarshal(text, &described); err != nil {
		log.Fatal(err)
	}
	functions := map[string]function{}
	for _, f := range all.Functions {
		functions[f.Name] = f
	}
	if err := os.MkdirAll(filepath.Clean(folder), 0755); err != nil {
		log.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(strings.Replace(head, "package aten", "package layers", 1) + "import (\n\"gotorch\"\n\"gotorch/aten\"\n)\n\n")
	b.WriteString(optionFunctions(described.Layers))
	for _, l := range described.Layers {
		b.WriteString(l.source(functions))
	}
	write(folder, "layers", b.String()+examples(described.Layers))
}

"""Node: a tarball of npm with types for TypeScript, the compiled addon, and koffi inside."""

import json
import shutil

from workshop import HERE, OPEN, run

# Compiled, not run: what the types say of operators, tensors, overloads and mistakes.
TYPED = """
import * as torch from 'pytorch_c'
const a: torch.Tensor = torch.zeros([2, 3], { dtype: 'float64', requires_grad: true })
const [values, indices] = torch.topk(a, 2)
const b: torch.Tensor = a.add(values, { alpha: 2 }).mm(indices).sum([1], true)
const texts: string = torch.jit.load('model.pt').forward(b) as string
const step: void = new torch.SGD([a], 0.1, { momentum: 0.9 }).step()
const net = new torch.nn.Sequential(new torch.nn.Conv2d(1, 8, 3, { padding: 1 }), new torch.nn.ReLU(), (x) => x.flatten(1))
for (const [x] of new torch.DataLoader([a], { batchSize: 2 })) net.forward(x).close()
// @ts-expect-error: no operator takes a date
torch.mm(a, new Date())
// @ts-expect-error: there is no such option
torch.zeros([2], { colour: 'red' })
export { texts, step }
"""


def make(shop):
    npm, node, at = run.need("npm"), run.need("node"), HERE / "node"
    out, folder = shop.shelf("npm"), shop.fresh("make", "node")
    for name in ("index.js", "index.d.ts", "generate.js", "generate_layers.js", "package.json"):
        shutil.copy(at / name, folder)
    for name in ("lib", "src"):
        shutil.copytree(at / name, folder / name)
    shop.run(node, folder / "generate.js", shop.api)
    shop.licence(folder)
    bundled(shop, npm, folder)
    addon(shop, node, folder)
    description = json.loads((folder / "package.json").read_text())
    if description["version"] != shop.version:
        raise RuntimeError(f"bindings/node/package.json says {description['version']}")
    description |= {"os": ["linux"], "cpu": ["x64"], "bundleDependencies": ["koffi", "@koromix/koffi-linux-x64"]}
    description["dependencies"] |= {"@koromix/koffi-linux-x64": description["dependencies"]["koffi"]}
    (folder / "package.json").write_text(json.dumps(description, indent=2) + "\n")
    shop.run(npm, "pack", "--pack-destination", out, folder=folder)
    return list(out.glob("*.tgz"))


def bundled(shop, npm, folder):
    """koffi, which npm fetches here so that nothing is fetched where the package is installed."""
    try:
        shop.run(npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder, **OPEN)
    except RuntimeError as error:
        raise run.Missing(f"koffi cannot be fetched ({str(error).splitlines()[-1]})") from None


def addon(shop, node, folder):
    """build/weak.node, which any Node loads: its interface is N-API."""
    headers = run.node_headers(shop, node, folder)
    (folder / "build").mkdir()
    flags = ["-O2", "-shared", "-fPIC", f"-I{headers}"]
    shop.run(run.need("gcc"), *flags, folder / "src" / "weak.c", "-o", folder / "build" / "weak.node")


def use(shop, made, folder):
    npm, node = run.need("npm"), run.need("node")
    (folder / "package.json").write_text('{"name": "first", "private": true}\n')
    shop.run(npm, "install", "--offline", "--no-audit", "--no-fund", made[0], folder=folder)
    source = (HERE / "node" / "mlp.js").read_text().replace("require('.')", "require('pytorch_c')")
    (folder / "mlp.js").write_text(source)
    typed(shop, npm, node, folder)
    return [node, folder / "mlp.js"]


def typed(shop, npm, node, folder):
    """A program in TypeScript that must compile, where its compiler can be fetched."""
    tools = shop.fresh("make", "typescript")
    try:
        shop.run(npm, "install", "--prefix", tools, "--no-audit", "--no-fund", "typescript", folder=tools, **OPEN)
    except RuntimeError:
        print("Node: no compiler of TypeScript, so the types were not run", flush=True)
        return
    said = shop.run(node, "-p", "Object.keys(require('pytorch_c')).join(' ')", folder=folder)
    names = "".join(
        f"void torch.{name}\n" for name in said.split() if name != "METHODS"
    )  # all that there is has a type
    (folder / "typed.ts").write_text(TYPED + names)
    words = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"]
    shop.run(tools / "node_modules" / ".bin" / "tsc", *words, "typed.ts", folder=folder)

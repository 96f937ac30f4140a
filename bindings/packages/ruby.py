"""Ruby: a gem."""

import shutil

from workshop import HERE, run


def make(shop):
    command, at, out = run.need("ruby"), HERE / "ruby", shop.shelf("gem")
    folder = shop.fresh("make", "ruby")
    (folder / "lib").mkdir()
    shutil.copy(at / "pytorch_c.rb", folder / "lib")
    shutil.copytree(at / "pytorch_c", folder / "lib" / "pytorch_c")
    if (at / "ext").is_dir():
        shutil.copytree(at / "ext", folder / "ext")
    shop.run(command, at / "generate.rb", shop.api, folder / "lib")
    shop.licence(folder)
    shop.stamped(at / "pytorch_c.gemspec", folder / "pytorch_c.gemspec", URL="https://pytorch-c.invalid")
    package = out / f"pytorch_c-{shop.version}.gem"
    shop.run(run.need("gem"), "build", "--force", "-o", package, "pytorch_c.gemspec", folder=folder)
    return [package]


def use(shop, made, folder):
    home = folder / "gems"
    shop.run(run.need("gem"), "install", "--local", "--no-document", "--install-dir", home, made[0])
    shutil.copy(HERE / "ruby" / "mlp.rb", folder)
    return ["env", f"GEM_HOME={home}", f"GEM_PATH={home}", run.need("ruby"), folder / "mlp.rb"]

"""On what a measurement ran: processor, memory, system, versions."""

import os
import platform
from datetime import date
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from .contenders import library


def machine():
    """The machine in plain words, and today's date."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": _system(),
        "date": date.today().isoformat(),
    }


@cache
def versions():
    """Versions of everything that is compared."""
    return {
        "pytorch_c": library()["version"],
        "torch": _version("torch"),
        "cffi": _version("cffi"),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "C library": library()["build_info"],
    }


class Others:
    """Share of the processors that other programs took while a measurement ran."""

    def __init__(self):
        self.before = self._times()

    def share(self):
        """From 0 to 1; None where the system does not tell."""
        now = self._times()
        if not (now and self.before):
            return None
        busy, idle, own = (after - before for after, before in zip(now, self.before))
        return round(max(0.0, busy - own) / max(busy + idle, 1e-9), 3)

    @staticmethod
    def _times():
        """Seconds of all processors busy and idle, and of this process with its ended children."""
        try:
            with open("/proc/stat") as lines:
                user, nice, system, idle, wait, *rest = (
                    int(number) / os.sysconf("SC_CLK_TCK") for number in lines.readline().split()[1:]
                )
        except OSError:
            return None
        return user + nice + system + sum(rest[:3]), idle + wait, sum(os.times()[:4])


MOST = 0.1  # of the processors that other programs may take


def is_marked(content):
    """Returns whether a result of a clock was measured while other programs took too much."""
    return content.get("clock", "wall") == "wall" and (content["machine"]["others"] or 0) > MOST


def withhold(content):
    """Takes the findings out of a result that the machine did not allow; its figures are marked by the tables."""
    if is_marked(content):
        content["withheld"], content["findings"] = content["findings"], []
        content["notes"] = [
            f"other programs took {content['machine']['others']:.0%} of the processors: figures are marked with ~, and no finding is drawn",
            *content["notes"],
        ]


def busy(share):
    """A sentence about the share of the processors that other programs took."""
    if share is None:
        return "how busy other programs were is not known"
    return f"other programs took {share:.0%} of the processors" + (": read with care" if share > MOST else "")


def _version(package):
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor():
    try:
        with open("/proc/cpuinfo") as lines:
            for line in lines:
                if line.startswith(("model name", "Model")):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _system():
    try:
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {platform.machine()}"
    except OSError:
        return f"{platform.system()} {platform.release()}, {platform.machine()}"

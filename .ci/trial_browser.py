"""What the trials share that let a browser without a window draw something and measure it."""
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def find_tool(name):
    """Returns the path of the tool to try, which is a file or the name of a command, or ends the trial with a sentence."""
    path = shutil.which(name)
    return os.path.abspath(path) if path else sys.exit(f"There is no command {name}.")


def skip(reason, consequence):
    """Ends the trial, without a fault unless CI is set."""
    print(f"{reason}: {consequence}.")
    sys.exit(1 if os.environ.get("CI") else 0)


def find_browser(consequence):
    """Returns the path of Chromium, or ends the trial with a sentence."""
    for name in ["chromium", "chromium-browser", "google-chrome"]:
        if path := shutil.which(name):
            return path
    skip("There is no Chromium here", consequence)


def find_specs():
    """Returns the files of the specs of the catalogue and of the examples."""
    return [path for place in ["Specs", "Examples"] for path in sorted((ROOT / place).rglob("*.yaml"))
            if path.name != "lifeline.yaml" and ".build" not in path.parts]


def browse(browser, page, *arguments):
    """Lets the browser load a page, and returns what it prints."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files",
               "--virtual-time-budget=60000"]
    return subprocess.run([browser, *options, *arguments, page.as_uri()], capture_output=True, text=True, timeout=300).stdout


def read_results(browser, page, *options):
    """Loads a page, and returns the JSON that its script has put into the element `results`."""
    match = re.search(r'<pre id="results">(.*?)</pre>', browse(browser, page, *options, "--dump-dom"), re.S)
    if not match:
        sys.exit("The browser doesn't come to the end of the page.")
    return json.loads(html.unescape(match.group(1)))


def overlapping(labels):
    """Returns the texts of all pairs of labels that lie on each other by more than a pixel."""
    def overlap(one, other):
        width = min(one["right"], other["right"]) - max(one["left"], other["left"])
        height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
        return width > 1 and height > 1
    return [(one["text"], other["text"]) for index, one in enumerate(labels) for other in labels[index + 1:] if overlap(one, other)]


def outside(result):
    """Returns the texts of the labels that leave their picture by more than a pixel."""
    return [label["text"] for label in result["labels"]
            if label["left"] < 0 or label["top"] < 0 or label["right"] > result["width"] + 1 or label["bottom"] > result["height"] + 1]

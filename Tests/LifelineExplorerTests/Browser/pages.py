"""Opening explorer pages in a browser, and what holds for each of them."""

import pathlib
import subprocess

import axe_playwright_python

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
WIDTHS = [1280, 390]


class Pages:
    """Makes and opens pages, and collects the faults that it is told."""

    def __init__(self, browser, tool, folder):
        self.browser = browser
        self.tool = tool
        self.folder = pathlib.Path(folder)
        self.faults = []

    def fault(self, text):
        self.faults.append(text)
        print("FAULT", text, flush=True)

    def expect(self, holds, text):
        if not holds:
            self.fault(text)

    def make_page(self, spec):
        """Returns the address of the page of a spec, which is a path or a text."""
        name = "text" if isinstance(spec, str) else spec.stem
        file = self.folder / f"{name}.html"
        file.unlink(missing_ok=True)
        text = spec.encode() if isinstance(spec, str) else None
        path = "-" if text is not None else str(spec)
        subprocess.run([self.tool, "explore", path, "--output", file], check=True, input=text, stdout=subprocess.DEVNULL)
        return file.as_uri()

    def open(self, address, width=1280, scheme="light", **options):
        context = self.browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        page = context.new_page()
        page.set_default_timeout(10_000)
        name = address.rsplit("/", 1)[-1]
        page.on("console", lambda message: self.fault(f"{name}: console: {message.text}"))
        page.on("pageerror", lambda error: self.fault(f"{name}: {error}"))
        page.on("dialog", lambda dialog: self.fault(f"{name}: a dialog opens"))
        page.on("request", lambda request: self.expect(
            request.url.startswith("file:") and request.is_navigation_request(), f"{name} asks for {request.url}"))
        page.goto(address)
        return page

    def rules(self, page, name):
        """No rule of axe-core finds a fault."""
        page.evaluate(AXE + "; undefined")
        result = page.evaluate("axe.run(document, { runOnly: "
                               "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })")
        self.expect(len(result["passes"]) > 10, f"{name}: axe checks too little")
        for violation in result["violations"]:
            nodes = "; ".join(node["html"][:160] for node in violation["nodes"][:3])
            self.fault(f"{name}: {violation['id']}: {violation['help']}: {nodes}")

    def layout(self, page, name):
        """Nothing is wider than the page, buttons show all calls that they lead to, without a comma at the beginning of a line, and those of phones are large enough."""
        width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        self.expect(width <= 0, f"{name}: the page is {width} pixels too wide")
        clipped = page.evaluate("[...document.querySelectorAll('.event')].filter(b => b.offsetHeight > 0).map(b => ["
                                "(/ calls ([^,]*)/.exec(b.getAttribute('aria-label')) ?? [])[1] ?? '', "
                                "b.querySelector('.outcome-calls')]).filter(([spoken, calls]) => calls ? "
                                "calls.scrollHeight > calls.clientHeight : spoken !== '').map(([spoken]) => spoken)")
        self.expect(clipped == [], f"{name}: buttons don't show all of these calls: {clipped}")
        alone = page.evaluate("""() => [...document.querySelectorAll(".outcome-calls")].filter(calls => {
            const { left } = calls.getBoundingClientRect();
            const walker = document.createTreeWalker(calls, NodeFilter.SHOW_TEXT);
            const range = document.createRange();
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                for (const { index } of node.data.matchAll(/,/g)) {
                    range.setStart(node, index);
                    range.setEnd(node, index + 1);
                    if (range.getBoundingClientRect().left < left + 2) return true;
                }
            }
            return false; }).map(calls => calls.textContent)""")
        self.expect(alone == [], f"{name}: a line of a button begins with a comma: {alone}")
        if page.viewport_size["width"] < 760:
            low = page.evaluate("[...document.querySelectorAll('button')].filter(b => b.offsetHeight > 0 && b.offsetHeight < 44)"
                                ".map(b => b.textContent)")
            self.expect(low == [], f"{name}: these buttons are too low: {low}")

"""Checks of life lines: everything in them can be read, however wide the page is."""

from pages import Pages
from specs import PARTS, wide_spec

LINE_WIDTHS = [390, 768, 1024, 1280, 1920]

# Shows the runs of some scenarios, and returns what is outside of the frame and what is cut. What is expected of a step that isn't
# as expected takes room, too.
MEASURE = """async ([isWrong, count]) => {
    const { machine, line } = explorer;
    // The page notices that it has become wider before the second frame.
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const frame = document.getElementById("line-frame");
    const end = frame.getBoundingClientRect().left + frame.clientWidth;
    const found = new Set();
    const measure = () => {
        for (const element of frame.querySelectorAll(".row > *, .call-text *, .bar-name, .column-name")) {
            const { right, width } = element.getBoundingClientRect();
            if (width === 0) continue;
            if (right > end + 0.5) found.add(`outside: ${element.textContent}`);
            const { display, overflowX } = getComputedStyle(element);
            if (display !== "inline" && element.scrollWidth > element.clientWidth) found.add(`cut: ${element.textContent}`);
            if (overflowX !== "visible" && element.scrollHeight > element.clientHeight) found.add(`cut: ${element.textContent}`);
        }
    };
    const every = Math.ceil(machine.scenarios.length / count);
    for (const scenario of machine.scenarios.filter((_, index) => index % every === 0)) {
        const play = new ScenarioPlay(machine, scenario, 0);
        let moment = performStimulus(machine, play.beginning, undefined);
        const moments = [moment];
        for (const entry of play.steps) {
            const stimulus = play.stimulus(entry);
            if (stimulus) moments.push(moment = performStimulus(machine, stimulus, moment));
            if (isWrong) moment.expectation = { alignment: play.alignment(entry, moment), outcome: "wrong", mistake: "wrong" };
        }
        line.clear();
        line.addAll(moments);
        measure();
    }
    return [...found]; }"""


class Lines(Pages):
    def lines(self, addresses):
        """No call is outside of the frame, and no text of a row is cut, in scenarios of all specs at all widths."""
        for name, text in PARTS.items():
            (self.folder / f"{name}.yaml").write_text(text)
        for name, address in [*addresses.items(), ("Parts", self.make_page(self.folder / "Parts.yaml"))]:
            page = self.open(address, LINE_WIDTHS[0])
            self.layout(page, f"{name} at {LINE_WIDTHS[0]}")
            for width in LINE_WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                for is_wrong, count in [(False, 15), (True, 5)]:
                    found = page.evaluate(MEASURE, [is_wrong, count])
                    self.expect(found == [], f"{name} at {width}: {len(found)} texts can't be read, such as {found[:3]}")
            page.context.close()

    def narrow(self, address):
        """On a phone, a scenario can be played at once, and calls of a machine with parts can be read without scrolling sideways."""
        page = self.open(address, 390)
        bottom = page.get_by_role("button", name="Play", exact=True).evaluate("e => e.getBoundingClientRect().bottom")
        self.expect(bottom < 600, f"the button Play ends {bottom} pixels below the top")
        page.locator("#scenario-choice").select_option(label="a swipe back is cancelled")
        page.get_by_role("button", name="Play", exact=True).click()
        hidden = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.getElementById('line-frame'))")
        self.expect(hidden <= 0, f"{hidden} pixels of the life line are hidden")
        height = page.locator(".row.host").first.evaluate("e => e.offsetHeight")
        self.expect(height < 90, f"the beginning takes {height} pixels")
        page.context.close()

    def wide(self):
        """Eleven regions fit on a phone, and with more an edge says that there are more."""
        for count, fits in [(11, True), (24, False)]:
            page = self.open(self.make_page(wide_spec(count)), 390)
            page.locator("#events button").first.click()
            hidden = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.getElementById('line-frame'))")
            self.expect((hidden <= 0) == fits, f"{hidden} pixels of the life line of {count} regions are hidden")
            narrow = page.evaluate("Math.min(...[...document.querySelectorAll('.bar')].map(e => e.getBoundingClientRect().width))")
            self.expect(narrow >= 4, f"a bar of {count} regions is {narrow} pixels wide")
            self.layout(page, f"Wide with {count} regions")
            page.context.close()

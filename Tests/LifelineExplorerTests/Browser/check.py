"""Checks explorer pages in Chromium.

usage: check.py TOOL SPECS RUNS CHROMIUM [SCREENSHOTS]

TOOL is the command, SPECS a folder of specs, RUNS a folder of expected runs, which `RunTests` writes, and CHROMIUM a browser.
With a folder for SCREENSHOTS, pictures of three pages are put there.
"""

import pathlib
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from lines import Lines
from pages import WIDTHS
from specs import CLOCK, DOCUMENT, FAILURES, HOSTILE, deep_spec, large_spec

HERE = pathlib.Path(__file__).parent
CLICK_LIMIT = 100  # milliseconds
SCHEMES = ["light", "dark"]


class Checks(Lines):
    def runs(self, files, names):
        """The script does what the interpreter does, in runs of every spec."""
        page = self.browser.new_context().new_page()
        page.goto(self.make_page(HOSTILE))
        script = (HERE / "runs.js").read_text()
        for file in files:
            differences = page.evaluate(f"(text) => {{ {script}; return differencesFromRuns(JSON.parse(text)); }}",
                                        file.read_text())
            for difference in differences[:3]:
                self.fault(f"{file.stem}: {difference}")
        missing = set(names) - {file.stem for file in files}
        self.expect(not missing, f"there are no runs of {', '.join(sorted(missing))}")

    def scenarios(self, page, name):
        """Every scenario plays in the page."""
        page.get_by_role("button", name="Play all").click()
        verdict = page.locator(".verdict").inner_text()
        count = page.locator("#scenario-choice option").count()
        self.expect(verdict.startswith(f"✓ {count} scenario"), f"{name}: {verdict}")
        page.get_by_role("button", name="Play", exact=True).click()
        verdict = page.locator(".verdict").inner_text()
        self.expect(verdict.startswith("✓"), f"{name}: {verdict}")

    def keyboard(self, address):
        """Tab comes to everything, and keys alone do everything."""
        page = self.open(address)
        total = page.evaluate("""() => {
            const all = [...document.querySelectorAll('button, select, input, summary, a[href], [tabindex="0"]')];
            const reachable = all.filter(e => !e.disabled && e.checkVisibility());
            reachable.forEach((e, i) => e.dataset.count = i);
            return reachable.length; }""")
        reached, without_outline = set(), []
        for _ in range(total + 5):
            page.keyboard.press("Tab")
            number, outline = page.evaluate("""() => { const e = document.activeElement;
                return [e.dataset.count, getComputedStyle(e).outlineStyle]; }""")
            reached.add(number)
            if number is not None and outline == "none":
                without_outline.append(number)
        missing = [n for n in range(total) if str(n) not in reached]
        self.expect(missing == [], f"Tab doesn't come to {missing} of {total}")
        self.expect(without_outline == [], f"no outline shows the focus on {without_outline}")

        session = lambda: page.evaluate("explorer.session.run.length")
        page.evaluate("document.activeElement.blur()")
        self.expect(page.locator("#events button").count() > 0, "there is no event")
        for key, steps in [("1", 2), ("1", 3), ("Backspace", 2), ("r", 1), ("Backspace", 2)]:
            page.keyboard.press(key)
            self.expect(session() == steps, f"{key} leads to {session()} moments, not {steps}")
        page.locator("#events button").first.focus()
        before = session()
        page.keyboard.press("Enter")
        self.expect(session() == before + 1, "Enter doesn't press a button")
        self.expect(page.evaluate("document.activeElement.matches('#events button, #undo')"), "the focus is lost")
        page.locator("#scenario-name").focus()
        page.keyboard.type("r1s")
        self.expect(session() == before + 1, "a key in a text does something else than write")
        page.locator("#scenario-choice").focus()
        page.get_by_role("button", name="Step").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
        moved = session()
        page.keyboard.press("ArrowLeft")
        self.expect(session() == moved - 1, "the arrows don't go back in a scenario")
        page.locator("#single-keys").uncheck()
        page.locator("body").press("r")
        self.expect(session() == moved - 1, "keys that are turned off do something")
        page.context.close()

    def session(self, address):
        """The address keeps the session, and undo and redo move in it."""
        page = self.open(address)
        for _ in range(4):
            page.locator("#events button.event").first.click()
        states = page.evaluate("keyOfSnapshot(explorer.session.current.after)")
        yaml = page.locator("#scenario").inner_text()
        again = self.open(page.url)
        self.expect(again.evaluate("keyOfSnapshot(explorer.session.current.after)") == states, "a link loses the session")
        self.expect(again.locator("#scenario").inner_text() == yaml, "a link gives another scenario")
        again.locator("#undo").click()
        again.locator("#undo").click()
        again.locator("#redo").click()
        again.locator("#redo").click()
        self.expect(again.evaluate("keyOfSnapshot(explorer.session.current.after)") == states, "redo leads elsewhere")
        self.expect(again.locator("#line > li").count() == 5, "the life line has lost steps")
        changed = self.open(page.url.replace("#s=", "#s=0").replace(";start", ";start;send%20nothing"))
        notice = changed.locator("#notice").inner_text()
        self.expect("has changed" in notice and "stops at step 2" in notice, f"a foreign link says: {notice}")
        for other in [page, again, changed]:
            other.context.close()

    def promises(self):
        """A broken promise is marked where it is broken, and the question stays."""
        page = self.open(self.make_page(DOCUMENT))
        for key in ["event 0", "event 1", "wait 0", "event 3"]:
            page.locator(f"[data-key='{key}']").click()
        last = page.locator("#line > li").last
        self.expect(last.locator(".row.call .broken").all_text_contents() == [" ✗"], "the call that breaks a promise isn't marked")
        words = "willSave is still to be answeredBy didSave or didFail before didClose"
        self.expect(last.locator(".row.mistake .broken").all_inner_texts() == [f"✗ {words}"], "the mistake isn't told")
        self.expect(f"Broken: {words}." in last.locator("p").text_content(), "screen readers don't get the mistake")
        told = page.locator("#owed").inner_text()
        self.expect(told == "Broken, and still owed: didSave or didFail before didClose, for willSave", f"promises say: {told}")
        page.locator("#undo").click()
        told = page.locator("#owed").inner_text()
        self.expect(told == "Owed: didSave or didFail before didClose, for willSave", f"promises say after undo: {told}")
        page.context.close()

        # The timer elapses in the wait, and the time of the question is then.
        page = self.open(self.make_page(DOCUMENT.replace("before: didClose", "within: 8s")))
        page.locator("[data-key='event 0']").click()
        page.locator("[data-key='event 1']").click()
        for time, said in [("7s", "asked 2s ago"), ("6s", "asked 8s ago"), ("1ms", "asked 8001ms ago: too late")]:
            page.locator("#waits input").fill(time)
            page.get_by_role("button", name="Let time pass").click()
            told = page.locator("#owed").inner_text()
            self.expect(told.startswith("Owed: ") and told.endswith(f", {said}"), f"promises say after {time}: {told}")
        page.locator("[data-key='event 2']").click()
        told = page.locator("#line .row.mistake").all_inner_texts()
        self.expect(told == ["✗ too late: 8001ms after willSave"], f"a late answer is told as {told}")
        page.context.close()

    def failure(self):
        """A scenario that fails shows the expected calls beside those that are made, and its end."""
        address = self.make_page(DOCUMENT)
        for width in WIDTHS:
            page = self.open(address, width, "dark" if width < 760 else "light", reduced_motion="reduce")
            page.get_by_role("button", name="Play", exact=True).click()
            verdict = page.locator(".verdict").inner_text()
            self.expect(verdict == "✗ saved makes other calls than expected: didFail comes in place of didClose", f"the verdict is {verdict}")
            marks = page.locator(".scenario-steps li").all_inner_texts()
            self.expect([mark[0] for mark in marks[1:5]] == list("✓✓✓✗") and marks[-1] == "then closed", f"the steps are {marks}")
            rows = page.locator("#line > li").last.locator(".row.call")
            pairs = [(" ".join(row.locator(".call-text > *").all_text_contents()).replace("\u00a0", " ").replace("  ", " "),
                      row.locator(".expected").text_content()) for row in rows.all()]
            self.expect(pairs == [("3 didSave ← 2", "= didSave"), ("4 didFail ✗", "≠ didClose")], f"the calls are {pairs}")
            self.layout(page, f"a failure at {width}")
            self.rules(page, f"a failure at {width}")
            page.locator("#undo").click()
            page.locator("#redo").click()
            self.expect(page.locator("#line .expected").count() == 4, "redo loses what is expected")
            page.locator("#restart").click()
            self.expect(page.locator("#line .expected, .expecting").count() == 0, "a new run has what another one expects")
            page.locator("#scenario-choice").select_option("1")
            page.get_by_role("button", name="Play", exact=True).click()
            end = page.locator(".row.end .call-text").inner_text()
            self.expect(end == "✗ opened.dirty is not active", f"the end is {end}")
            page.context.close()

    def failures(self):
        """All plays tell each scenario that fails once, and how many more there are."""
        page = self.open(self.make_page(FAILURES))
        page.get_by_role("button", name="Play all").click()
        told = page.locator(".verdict").inner_text()
        self.expect(told == "✗ 6 of 7 plays fail. a: closed is not active (1 other combination of it, too); b: closed is not active; "
                    "c: closed is not active; and 2 other scenarios", f"all plays say: {told}")
        page.context.close()

    def links(self):
        """Links may be written by hand, and one that can't be followed isn't forgotten."""
        address = self.make_page(DOCUMENT)
        page = self.open(address)
        page.locator("[data-key='event 0']").click()
        prefix = page.url[:page.url.index(";")]
        page.context.close()
        other = f"{address}#s=000000000000"
        for link, said, stays, is_wrong in [
            (f"{prefix};start;open;edit", None, False, False), (f"{other};start;open", "The spec has changed", False, False),
            (f"{prefix};start;open;leave", "stops at step 3, leave", True, True), (f"{address}#garbage", "This link can't be read", True, True),
            (f"{address}#s=;start;open", "This link can't be read", True, True),
            (f"{prefix};start;%E0%A4%A", "This link can't be read", True, True),
        ]:
            page = self.open(link)
            notice = page.locator("#notice")
            told = notice.inner_text() if notice.is_visible() else None
            self.expect(told == said or (said is not None and told is not None and said in told), f"{link} says {told}")
            self.expect((page.url == link) == stays, f"{link} becomes {page.url}")
            self.expect(notice.evaluate("e => e.classList.contains('wrong')") == is_wrong, f"{link} looks like a mistake, or doesn't")
            page.locator("#events button").first.click()
            self.expect(page.url != link and ";start;send%20open" in page.url, f"{link} keeps the session out")
            page.context.close()

    def deep(self):
        """Deep states stay inside their panel."""
        address = self.make_page(deep_spec())
        for width in WIDTHS:
            page = self.open(address, width)
            self.layout(page, f"Deep at {width}")
            outside = page.evaluate("""() => {
                const end = document.getElementById("states-panel").getBoundingClientRect().right;
                return [...document.querySelectorAll(".state")].filter(e => e.getBoundingClientRect().right > end).length; }""")
            self.expect(outside == 0, f"{outside} states leave their panel at {width}")
            page.context.close()

    def folding(self):
        """Steps that come again and again are shown once, until somebody wants to see them."""
        page = self.open(self.make_page(CLOCK))
        tick, tock = page.locator("[data-key='event 0']"), page.locator("[data-key='event 1']")
        for _ in range(20):
            tick.click()
            tock.click()
        steps = page.locator("#line > li:not(.fold)")
        visible = lambda: steps.filter(visible=True).count()
        note = page.locator("#line .fold button")
        # The start, the first two steps, half of a repetition, and the last step, which always stays.
        self.expect(visible() == 5, f"{visible()} steps are visible, not 5")
        self.expect(note.all_inner_texts() == ["these 2 steps 18 more times"], f"the note says {note.all_inner_texts()}")
        for number in range(34):
            page.locator("#undo").click()
        self.expect(visible() == 7 and note.count() == 0, f"{visible()} steps and {note.count()} notes are there after undo")
        for number in range(34):
            page.locator("#redo").click()
        note.click()
        self.expect(visible() == 41 and note.count() == 0, f"{visible()} steps are shown, not 41")
        again = self.open(page.url)
        self.expect(again.locator("#line .fold button").count() == 1, "a link shows repetitions")
        page.context.close()
        again.context.close()

    def search(self, address):
        """The shortest run to a state or a call leads there."""
        page = self.open(address)
        goal = page.locator("#search-goal")
        count = 0
        for option in goal.locator("option").all():
            goal.select_option(value=option.get_attribute("value"))
            page.locator("#search-origin").select_option("start")
            page.get_by_role("button", name="Find", exact=True).click()
            page.get_by_role("button", name="Find", exact=True).wait_for()
            take = page.get_by_role("button", name="Take these steps")
            if take.count() == 0:
                continue
            take.click()
            kind, number = option.get_attribute("value").split(" ")
            found = page.evaluate("""([kind, number]) => explorer.session.current.reaction.items.some(item => kind === "state"
                ? item.kind === "enter" && item.state === Number(number)
                : item.kind === "call" && item.call.callback === Number(number))""", [kind, number])
            self.expect(found, f"the shortest run to {option.inner_text()} doesn't lead there")
            count += 1
        self.expect(count > 20, f"only {count} goals are found")
        page.context.close()

    def hostile(self):
        """Text stays text, whatever it is, and the policy lets nothing else run."""
        address = self.make_page(HOSTILE)
        page = self.open(address)
        page.locator("[data-key='event 0']").click()
        page.locator("[data-key='event 1']").click()
        page.locator(".event-with-arguments input").fill("</script>\u202e<img src=x onerror='window.attack = 5'>")
        page.locator("[data-key='event 0']").click()
        title = page.locator("#facts input")
        for typed, shown, content in [
            ("a\u202eb", '"a\\u202eb"', "a\u202eb"), ('"two\\nlines"', '"two\\nlines"', "two\nlines"), ('"', '"', '"'), ('"plain"', "plain", "plain"),
        ]:
            title.fill(typed)
            title.blur()
            found = [title.input_value(), page.evaluate("explorer.session.current.after.fields[0].content")]
            self.expect(found == [shown, content], f"{typed!r} in a field becomes {found}")
        self.scenarios(page, "Hostile")
        page.reload()
        self.expect(page.evaluate("window.attack") is None, "a text ran as a script")
        self.expect(page.evaluate("document.querySelectorAll('main img, main b > *, main script').length") == 0, "a text is HTML")
        self.expect(page.evaluate("document.scripts.length") == 2, "there are other scripts")
        self.expect("</script>" in page.locator("#summary").inner_text(), "a text is missing")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            self.layout(page, f"Hostile at {width}")
        page.context.close()

        context = self.browser.new_context()
        page = context.new_page()
        page.goto(address)
        escape = page.evaluate("""async () => {
            const script = document.createElement("script");
            try { script.textContent = "window.attack = 6"; } catch {}
            document.body.append(script);
            const style = document.createElement("style");
            style.textContent = "body { color: rgb(1, 2, 3) }";
            document.head.append(style);
            let fetched = false;
            try { await fetch("https://example.com/"); fetched = true; } catch {}
            return [window.attack, fetched, getComputedStyle(document.body).color]; }""")
        self.expect(escape[0] is None and not escape[1] and escape[2] != "rgb(1, 2, 3)", f"the policy allows {escape}")
        context.close()

    def large(self):
        """A click among 1,000 states is answered soon."""
        start = time.monotonic()
        page = self.open(self.make_page(large_spec()))
        # Other processes may take the time, so the best of three rounds counts, and of its clicks nine of ten.
        rounds = [sorted(self.clicks(page)) for _ in range(3)]
        times = min(rounds, key=lambda times: times[27])
        count = page.evaluate("explorer.machine.states.length")
        print(f"{count} states: a click takes {times[15]:.0f} ms, nine of ten at most {times[27]:.0f} ms; "
              f"opened in {time.monotonic() - start:.1f} s", flush=True)
        self.expect(count >= 1000, "the machine is too small")
        self.expect(times[27] < CLICK_LIMIT, f"clicks take {times}")
        page.context.close()

    def clicks(self, page):
        """Returns the milliseconds that 30 clicks take, with the layout of the page."""
        return page.evaluate("""() => {
            const times = [];
            for (let index = 0; index < 30; index += 1) {
                const buttons = document.querySelectorAll("#events button");
                const button = buttons[index % buttons.length];
                const start = performance.now();
                button.click();
                document.body.getBoundingClientRect();
                times.push(performance.now() - start);
            }
            return times; }""")


def main():
    tool, specs, runs, chromium = sys.argv[1:5]
    pictures = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
    files = sorted(file for file in pathlib.Path(specs).rglob("*.yaml") if file.stem != "lifeline")
    start = time.monotonic()

    def lap(name):
        print(f"{time.monotonic() - start:5.1f} s: {name}", flush=True)

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        checks = Checks(browser, tool, folder)
        checks.runs(sorted(pathlib.Path(runs).glob("*.json")), [file.stem for file in files])
        addresses = {file.stem: checks.make_page(file) for file in files}
        checks.expect(len(addresses) > 9, f"only {len(addresses)} specs are below {specs}")
        lap("runs")
        for name, address in addresses.items():
            page = checks.open(address)
            checks.scenarios(page, name)
            page.context.close()
        lap("scenarios")
        shown = ["ViewControllerLifecycle", "TCPConnection", "ServiceWorkerRegistration"]
        for name in shown:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    # Contrast is what a scheme changes, and one page shows that.
                    if not pictures and name != shown[0] and (scheme == "dark") != (width < 760):
                        continue
                    page = checks.open(addresses[name], width, scheme, reduced_motion="reduce")
                    page.get_by_role("button", name="Play", exact=True).click()
                    checks.rules(page, f"{name}, {width}, {scheme}")
                    checks.layout(page, f"{name}, {width}")
                    if pictures:
                        pictures.mkdir(parents=True, exist_ok=True)
                        page.screenshot(path=pictures / f"{name}-{width}-{scheme}.png", full_page=True)
                    page.context.close()
        lap("rules")
        checks.keyboard(addresses["ViewControllerLifecycle"])
        lap("keyboard")
        checks.session(addresses["TCPConnection"])
        checks.search(addresses["ViewControllerLifecycle"])
        lap("session")
        checks.folding()
        checks.promises()
        checks.failure()
        checks.failures()
        checks.links()
        checks.narrow(addresses["NavigationTransition"])
        checks.lines(addresses)
        lap("life lines")
        checks.deep()
        checks.wide()
        checks.hostile()
        checks.large()
        lap("hostile and large")
        browser.close()
    print(f"{len(files)} pages, {len(checks.faults)} faults")
    sys.exit(1 if checks.faults else 0)


main()

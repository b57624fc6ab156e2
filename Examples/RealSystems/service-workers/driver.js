// Plays with the registrations of one origin. This page is outside of their scopes, and watches them; frames are the pages inside.
const PARTS = ["first", "second", "third"]
const NEW = ["changed", "importChanged", "threw"]  // scripts of which there may be another worker
const QUIET = 150  // milliseconds without any news after which a step is over
const SLOW = 4000  // after which it goes on although what it waits for hasn't come
const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
const start = performance.now()

class Play {
  constructor({name, steps}) {
    Object.assign(this, {name, steps, scope: `/${name.replace(" ", "-")}/`, lines: [], workers: [], frames: [], held: 0, news: 0})
  }

  log(line) {
    this.news = performance.now()
    this.lines.push({session: this.name, time: Math.round(this.news - start) / 1000, ...line, was: this.was})
  }

  // Waits until there is no news any more.
  async quiet() {
    this.news = performance.now()
    while (performance.now() - this.news < QUIET) await sleep(QUIET / 5)
  }

  serve(what) { return fetch(`/serve?scope=${this.scope}&what=${what}`) }

  get newest() { const {installing, waiting, active} = this.registration ?? {}; return installing ?? waiting ?? active }

  watch(registration) {
    if (this.registration === registration) return
    this.registration = registration
    registration.onupdatefound = () => {
      this.log({callback: "updateFound"})
      const worker = registration.installing
      const part = PARTS[this.workers.push(worker) - 1]
      worker.onstatechange = () => this.log({callback: `${part}.became${worker.state[0].toUpperCase()}${worker.state.slice(1)}`})
    }
  }

  async openFrame(frame = document.createElement("iframe")) {
    const again = frame.isConnected
    const loaded = new Promise(resolve => frame.onload = resolve)
    if (again) frame.contentWindow.location.reload()
    else {
      frame.src = this.scope
      document.body.append(frame)
      this.frames.push(frame)
    }
    await Promise.race([loaded, sleep(SLOW)])
    const container = frame.contentWindow.navigator.serviceWorker
    container.oncontrollerchange = () => this.heard(frame)
    frame.changes = 0
    return container
  }

  // Several pages may wait for the first worker, and are told of it at once.
  askReady(container, early) {
    container.ready.then(() => {
      if (!early || !this.isReady) this.log({callback: "ready"})
      this.isReady = true
    })
  }

  // Several pages may be told of the same change.
  heard(frame) {
    frame.changes++
    if (frame.changes > this.changes) this.log({callback: "controllerChange"})
    this.changes = Math.max(this.changes, frame.changes)
  }

  // A job: the call that asks for it, and what the script is.
  async job(action, script) {
    const {length} = this.workers
    await this.serve(script)
    this.log({event: action})
    this.log({event: script === "threw" ? "changed" : script})
    if (NEW.includes(script)) this.log({event: script === "threw" ? script : "ran"})
    try {
      const options = {scope: this.scope, updateViaCache: "none"}
      const registration = await (action === "update" ? this.registration.update() : navigator.serviceWorker.register(`${this.scope}worker.js`, options))
      this.log({callback: "jobResolved"})
      this.watch(registration)
      // The browser may take a while to tell of a new worker.
      if (NEW.includes(script)) await this.wait(() => this.workers.length > length)
    } catch (error) {
      this.log({callback: "jobRejected", arguments: {failure: error.name[0].toLowerCase() + error.name.slice(1)}})
    }
    await this.quiet()
    await this.serve("unchanged")
  }

  // Tells a worker something, if it is there.
  tell(worker, message, event = message) {
    if (!worker) return
    this.log({event})
    worker.postMessage(message)
  }

  // Lets a worker finish an event, after which it is in another state. The browser may take a while to dispatch it.
  async finish(worker, event) {
    const {state} = worker
    this.tell(worker, event)
    await this.wait(() => worker.state !== state)
  }

  async wait(condition) { for (let waited = 0; waited < SLOW && !await condition(); waited += 50) await sleep(50) }

  async step(step) {
    const {installing, waiting, active} = this.registration ?? {}
    const [action, what, anyway] = step.split(" ")
    // Nothing is left of the registration; or jobs would have to wait, and pages, too.
    if (this.over && !this.newest || installing && ["register", "update", "unregister"].includes(action) && !anyway) return
    if (active?.state === "activating" && ["navigate", "refresh", "settle"].includes(action)) return
    // The spec doesn't count the pages of a registration that was unregistered.
    if (this.over && action === "refresh" && this.frames.length > 1) return
    this.was = installing ? "installing" : "idle"
    this.changes = 0
    for (const frame of this.frames) frame.changes = 0
    switch (action) {
    case "register": case "update":
      if (this.over || action === "update" && !active) return
      const script = action === "register" && this.newest ? "alreadyRegistered" : what
      // The spec has three workers.
      if (this.workers.length === 3 && NEW.includes(script)) return
      await this.job(action, script)
      break
    case "unregister":
      if (!this.registration) return
      this.log({event: "unregister"})
      this.log({callback: "unregisterResolved", arguments: {removed: await this.registration.unregister()}})
      this.over = true
      break
    case "installed": case "installFailed":
      if (!installing) return
      await this.finish(installing, action)
      if (action === "installFailed") {
        this.workers.pop()
        this.over ||= !this.newest
        await this.serve("back")
      }
      break
    case "skipWaiting":
      this.tell(installing, action, "skipWaitingEarly")
      if (!installing) this.tell(waiting, action)
      break
    case "claim":
      if (what === "active") this.tell(active, action)
      else if (installing) this.tell(installing, action, "claimEarly")
      else this.tell(waiting, action, "claimWhileWaiting")
      break
    case "activated":
      if (active?.state === "activating") await this.finish(active, action)
      break
    case "pause":
      await sleep(1500)
      break
    case "settle":
      if (this.held) this.tell(active, action)
      this.held = 0
      break
    case "navigate": case "refresh":
      if (action === "refresh" && !this.frames.length) return
      const fetched = await this.fetched()
      const served = active && !this.over
      this.log({event: action})
      const container = await this.openFrame(action === "refresh" ? this.frames[0] : undefined)
      if (served && !this.held) this.log({event: "settle"})
      if (served) this.log({event: "askReady"})
      this.askReady(container, !served)
      // The browser looks for an update a while after it, unless another job is being done.
      if (served && !installing) await this.wait(async () => await this.fetched() !== fetched)
      break
    case "request":
      const frame = this.frames.find(frame => frame.contentWindow.navigator.serviceWorker.controller)
      if (!frame) return
      this.log({event: "request"})
      frame.contentWindow.fetch("data").catch(() => {})
      this.held++
      break
    case "lastPageCloses":
      if (!this.frames.length || this.held) return
      this.log({event: "lastPageCloses"})
      for (const frame of this.frames.splice(0)) frame.remove()
      break
    }
    await this.quiet()
  }

  async fetched() { return (await fetch(`/fetched?scope=${this.scope}`)).text() }

  async run() {
    await this.serve("unchanged")
    this.askReady(await this.openFrame(), true)
    navigator.serviceWorker.addEventListener("message", ({data, source}) => {
      const part = PARTS[this.workers.indexOf(source)]
      if (part) this.log({callback: `${part}.${data}`})
    })
    for (const step of this.steps) await this.step(step)
    // A worker that is being activated is promised an end of that. Then another one may be activated.
    for (let count = 0; count < 4; count++) await this.step("activated")
    for (const frame of this.frames) frame.remove()
    this.registration?.unregister()
    return this.lines
  }
}

(async () => {
  const plays = await (await fetch("/plays")).json()
  const one = async () => {
    for (let play = plays.shift(); play; play = plays.shift()) {
      const lines = await new Play(play).run()
      await fetch("/lines", {method: "POST", body: JSON.stringify(lines)})
    }
  }
  await Promise.all(Array.from({length: 6}, one))
  await fetch("/over", {method: "POST"})
})().catch(error => fetch("/failed", {method: "POST", body: String(error.stack)}))

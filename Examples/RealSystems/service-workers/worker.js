// A service worker that finishes what it handles when the page says so.
const answers = {}, requests = []
const answer = name => answers[name] ??= Promise.withResolvers()
self.oninstall = event => event.waitUntil(Promise.race([answer("installed").promise, answer("installFailed").promise.then(() => Promise.reject())]))
self.onactivate = event => event.waitUntil(answer("activated").promise)
self.onfetch = event => {
  if (event.request.url.endsWith("/data")) event.respondWith(new Promise(resolve => requests.push(() => resolve(new Response("data")))))
}
self.onmessage = ({data, source}) => {
  if (data === "settle") while (requests.length) requests.pop()()
  else if (data === "skipWaiting") self.skipWaiting()
  else if (data === "claim") self.clients.claim().catch(() => source.postMessage("claimRejected"))
  else answer(data).resolve()
}

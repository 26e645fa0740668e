/**
 * Shows a page when there is no connection. Only that page, fetched without a cookie, and its files are
 * cached; nothing of a visitor is. The server prepends the constants RELEASE, OFFLINE and FILES.
 */

const CACHE = `offline-${RELEASE}`;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(pageOrOffline(request, preloadResponse));
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(keptOrFetched(request));
  }
});

async function keep() {
  const cache = await caches.open(CACHE);
  const fetched = [OFFLINE, ...FILES].map((path) => new Request(path, { credentials: "omit" }));
  await cache.addAll(fetched);
  await self.skipWaiting();
}

async function begin() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("offline-") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function pageOrOffline(request, preloaded) {
  try {
    const page = await preloaded;
    // Without a connection, Firefox resolves the preload to an error response instead of rejecting it.
    return page && page.type !== "error" ? page : await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function keptOrFetched(request) {
  return (await caches.match(request)) ?? fetch(request);
}

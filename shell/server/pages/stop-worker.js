// Replaces the service worker where SERVICE_WORKER is off: removes itself and its caches.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const removeAll = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('archaka-')).map((name) => caches.delete(name)));
    indexedDB.deleteDatabase('archaka-offline');
    await registration.unregister();
  };
  event.waitUntil(removeAll());
});

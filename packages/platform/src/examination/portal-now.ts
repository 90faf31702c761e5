/**
 * The portal's time, in ms as `Date.now()` gives it: that of the server which made the page, and what has passed since.
 * A phone's own clock may be wrong, and would close an examination that is open.
 */
export function portalNow(): number {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="made-at"]');
  const renderedAt = Date.parse(meta?.content ?? '');
  return Number.isNaN(renderedAt) ? Date.now() : renderedAt + performance.now();
}

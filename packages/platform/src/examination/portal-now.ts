/** Milliseconds as in `Date.now()`, from the server's clock, since a device's clock may be wrong. */
export function portalNow(): number {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="made-at"]');
  const renderedAt = Date.parse(meta?.content ?? '');
  return Number.isNaN(renderedAt) ? Date.now() : renderedAt + performance.now();
}

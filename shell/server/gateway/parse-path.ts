/** The path of a request's target, including the absolute form, which proxies may send (RFC 9112, 3.2.2). */
export function parsePath(target = '/'): string {
  if (target.startsWith('/') && !target.includes('#')) {
    const query = target.indexOf('?');
    return query === -1 ? target : target.slice(0, query);
  }
  return URL.parse(target, 'http://portal')?.pathname ?? '';
}

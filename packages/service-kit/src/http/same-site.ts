import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { crossSite } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser sent this from a page of another origin. `Origin` decides where it is given,
 * else `Sec-Fetch-Site`; software other than browsers sends neither.
 */
export function isCrossSite(headers: IncomingHttpHeaders, portalOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (headers.origin !== undefined) return headers.origin !== portalOrigin;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Refuses what would change something and comes from another site. */
export const createSameSiteGuard =
  (portalOrigin: string): RequestHandler =>
  (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && isCrossSite(request.headers, portalOrigin)) throw crossSite();
    next();
  };

import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { crossSite } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `Origin` decides, else `Sec-Fetch-Site`. Software other than browsers sends neither. */
export function isCrossSite(headers: IncomingHttpHeaders, portalOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (headers.origin !== undefined) return headers.origin !== portalOrigin;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

export const createSameSiteGuard =
  (portalOrigin: string): RequestHandler =>
  (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && isCrossSite(request.headers, portalOrigin)) throw crossSite();
    next();
  };

import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { hasVersion } from './has-version.ts';

/** Sends JSON; a GET answer with `maxAge` (seconds) may be kept by anyone and asked about by its ETag. */
export function sendJson(request: Request, response: Response, value: unknown, maxAge?: number): void {
  const text = JSON.stringify(value);
  if (maxAge !== undefined && request.method !== 'POST') {
    const etag = `"${hash('sha256', text, 'base64url')}"`;
    response.setHeader('cache-control', `public, max-age=${maxAge}`);
    response.setHeader('etag', etag);
    if (hasVersion(request, etag)) return void response.status(304).end();
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(text);
}

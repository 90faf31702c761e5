import { hash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Sends JSON; a GET answer with `maxAge` (seconds) may be kept by anyone and asked about by its ETag. */
export function sendJson(request: Request, response: Response, value: unknown, maxAge?: number): void {
  const text = JSON.stringify(value);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (maxAge === undefined || request.method === 'POST') return void response.end(text);
  response.setHeader('cache-control', `public, max-age=${maxAge}`);
  response.setHeader('etag', `"${hash('sha256', text, 'base64url')}"`);
  if (request.fresh) return void response.status(304).end();
  response.end(text);
}

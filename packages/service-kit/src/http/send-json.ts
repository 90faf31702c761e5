import { hash } from 'node:crypto';
import compression from 'compression';
import type { Request, Response } from 'express';
import { isNotModified } from './is-not-modified.ts';

/** For what anyone may read; the length of a compressed answer would betray a secret in it (BREACH). */
const compress = compression();

/**
 * Sends JSON; a GET answer with `maxAge` (seconds) may be kept by anyone, is asked about by its ETag and comes
 * compressed.
 */
export function sendJson(request: Request, response: Response, value: unknown, maxAge?: number): void {
  const text = JSON.stringify(value);
  const send = () => response.setHeader('content-type', 'application/json; charset=utf-8').end(text);
  if (maxAge === undefined || request.method === 'POST') return void send();
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  response.setHeader('cache-control', `public, max-age=${maxAge}`);
  // Weak, since it is the same for each encoding (RFC 9110, 8.8.1).
  response.setHeader('etag', `W/${etag}`);
  if (isNotModified(request, etag)) return void response.status(304).end();
  compress(request, response, send);
}

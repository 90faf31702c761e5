import { hash } from 'node:crypto';
import compression from 'compression';
import type { Request, Response } from 'express';
import { isNotModified } from './is-not-modified.ts';

/** For public responses only, since a compressed length betrays secrets (BREACH). */
const compress = compression();

/** `maxAge` (seconds): a public, compressed GET response with an ETag. */
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

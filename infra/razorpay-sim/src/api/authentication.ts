import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { notAuthenticated } from '../provider-error.ts';

/** Basic authentication with key id and secret, as on every call of Razorpay's API. */
export function createAuthentication(keys: { id: string; secret: string }): RequestHandler {
  const expected = hash(`Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`);
  return (request, response, next) => {
    if (timingSafeEqual(hash(request.get('authorization') ?? ''), expected)) return next();
    response.set('www-authenticate', 'Basic realm="Razorpay"');
    throw notAuthenticated();
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

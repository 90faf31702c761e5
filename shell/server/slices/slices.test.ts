import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { identifyVisitor } from './slices.ts';

const buildRequest = (cookie: string) => ({ headers: { cookie } }) as Request;
const knownId = 'a'.repeat(22);

/** The visitor, and the cookie of the response. */
function visitWithCookie(cookie: string, secure: boolean) {
  const set: unknown[] = [];
  const response = { cookie: (...args: unknown[]) => set.push(args) } as unknown as Response;
  return { visitor: identifyVisitor(buildRequest(cookie), response, { secure }), set };
}

test('makes the visitor’s cookie Secure and bound to the host behind TLS, and reads no other name', () => {
  const { visitor, set } = visitWithCookie(`archaka_visitor=${knownId}`, true);
  expect(visitor).not.toBe(knownId);
  expect(set).toEqual([
    ['__Host-archaka_visitor', visitor, expect.objectContaining({ httpOnly: true, secure: true })],
  ]);
  expect(visitWithCookie(`__Host-archaka_visitor=${knownId}`, true)).toEqual({ visitor: knownId, set: [] });
});

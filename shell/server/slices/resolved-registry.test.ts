import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { identifyVisitor } from './resolved-registry.ts';

const buildRequest = (cookie: string) => ({ headers: { cookie } }) as Request;
const knownId = 'a'.repeat(22);

/** The visitor, and the cookie that was set. */
function visitWithCookie(cookie: string, secure: boolean) {
  const set: unknown[] = [];
  const response = { cookie: (...args: unknown[]) => set.push(args) } as unknown as Response;
  return { visitor: identifyVisitor(buildRequest(cookie), response, { secure }), set };
}

test('behind TLS the visitor’s cookie is Secure and this host’s own, and none of another name is read', () => {
  const { visitor, set } = visitWithCookie(`archaka_visitor=${knownId}`, true);
  expect(visitor).not.toBe(knownId);
  expect(set).toEqual([
    ['__Host-archaka_visitor', visitor, expect.objectContaining({ httpOnly: true, secure: true })],
  ]);
  expect(visitWithCookie(`__Host-archaka_visitor=${knownId}`, true)).toEqual({ visitor: knownId, set: [] });
});

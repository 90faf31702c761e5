import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { visitorOf } from './visitor.ts';

const asked = (cookie: string) => ({ headers: { cookie } }) as Request;
const known = 'a'.repeat(22);

/** The visitor, and the cookie that was set. */
function visit(cookie: string, secure: boolean) {
  const set: unknown[] = [];
  const response = { cookie: (...given: unknown[]) => set.push(given) } as unknown as Response;
  return { visitor: visitorOf(asked(cookie), response, { secure }), set };
}

test('behind TLS the visitor’s cookie is Secure and this host’s own, and none of another name is read', () => {
  const { visitor, set } = visit(`archaka_visitor=${known}`, true);
  expect(visitor).not.toBe(known);
  expect(set).toEqual([
    ['__Host-archaka_visitor', visitor, expect.objectContaining({ httpOnly: true, secure: true })],
  ]);
  expect(visit(`__Host-archaka_visitor=${known}`, true)).toEqual({ visitor: known, set: [] });
});

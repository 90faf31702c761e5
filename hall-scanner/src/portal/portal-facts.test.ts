import { expect, test } from '@jest/globals';
import { parseTicketKeys } from './portal-client.ts';

const ec = { kty: 'EC', crv: 'P-256', x: 'eA', y: 'eQ' };

test('stores only the ticket keys among the portal’s public keys', () => {
  const keys = [
    { ...ec, kid: 'a1b2', use: 'sig' },
    { ...ec, kid: 'session-2026-11' },
    { kty: 'RSA', kid: 'c3d4', n: 'bg', e: 'AQAB' },
    { ...ec, kid: 'e5f6', crv: 'P-384' },
    'none',
  ];
  expect(parseTicketKeys({ keys })).toEqual([{ kid: 'a1b2', x: 'eA', y: 'eQ' }]);
  expect(() => parseTicketKeys({ error: 'down' })).toThrow();
});

import { expect, test } from '@jest/globals';
import { Sessions } from '../auth/sessions.ts';
import { SessionAdmission } from './session-admission.ts';

function setUp() {
  let exchanges = 0;
  const exchange = async (sessionId: string) => {
    exchanges += 1;
    return sessionId === 'real' ? { token: 'token', expiresAt: 900_000 } : undefined;
  };
  const sessions = new Sessions({ exchange, now: () => 0 });
  const admission = new SessionAdmission(sessions);
  const find = (sessionId: string, address = '203.0.113.1', beforeLimit?: () => void) =>
    admission.findToken({
      sessionId,
      audience: 'svc-application',
      address,
      ...(beforeLimit && { beforeLimit }),
    });
  return { find, countExchanges: () => exchanges };
}

test('exchanges a session once, and rejects its 101st request in a second', async () => {
  const { find, countExchanges } = setUp();
  for (let count = 0; count < 100; count += 1) expect(await find('real')).toBe('token');
  await expect(find('real')).rejects.toMatchObject({ status: 429 });
  expect(countExchanges()).toBe(1);
});

test('exchanges 300 unknown sessions of an address, then none but those of another address', async () => {
  const { find, countExchanges } = setUp();
  for (let count = 0; count < 300; count += 1) expect(await find(`junk${count}`)).toBeUndefined();
  await expect(find('one more')).rejects.toMatchObject({ status: 429 });
  const crossSite = new Error('another site, which precedes the limit');
  const rejectFirst = () => {
    throw crossSite;
  };
  await expect(find('one more', '203.0.113.1', rejectFirst)).rejects.toBe(crossSite);
  expect(countExchanges()).toBe(300);
  expect(await find('one more', '203.0.113.2')).toBeUndefined();
});

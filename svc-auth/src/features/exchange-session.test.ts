import { expect, jest, test } from '@jest/globals';
import type { SealedSession } from '../persistence/session-repository.ts';
import { createTokenIssuer } from './exchange-session.ts';

jest.useFakeTimers();

const at = new Date();
const buildSession = (seal = 'first'): SealedSession => {
  const session = {
    _id: 's1',
    account_id: 'u1',
    expires_at: at,
    own_device: false,
    opened_at: at,
    last_used_at: at,
  };
  return { ...session, seal, open: async () => ({ ...session, number: '9876543210', name: seal }) };
};

function startIssuer() {
  let count = 0;
  return createTokenIssuer(async ({ name }, audience) => {
    count += 1;
    return { token: `${count} ${name} ${audience}`, expires_at: at };
  });
}

test('repeats a token for a minute, for its session and audience', async () => {
  const issue = startIssuer();
  const issueToken = async (audience: string) => (await issue(buildSession(), audience)).token;
  expect(await issueToken('svc-ticket')).toBe('1 first svc-ticket');
  expect(await issueToken('svc-payment')).toBe('2 first svc-payment');
  jest.advanceTimersByTime(59_000);
  expect(await issueToken('svc-ticket')).toBe('1 first svc-ticket');
  jest.advanceTimersByTime(1_001);
  expect(await issueToken('svc-ticket')).toBe('3 first svc-ticket');
});

test('signs a new token after a change of the name', async () => {
  const issue = startIssuer();
  await issue(buildSession(), 'svc-ticket');
  expect(await issue(buildSession('renamed'), 'svc-ticket')).toMatchObject({ token: '2 renamed svc-ticket' });
});

import { startPortal } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';

const portal = await startPortal({ services: ['auth'] });
afterAll(() => portal.stop());

test('accepts an OTP for ten minutes', async () => {
  const session = await portal.registerApplicant();
  const { number } = session.person;
  const signInAfter = async (minutes: number) => {
    await session.call('websiteloginotp', { number });
    const [newest] = (await (await session.fetch(`/dev/inbox?number=${number}`)).json()) as [{ otp: string }];
    await portal.clock.advance({ minutes });
    return (await session.call('submitwithotp', { number, otp: newest.otp })).body.status;
  };
  expect(await signInAfter(9)).toBe(200);
  expect(await signInAfter(11)).toBe(420);
});

test('ends a session after half an hour without use', async () => {
  const session = await portal.registerApplicant();
  for (const minutes of [20, 20, 20]) {
    await portal.clock.advance({ minutes });
    expect((await session.call('session')).http).toBe(200);
  }
  await portal.clock.advance({ minutes: 31 });
  expect((await session.call('session')).http).toBe(401);
});

import { type PartialPortal, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let portal: PartialPortal<'auth'>;
beforeAll(async () => {
  portal = await startPortal({ services: ['auth'] });
});
afterAll(() => portal?.stop());

test('an OTP is good for five minutes', async () => {
  const session = await portal.newcomer();
  const { number } = session.person;
  const signInAfter = async (minutes: number) => {
    await session.call('websiteloginotp', { number });
    const [newest] = (await (await session.fetch(`/dev/inbox?number=${number}`)).json()) as [{ otp: string }];
    await portal.clock.advance({ minutes });
    return (await session.call('submitwithotp', { number, otp: newest.otp })).body.status;
  };
  expect(await signInAfter(4)).toBe(200);
  expect(await signInAfter(6)).toBe(420);
});

test('a session ends after a day', async () => {
  const session = await portal.newcomer();
  await portal.clock.advance({ hours: 23 });
  expect((await session.call('session')).http).toBe(200);
  await portal.clock.advance({ hours: 2 });
  expect((await session.call('session')).http).toBe(401);
});

import { eventually, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { doorwayOf, otherThan } from './support/doorway.ts';
import { type Msg91, startMsg91 } from './support/msg91.ts';

let msg91: Msg91;
let auth: RunningService;
const door = doorwayOf(() => auth);

beforeAll(async () => {
  msg91 = await startMsg91();
  auth = await startService('svc-auth', {
    // Each test here is one more request of the same address.
    env: { SMS_PROVIDER: 'msg91', ...msg91.variables, CHALLENGE_AFTER: 'none' },
  });
});
afterAll(async () => {
  await auth?.stage.close();
  await msg91?.stop();
});

let number: string;
let before: number;
beforeEach(async () => {
  ({ number } = await door.newcomer());
  before = msg91.asked();
});

const request = () => door.post('websiteloginotp', { number });
const asked = () => msg91.asked() - before;
const received = () =>
  msg91.messages.filter(({ mobiles }) => mobiles === `91${number}`).map(({ otp }) => otp);

async function expectUnsent(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({
    status: 503,
    title: 'The OTP could not be sent. Please try again shortly.',
  });
}

test('an OTP goes to MSG91, opens the door, and is nowhere else', async () => {
  expect(await (await request()).json()).toEqual({ status: 200 });
  const [otp = ''] = received();
  expect(otp).toMatch(/^\d{4}$/);
  expect((await door.answer('submitwithotp', { number, otp })).status).toBe(200);
  expect(asked()).toBe(1);
  expect((await fetch(`${auth.url}/dev/inbox?number=${number}`)).status).toBe(404);
});

test('when MSG91 is slow, then it is waited for and asked once', async () => {
  msg91.fail('slow');
  expect((await request()).status).toBe(200);
  expect(asked()).toBe(1);
});

test.each(['500', 'page', 'hang', 'cut'] as const)(
  'when the first attempt ends in "%s", then the same OTP is sent once more',
  async (fault) => {
    msg91.fail(fault);
    expect((await request()).status).toBe(200);
    expect(asked()).toBe(2);
    const otps = received();
    expect(new Set(otps).size).toBe(1);
    expect((await door.answer('submitwithotp', { number, otp: otps[0] })).status).toBe(200);
  },
);

describe('when no OTP can be sent', () => {
  test('because MSG91 refuses it, then it is asked once, and the request does not count', async () => {
    for (let count = 1; count <= 6; count += 1) {
      msg91.fail('refuse');
      await expectUnsent(await request());
    }
    expect(asked()).toBe(6);
    expect((await request()).status).toBe(200);
  });

  test('because nobody listens at its address, then the request does not count either', async () => {
    await msg91.stop();
    try {
      for (let count = 1; count <= 6; count += 1) await expectUnsent(await request());
    } finally {
      await msg91.start();
    }
    expect((await request()).status).toBe(200);
  });

  test('and MSG91 never says no, then the request counts, since a message may be on its way', async () => {
    for (let count = 1; count <= 5; count += 1) {
      msg91.fail('cut', '500');
      await expectUnsent(await request());
    }
    expect((await request()).status).toBe(429);
    expect(asked()).toBe(10);
  });

  test('because the key is wrong, then the log says what MSG91 answered', async () => {
    const keyless = await startService('svc-auth', {
      env: { SMS_PROVIDER: 'msg91', ...msg91.variables, MSG91_AUTH_KEY: 'another' },
    });
    try {
      const own = doorwayOf(() => keyless);
      await expectUnsent(await own.post('websiteloginotp', { number: (await own.newcomer()).number }));
      await eventually(() => keyless.logs().includes('MSG91 answered 401, code 201: Unauthorized'));
    } finally {
      await keyless.stage.close();
    }
  });
});

test('what became of one-time passwords is counted, and nothing of whose they are', async () => {
  const counted = async () => (await fetch(`${auth.url}/metrics`)).text();
  const of = (text: string, series: string) => Number(text.split(`${series} `)[1]?.split('\n')[0] ?? 0);
  const series = [
    'otp_requests_total{outcome="sent"}',
    'otp_requests_total{outcome="unregistered"}',
    'otp_requests_total{outcome="failed"}',
    'otp_guesses_total{outcome="right"}',
    'otp_guesses_total{outcome="wrong"}',
    'sms_attempts_total{outcome="taken"}',
    'sms_attempts_total{outcome="refused"}',
  ];
  const before = await counted();
  await request();
  const [otp = ''] = received();
  await door.post('submitwithotp', { number, otp: otherThan(otp) });
  await door.post('submitwithotp', { number, otp });
  await door.post('websiteloginotp', { number: '9000000000' });
  msg91.fail('refuse');
  await request();
  const after = await counted();
  expect(series.map((name) => of(after, name) - of(before, name))).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(after).not.toContain(number);
});

test('neither number nor OTP nor key are logged, even when MSG91 repeats them in its refusal', async () => {
  await request();
  msg91.fail('refuse');
  await request();
  const masked = 'MSG91 answered 200, code none: ############ is blocked, #### not sent';
  await eventually(() => auth.logs().includes(masked));
  expect(auth.logs()).not.toContain(number);
  expect(auth.logs()).not.toContain(msg91.variables.MSG91_AUTH_KEY);
});

test('without the key the service does not start, and says what is missing', async () => {
  await expect(startService('svc-auth', { env: { SMS_PROVIDER: 'msg91' } })).rejects.toThrow(
    /MSG91_AUTH_KEY is missing; MSG91_TEMPLATE_ID is missing/,
  );
});

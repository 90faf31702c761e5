import { eventually, type RunningService, readMetric, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeMsg91, startFakeMsg91 } from './support/fake-msg91.ts';
import { getDifferentOtp, TestBrowser } from './support/test-browser.ts';

let msg91: FakeMsg91;
let auth: RunningService;
const browser = new TestBrowser(() => auth);

beforeAll(async () => {
  msg91 = await startFakeMsg91();
  auth = await startService('svc-auth', {
    // Each test here adds a request of the same address.
    env: { SMS_PROVIDER: 'msg91', ...msg91.variables, CHALLENGE_AFTER: 'none' },
  });
});
afterAll(async () => {
  await auth?.environment.close();
  await msg91?.stop();
});

let number: string;
let initialCount: number;
beforeEach(async () => {
  ({ number } = await browser.createNewcomer());
  initialCount = msg91.requestCount();
});

const requestOtp = () => browser.post('websiteloginotp', { number });
const countRequests = () => msg91.requestCount() - initialCount;
const getReceivedOtps = () =>
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

test('sends an OTP to MSG91 only, and accepts it', async () => {
  expect(await (await requestOtp()).json()).toEqual({ status: 200 });
  const [otp = ''] = getReceivedOtps();
  expect(otp).toMatch(/^\d{4}$/);
  expect((await browser.call('submitwithotp', { number, otp })).status).toBe(200);
  expect(countRequests()).toBe(1);
  expect((await fetch(`${auth.url}/dev/inbox?number=${number}`)).status).toBe(404);
});

test.each(['500', 'page', 'hang', 'cut'] as const)(
  'sends the same OTP once more when the first attempt ends in "%s"',
  async (fault) => {
    msg91.fail(fault);
    expect((await requestOtp()).status).toBe(200);
    expect(countRequests()).toBe(2);
    const otps = getReceivedOtps();
    expect(new Set(otps).size).toBe(1);
    expect((await browser.call('submitwithotp', { number, otp: otps[0] })).status).toBe(200);
  },
);

describe('when no OTP can be sent', () => {
  test('sends one request and does not count it, after a rejection by MSG91', async () => {
    for (let count = 1; count <= 6; count += 1) {
      msg91.fail('refuse');
      await expectUnsent(await requestOtp());
    }
    expect(countRequests()).toBe(6);
    expect((await requestOtp()).status).toBe(200);
  });

  test('does not count the request, after a refused connection', async () => {
    await msg91.stop();
    try {
      for (let count = 1; count <= 6; count += 1) await expectUnsent(await requestOtp());
    } finally {
      await msg91.start();
    }
    expect((await requestOtp()).status).toBe(200);
  });

  test('counts the request without a clear rejection, since MSG91 may have sent the message', async () => {
    for (let count = 1; count <= 5; count += 1) {
      msg91.fail('cut', '500');
      await expectUnsent(await requestOtp());
    }
    expect((await requestOtp()).status).toBe(429);
    expect(countRequests()).toBe(10);
  });
});

test('counts the outcomes of one-time passwords without identifying anyone', async () => {
  const series = [
    'otp_requests_total{outcome="sent"}',
    'otp_requests_total{outcome="unregistered"}',
    'otp_requests_total{outcome="failed"}',
    'otp_guesses_total{outcome="right"}',
    'otp_guesses_total{outcome="wrong"}',
    'sms_attempts_total{outcome="taken"}',
    'sms_attempts_total{outcome="refused"}',
  ];
  const readAll = () => Promise.all(series.map((name) => readMetric(auth, name)));
  const before = await readAll();
  await requestOtp();
  const [otp = ''] = getReceivedOtps();
  await browser.post('submitwithotp', { number, otp: getDifferentOtp(otp) });
  await browser.post('submitwithotp', { number, otp });
  await browser.post('websiteloginotp', { number: '9000000000' });
  msg91.fail('refuse');
  await requestOtp();
  expect((await readAll()).map((count, at) => count - (before[at] ?? 0))).toEqual(Array(7).fill(1));
  expect(await (await fetch(`${auth.url}/metrics`)).text()).not.toContain(number);
});

test('logs no number, OTP or key, also when MSG91 repeats them in its rejection', async () => {
  await requestOtp();
  msg91.fail('refuse');
  await requestOtp();
  const masked = 'MSG91 responded 200, code none: ############ is blocked, #### not sent';
  await eventually(() => auth.logs().includes(masked));
  expect(auth.logs()).not.toContain(number);
  expect(auth.logs()).not.toContain(msg91.variables.MSG91_AUTH_KEY);
});

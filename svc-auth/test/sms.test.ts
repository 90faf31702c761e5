import { eventually, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeMsg91, startFakeMsg91 } from './support/fake-msg91.ts';
import { createTestBrowser, getDifferentOtp } from './support/test-browser.ts';

let msg91: FakeMsg91;
let auth: RunningService;
const browser = createTestBrowser(() => auth);

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

test('an OTP goes to MSG91, opens the door, and is nowhere else', async () => {
  expect(await (await requestOtp()).json()).toEqual({ status: 200 });
  const [otp = ''] = getReceivedOtps();
  expect(otp).toMatch(/^\d{4}$/);
  expect((await browser.call('submitwithotp', { number, otp })).status).toBe(200);
  expect(countRequests()).toBe(1);
  expect((await fetch(`${auth.url}/dev/inbox?number=${number}`)).status).toBe(404);
});

test('when MSG91 is slow, then it is waited for and asked once', async () => {
  msg91.fail('slow');
  expect((await requestOtp()).status).toBe(200);
  expect(countRequests()).toBe(1);
});

test.each(['500', 'page', 'hang', 'cut'] as const)(
  'when the first attempt ends in "%s", then the same OTP is sent once more',
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
  test('because MSG91 refuses it, then it is asked once, and the request does not count', async () => {
    for (let count = 1; count <= 6; count += 1) {
      msg91.fail('refuse');
      await expectUnsent(await requestOtp());
    }
    expect(countRequests()).toBe(6);
    expect((await requestOtp()).status).toBe(200);
  });

  test('because nobody listens at its address, then the request does not count either', async () => {
    await msg91.stop();
    try {
      for (let count = 1; count <= 6; count += 1) await expectUnsent(await requestOtp());
    } finally {
      await msg91.start();
    }
    expect((await requestOtp()).status).toBe(200);
  });

  test('and MSG91 never says no, then the request counts, since a message may be on its way', async () => {
    for (let count = 1; count <= 5; count += 1) {
      msg91.fail('cut', '500');
      await expectUnsent(await requestOtp());
    }
    expect((await requestOtp()).status).toBe(429);
    expect(countRequests()).toBe(10);
  });

  test('because the key is wrong, then the log says what MSG91 answered', async () => {
    const wrongKeyService = await startService('svc-auth', {
      env: { SMS_PROVIDER: 'msg91', ...msg91.variables, MSG91_AUTH_KEY: 'another' },
    });
    try {
      const browserOfKeyless = createTestBrowser(() => wrongKeyService);
      await expectUnsent(
        await browserOfKeyless.post('websiteloginotp', {
          number: (await browserOfKeyless.createNewcomer()).number,
        }),
      );
      await eventually(() => wrongKeyService.logs().includes('MSG91 answered 401, code 201: Unauthorized'));
    } finally {
      await wrongKeyService.environment.close();
    }
  });
});

test('what became of one-time passwords is counted, and nothing of whose they are', async () => {
  const readMetrics = async () => (await fetch(`${auth.url}/metrics`)).text();
  const readSeries = (text: string, series: string) =>
    Number(text.split(`${series} `)[1]?.split('\n')[0] ?? 0);
  const series = [
    'otp_requests_total{outcome="sent"}',
    'otp_requests_total{outcome="unregistered"}',
    'otp_requests_total{outcome="failed"}',
    'otp_guesses_total{outcome="right"}',
    'otp_guesses_total{outcome="wrong"}',
    'sms_attempts_total{outcome="taken"}',
    'sms_attempts_total{outcome="refused"}',
  ];
  const before = await readMetrics();
  await requestOtp();
  const [otp = ''] = getReceivedOtps();
  await browser.post('submitwithotp', { number, otp: getDifferentOtp(otp) });
  await browser.post('submitwithotp', { number, otp });
  await browser.post('websiteloginotp', { number: '9000000000' });
  msg91.fail('refuse');
  await requestOtp();
  const after = await readMetrics();
  expect(series.map((name) => readSeries(after, name) - readSeries(before, name))).toEqual([
    1, 1, 1, 1, 1, 1, 1,
  ]);
  expect(after).not.toContain(number);
});

test('neither number nor OTP nor key are logged, even when MSG91 repeats them in its refusal', async () => {
  await requestOtp();
  msg91.fail('refuse');
  await requestOtp();
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

import { expect, test } from '@jest/globals';
import { serveAuth } from './support/test-browser.ts';

const auth = serveAuth({ PORTAL_ORIGIN: 'https://exams.example.in', TRIAL: 'public' });

test('sets only Secure cookies bound to the host behind TLS, and reads no cookie of another name', async () => {
  const browser = auth.openBrowser();
  const { number } = await browser.createNewcomer();
  const requested = await browser.post('websiteloginotp', { number });
  const otp = await browser.readNewestOtp(number);
  const [cookie = ''] = requested.headers.getSetCookie();
  const plain = cookie.split(';')[0]?.replace('__Host-', '') ?? '';
  const foreign = await browser.post('submitwithotp', { number, otp }, { cookie: plain });
  expect(await foreign.json()).toMatchObject({ status: 420 });

  const signedIn = await browser.post('submitwithotp', { number, otp });
  const set = [cookie, ...signedIn.headers.getSetCookie()];
  expect(set.map((header) => header.split('=')[0])).toEqual([
    '__Host-archaka_otp',
    '__Host-archaka_signup',
    '__Host-archaka_otp',
    '__Host-archaka_browser',
    '__Host-archaka_session',
  ]);
  for (const header of set) {
    expect(header).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=/);
    expect(header).not.toContain('Domain');
  }
});

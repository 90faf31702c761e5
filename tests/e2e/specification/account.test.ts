import { type ApplicantSession, buildSignUp, createVisitorSession } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { clickControl, findControl, openMenu, typeInto, waitForText } from '../browser.ts';
import { hasControl, readLabel, readValue } from '../page.ts';
import { expectWithin, NOTICE_MS, WARNING_MS } from './announcements.ts';
import { createBrowserEnvironment, type Screen } from './environment.ts';

const environment = createBrowserEnvironment();
const DIALOG = 'dialog[open]';

async function readOtp({ person, fetch }: ApplicantSession): Promise<string> {
  const response = await fetch(`/dev/inbox?number=${person.number}`);
  const [newest] = (await response.json()) as { otp: string }[];
  return newest?.otp ?? '';
}

test('the mobile number takes ten digits; a wrong one is warned of, top right for 2 s [S-2.17] [S-5.36] [S-5.41] [S-8.21]', async () => {
  const screen = await environment.open('/');
  const { page } = screen;
  await page.locator('[name="number"]').click();
  await page.keyboard.type('9a8-7 654321');
  expect(await readValue(page, 'number')).toBe('987654321');
  expect(await readLabel(page, 'number')).toMatch(/మొబైల్ నంబరు.*Mobile number/);
  await clickControl(page, 'Request For OTP');
  const warning = await screen.waitForAnnouncement('Enter the Valid Mobile Number');
  expect(warning.isTopRight).toBe(true);
  expectWithin(await screen.waitUntilGone('Enter the Valid Mobile Number'), WARNING_MS);
  await typeInto(page, 'number', '');
  await clickControl(page, 'Request For OTP');
  await screen.waitForAnnouncement('Enter The Mobile Number');
  expect(await hasControl(page, 'otp')).toBe(false);
});

test('Request For OTP brings the OTP box; the right OTP says Login Success for 1.5 s, then the page reloads with the form [S-2.18] [S-2.19] [S-2.20] [S-2.24] [S-3.32] [S-3.35] [S-4.1] [S-4.2] [S-4.3] [S-5.38] [S-5.42] [S-5.43] [S-8.15] [S-8.16] [S-9.14]', async () => {
  const session = environment.createVisitor();
  await session.call('submitsignup', buildSignUp(session.person));
  // Otherwise the page asks to confirm a sign-up of another browser.
  await session.signIn();
  const screen = await environment.open('/');
  const { page } = screen;
  await typeInto(page, 'number', session.person.number);
  expect(await hasControl(page, 'otp')).toBe(false);
  await clickControl(page, 'Request For OTP');
  await screen.waitForAnnouncement('OTP Sent');
  await page.waitForSelector('[name="otp"]');
  expect(await page.$('[name="number"][readonly]')).not.toBeNull();
  expect(await readLabel(page, 'otp')).toMatch(/ఒకసారి వాడే పాస్‌వర్డ్.*One-time password/);

  await clickControl(page, 'Sign-In', 'main');
  await screen.waitForAnnouncement('Please Enter otp');
  await page.locator('[name="otp"]').click();
  await page.keyboard.type((await readOtp(session)) === '1234' ? '4x3 21' : '1x2 34');
  expect(await readValue(page, 'otp')).toMatch(/^\d{4}$/);
  await clickControl(page, 'Sign-In', 'main');
  await screen.waitForAnnouncement('Enter the valid Otp');
  expect(await page.evaluate(() => localStorage.getItem('usr_id'))).toBeNull();

  await typeInto(page, 'otp', await readOtp(session));
  await clickControl(page, 'Sign-In', 'main');
  expect((await screen.waitForAnnouncement('Login Success')).isTopRight).toBe(true);
  expectWithin(await screen.waitUntilGone('Login Success'), NOTICE_MS);
  expectWithin(await screen.waitUntilLeft('Login Success'), NOTICE_MS);
  await page.waitForSelector('[name="aadhar"]');
  const stored = await page.evaluate(() =>
    ['usr_id', 'name', 'number'].map((key) => localStorage.getItem(key)),
  );
  expect(stored).toEqual([expect.stringMatching(/./), session.person.name, session.person.number]);
});

test('Sign-Up opens a modal, whose whole form opens an account: Sign-Up Success, and it closes [S-2.28] [S-3.31] [S-5.40] [S-8.17]', async () => {
  const { person } = environment.createVisitor();
  const screen = await environment.open('/');
  const { page } = screen;
  await clickControl(page, 'Sign-Up');
  await page.waitForSelector(`${DIALOG} [name="pincode"]`);
  await clickControl(page, 'Sign-Up', DIALOG);
  await screen.waitForAnnouncement('Please Enter name');
  await typeInto(page, 'number', '1a2b3c4d5e6f7g8h9i0j', DIALOG);
  await typeInto(page, 'pincode', '1a2b3c4d5e6f', DIALOG);
  expect(await readValue(page, 'number', DIALOG)).toBe('1234567890');
  expect(await readValue(page, 'pincode', DIALOG)).toBe('123456');
  const form = buildSignUp(person);
  for (const field of ['name', 'email', 'number', 'address', 'devasthanam', 'landmark', 'town', 'pincode']) {
    expect(await readLabel(page, field, DIALOG)).toMatch(/[ఀ-౿].*[A-Za-z]/);
    await typeInto(page, field, String(form[field]), DIALOG);
  }
  await clickControl(page, 'Sign-Up', DIALOG);
  await screen.waitForAnnouncement('Sign-Up Success');
  await page.waitForSelector(DIALOG, { hidden: true });
  expect(await createVisitorSession(environment.portal.origin, person).signIn()).toMatch(/./);
});

async function openLogoutQuestion(path: string): Promise<{ screen: Screen; session: ApplicantSession }> {
  const session = await environment.registerApplicant();
  const screen = await environment.open(path, { session });
  await openMenu(screen.page);
  await clickControl(screen.page, 'Logout', 'header');
  await waitForText(screen.page, 'You wanna to be logout !');
  return { screen, session };
}

test('Logout asks, and leaves who closes the question signed in; then it says Logout Success and goes home without the session and everything stored [S-2.58] [S-2.59] [S-4.4] [S-4.5] [S-8.18]', async () => {
  const { screen, session } = await openLogoutQuestion('/ticket');
  const { page } = screen;
  await page.keyboard.press('Escape');
  await page.waitForSelector(DIALOG, { hidden: true });
  expect((await session.call('session')).http).toBe(200);
  expect(await page.evaluate(() => localStorage.getItem('usr_id'))).not.toBeNull();

  await openMenu(page);
  await clickControl(page, 'Logout', 'header');
  await clickControl(page, 'Yes, logout !', DIALOG);
  expectWithin(await screen.waitUntilLeft('Logout Success'), NOTICE_MS);
  await page.waitForFunction(() => location.pathname === '/');
  await findControl(page, 'Request For OTP', 'main');
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect((await session.call('session')).http).toBe(401);
});

test('Logout reloads the policy page instead of going home [S-2.60]', async () => {
  const { screen } = await openLogoutQuestion('/termsandpolicy');
  const before = await screen.page.evaluate(() => performance.timeOrigin);
  await clickControl(screen.page, 'Yes, logout !', DIALOG);
  await screen.waitUntilLeft('Logout Success');
  await screen.page.waitForFunction((earlier) => performance.timeOrigin > earlier, {}, before);
  expect(new URL(screen.page.url()).pathname).toBe('/termsandpolicy');
});

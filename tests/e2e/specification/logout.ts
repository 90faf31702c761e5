import { describe, expect, test } from '@jest/globals';
import { named, press, reads } from '../browser.ts';
import type { Screen, Stage } from './stage.ts';
import { expectWithin, NOTICE_MS } from './times.ts';

/** Leaving the portal. */
export const logout = (stage: Stage) =>
  describe('logging out', () => {
    const asked = async (path: string) => {
      const session = await stage.newcomer();
      const screen = await stage.open(path, { as: session });
      await press(screen.page, 'Logout', 'header');
      await reads(screen.page, 'You wanna to be logout !');
      return { screen, session };
    };
    const leave = async (screen: Screen) => {
      await press(screen.page, 'Yes, logout !', 'dialog[open]');
      await screen.hear('Logout Success');
      await screen.leftAfter('Logout Success');
    };
    const beganAt = ({ page }: Screen) => page.evaluate(() => performance.timeOrigin);

    test('asks You wanna to be logout !, with the button Yes, logout !', async () => {
      const { screen } = await asked('/');
      expect(await named(screen.page, 'Yes, logout !', 'dialog[open]')).toBeTruthy();
    });

    test('a question that is closed leaves the applicant signed in', async () => {
      const { screen, session } = await asked('/');
      await screen.page.keyboard.press('Escape');
      await screen.page.waitForSelector('dialog[open]', { hidden: true });
      expect((await session.call('session')).http).toBe(200);
    });

    test('says Logout Success and goes home, the session and everything stored being gone', async () => {
      const { screen, session } = await asked('/ticket');
      expect(await screen.page.evaluate(() => localStorage.getItem('usr_id'))).not.toBeNull();
      await leave(screen);
      await screen.page.waitForFunction(() => location.pathname === '/');
      expectWithin(await screen.leftAfter('Logout Success'), NOTICE_MS);
      await named(screen.page, 'Request For OTP', 'main');
      expect(await screen.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
      expect((await session.call('session')).http).toBe(401);
    });

    test('on the policy page it reloads instead', async () => {
      const { screen } = await asked('/termsandpolicy');
      const before = await beganAt(screen);
      await leave(screen);
      await screen.page.waitForFunction((began) => performance.timeOrigin > began, {}, before);
      expect(new URL(screen.page.url()).pathname).toBe('/termsandpolicy');
    });
  });

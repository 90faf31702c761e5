import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';
import { expectWithin, NOTICE_MS } from './times.ts';

/** Logging out of the portal. */
export const logout = (environment: BrowserEnvironment) =>
  describe('logging out', () => {
    const requestLogOut = async (path: string) => {
      const session = await environment.registerApplicant();
      const screen = await environment.open(path, { session });
      await clickControl(screen.page, 'Logout', 'header');
      await waitForText(screen.page, 'You wanna to be logout !');
      return { screen, session };
    };
    const confirmLogout = async (screen: Screen) => {
      await clickControl(screen.page, 'Yes, logout !', 'dialog[open]');
      await screen.waitForAnnouncement('Logout Success');
      await screen.waitUntilLeft('Logout Success');
    };
    const readTimeOrigin = ({ page }: Screen) => page.evaluate(() => performance.timeOrigin);

    test('asks You wanna to be logout !, with the button Yes, logout !, and leaves who closes the question signed in [S-2.58] [S-4.5]', async () => {
      const { screen, session } = await requestLogOut('/');
      expect(await findControl(screen.page, 'Yes, logout !', 'dialog[open]')).toBeTruthy();
      await screen.page.keyboard.press('Escape');
      await screen.page.waitForSelector('dialog[open]', { hidden: true });
      expect((await session.call('session')).http).toBe(200);
    });

    test('says Logout Success and goes home, the session and everything stored being gone [S-2.59] [S-4.4] [S-8.18]', async () => {
      const { screen, session } = await requestLogOut('/ticket');
      expect(await screen.page.evaluate(() => localStorage.getItem('usr_id'))).not.toBeNull();
      await confirmLogout(screen);
      await screen.page.waitForFunction(() => location.pathname === '/');
      expectWithin(await screen.waitUntilLeft('Logout Success'), NOTICE_MS);
      await findControl(screen.page, 'Request For OTP', 'main');
      expect(await screen.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
      expect((await session.call('session')).http).toBe(401);
    });

    test('on the policy page it reloads instead [S-2.60]', async () => {
      const { screen } = await requestLogOut('/termsandpolicy');
      const timeOriginBefore = await readTimeOrigin(screen);
      await confirmLogout(screen);
      await screen.page.waitForFunction(
        (previousOrigin) => performance.timeOrigin > previousOrigin,
        {},
        timeOriginBefore,
      );
      expect(new URL(screen.page.url()).pathname).toBe('/termsandpolicy');
    });
  });

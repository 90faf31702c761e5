import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { readLink, readText } from './page-text.ts';

/** The policy page, and unknown addresses. */
export const policies = (environment: BrowserEnvironment) =>
  describe('the policy page', () => {
    const screen = environment.useSharedScreen(async () => {
      const openedScreen = await environment.open('/termsandpolicy', { language: 'en' });
      await openedScreen.page.waitForSelector('#privacy');
      return openedScreen;
    });
    const getPage = () => screen().page;

    test.each([
      ['information collection', /What we collect/],
      ['usage', /What we use it for/],
      ['sharing', /Whom we share it with/],
      ['security', /Security/],
      ['retention', /How long we keep it/],
      ['sensitive information', /Sensitive information/],
    ])('tells of %s [S-2.50]', async (_subject, heading) => {
      const headings = await getPage().$$eval('#privacy :is(h3, h4)', (found) =>
        found.map((heading) => heading.textContent),
      );
      expect(headings.join('\n')).toMatch(heading);
    });

    test('has the privacy policy, the terms and the refund policy [S-2.3] [S-2.51]', async () => {
      const headings = (
        await getPage().$$eval('h2', (found) => found.map((heading) => heading.textContent))
      ).join('\n');
      for (const title of ['Privacy policy', 'Terms and conditions', 'Refund and cancellation'])
        expect(headings).toContain(title);
      expect((await readText(getPage(), '#terms')).length).toBeGreaterThan(100);
    });

    test('says that registrations are final [S-2.52] [S-9.21]', async () => {
      expect(await readText(getPage(), '#refund')).toMatch(
        /Registrations are final: no cancellation, refund, transfer or changes/,
      );
    });

    test('its footer links home and to the terms [S-2.53]', async () => {
      expect(new URL(await readLink(getPage(), 'Home', 'footer')).pathname).toBe('/');
      expect(new URL(await readLink(getPage(), 'Terms and conditions', 'footer')).pathname).toBe(
        '/termsandpolicy',
      );
    });

    test('carries a developer credit [S-2.54]', async () => {
      expect(await readText(getPage(), 'body')).toMatch(/Developed for .* by /);
    });

    test('is there for an applicant too', async () => {
      const applicant = await environment.open('/termsandpolicy', {
        session: await environment.registerApplicant(),
      });
      await findControl(applicant.page, 'Logout', 'header');
      expect(await readText(applicant.page, 'h1')).toMatch(/Privacy/);
    });

    test('an address that is no page says so and leads home [S-2.5]', async () => {
      const notFoundScreen = await environment.open('/no-such-page');
      expect(await readText(notFoundScreen.page, 'h1')).toMatch(/There is no such page/);
      await clickControl(notFoundScreen.page, 'Home', 'main');
      await notFoundScreen.page.waitForFunction(() => location.pathname === '/');
    });
  });

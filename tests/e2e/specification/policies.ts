import { describe, expect, test } from '@jest/globals';
import { named, press } from '../browser.ts';
import { linkOf, textOf } from './page-text.ts';
import type { Stage } from './stage.ts';

/** The policy page, and addresses that are no page. */
export const policies = (stage: Stage) =>
  describe('the policy page', () => {
    const screen = stage.shared(async () => {
      const opened = await stage.open('/termsandpolicy', { language: 'en' });
      await opened.page.waitForSelector('#privacy');
      return opened;
    });
    const page = () => screen().page;

    test.each([
      ['information collection', /What we collect/],
      ['usage', /What we use it for/],
      ['sharing', /Whom we share it with/],
      ['security', /Security/],
      ['retention', /How long we keep it/],
      ['sensitive information', /Sensitive information/],
    ])('tells of %s', async (_subject, heading) => {
      const headings = await page().$$eval('#privacy :is(h3, h4)', (found) =>
        found.map((one) => one.textContent),
      );
      expect(headings.join('\n')).toMatch(heading);
    });

    test('has the privacy policy, the terms and the refund policy', async () => {
      const headings = (await page().$$eval('h2', (found) => found.map((one) => one.textContent))).join('\n');
      for (const title of ['Privacy policy', 'Terms and conditions', 'Refund and cancellation'])
        expect(headings).toContain(title);
      expect((await textOf(page(), '#terms')).length).toBeGreaterThan(100);
    });

    test('says that registrations are final', async () => {
      expect(await textOf(page(), '#refund')).toMatch(
        /Registrations are final: no cancellation, refund, transfer or changes/,
      );
    });

    test('its footer links home and to the terms', async () => {
      expect(new URL(await linkOf(page(), 'Home', 'footer')).pathname).toBe('/');
      expect(new URL(await linkOf(page(), 'Terms and conditions', 'footer')).pathname).toBe(
        '/termsandpolicy',
      );
    });

    test('carries a developer credit', async () => {
      expect(await textOf(page(), 'body')).toMatch(/Developed for .* by /);
    });

    test('is there for an applicant too', async () => {
      const applicant = await stage.open('/termsandpolicy', { as: await stage.newcomer() });
      await named(applicant.page, 'Logout', 'header');
      expect(await textOf(applicant.page, 'h1')).toMatch(/Privacy/);
    });

    test('an address that is no page says so and leads home', async () => {
      const lost = await stage.open('/no-such-page');
      expect(await textOf(lost.page, 'h1')).toMatch(/There is no such page/);
      await press(lost.page, 'Home', 'main');
      await lost.page.waitForFunction(() => location.pathname === '/');
    });
  });

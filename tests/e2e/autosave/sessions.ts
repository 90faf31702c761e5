import { describe, expect, test } from '@jest/globals';
import { clickControl } from '../browser.ts';
import { setSessionCookie } from '../page.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { expectFieldValue, fillAndWaitForAutosave, fillField, saveDraft, signIn } from './form-page.ts';

/** The session ends while the form is being filled in. */
export const sessions = (environment: BrowserEnvironment) =>
  describe('a session that ran out', () => {
    const { origin } = environment.portal;

    test('continues the pressed action after the same applicant signs in again in place', async () => {
      const session = await environment.registerApplicant();
      await saveDraft(session);
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', session.person.name);
      await session.call('logout');
      await fillAndWaitForAutosave(page, 'name', 'After the session');

      await clickControl(page, 'Save');
      const navigation = page.waitForNavigation();
      await signIn(page, { origin, number: session.person.number });
      await navigation;

      await expectFieldValue(page, 'name', 'After the session');
    });

    test('leaves the form after the sign-in is closed, and the next press opens it again', async () => {
      const session = await environment.registerApplicant();
      await saveDraft(session);
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', session.person.name);
      await session.call('logout');
      await fillField(page, 'name', 'Still here');

      await clickControl(page, 'Save');
      // Its form enlarges the dialog once loaded, which moves the control.
      await page.waitForSelector('dialog[open] [name="number"]');
      await clickControl(page, 'Close', 'dialog[open]');
      await expectFieldValue(page, 'name', 'Still here');
      await clickControl(page, 'Save');

      await page.waitForSelector('dialog[open] [name="number"]');
    });

    test('does not show the form to another applicant who signs in there', async () => {
      const [first, second] = [await environment.registerApplicant(), await environment.registerApplicant()];
      await saveDraft(first);
      const { page } = await environment.open('/', { session: first });
      await expectFieldValue(page, 'name', first.person.name);
      await fillAndWaitForAutosave(page, 'father_name', 'మొదటి వారి తండ్రి');
      await first.call('logout');

      await clickControl(page, 'Save');
      const navigation = page.waitForNavigation();
      await signIn(page, { origin, number: second.person.number });
      await navigation;

      await expectFieldValue(page, 'number', second.person.number);
      await expectFieldValue(page, 'father_name', '');
      const values = await page.$$eval('input, textarea', (all) => all.map(({ value }) => value));
      expect(values).not.toContain(first.person.aadhar);
      const { body } = await second.call('getsaveformdata');
      expect(body.data).toEqual([]);

      await first.signIn();
      await setSessionCookie(page, first);
      await page.reload();
      await expectFieldValue(page, 'father_name', 'మొదటి వారి తండ్రి');
    });
  });

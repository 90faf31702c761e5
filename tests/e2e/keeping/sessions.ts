import { describe, expect, test } from '@jest/globals';
import { press, reads } from '../browser.ts';
import { takeSession } from '../cookies.ts';
import type { Stage } from '../specification/stage.ts';
import { holds, put, putAndKeep, signIn } from './form-page.ts';
import { saveDraft } from './save-draft.ts';

/** The session ends while the form is being filled in. */
export const sessions = (stage: Stage) =>
  describe('a session that ran out', () => {
    const { origin } = stage.portal;

    test('when the same applicant signs in again in place, then what was pressed goes on', async () => {
      const someone = await stage.newcomer();
      await saveDraft(someone);
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', someone.person.name);
      await someone.call('logout');
      await putAndKeep(page, 'name', 'After the session');

      await press(page, 'Save');
      const saved = page.waitForNavigation();
      await signIn(page, { origin, number: someone.person.number });
      await reads(page, 'Successfully Saved');
      await saved;

      await holds(page, 'name', 'After the session');
    });

    test('when the sign-in is closed, then the form waits, and the next press asks again', async () => {
      const someone = await stage.newcomer();
      await saveDraft(someone);
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', someone.person.name);
      await someone.call('logout');
      await put(page, 'name', 'Still here');

      await press(page, 'Save');
      await press(page, 'Close', 'dialog[open]');
      await holds(page, 'name', 'Still here');
      await press(page, 'Save');

      await page.waitForSelector('dialog[open] [name="number"]');
    });

    test('when another applicant signs in there, then the first one’s form is not for the other’s eyes', async () => {
      const [first, second] = [await stage.newcomer(), await stage.newcomer()];
      await saveDraft(first);
      const { page } = await stage.open('/', { as: first });
      await holds(page, 'name', first.person.name);
      await putAndKeep(page, 'father_name', 'మొదటి వారి తండ్రి');
      await first.call('logout');

      await press(page, 'Save');
      const reloaded = page.waitForNavigation();
      await signIn(page, { origin, number: second.person.number });
      await reloaded;

      await holds(page, 'number', second.person.number);
      await holds(page, 'father_name', '');
      const values = await page.$$eval('input, textarea', (all) => all.map(({ value }) => value));
      expect(values).not.toContain(first.person.aadhar);
      const { body } = await second.call('getsaveformdata');
      expect(body.data).toEqual([]);

      await first.signIn();
      await takeSession(page, first);
      await page.reload();
      await holds(page, 'father_name', 'మొదటి వారి తండ్రి');
    });
  });

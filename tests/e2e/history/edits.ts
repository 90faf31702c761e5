import { submit } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { examinationWith } from '../../scenes/conditions.ts';
import { named, press, reads } from '../browser.ts';
import { answer } from '../specification/answers.ts';
import type { Stage } from '../specification/stage.ts';
import { edit, newestOf } from './application.ts';

const PAST = '2024-07-01T00:00:00+05:30';

/** Changes of a submitted application, what is kept of them, and their end. */
export const edits = (stage: Stage) =>
  describe('edits', () => {
    test('when an application was changed, then the view tells each change in the words of the form', async () => {
      const session = await stage.newcomer();
      await submit(session);
      const { application_id, name } = await newestOf(session);
      await edit(session, application_id, { name: 'Changed Name', agamamu: 'శైవ' });
      const { page } = await stage.open('/ticket', { as: session, language: 'en' });
      await press(page, 'View', 'main');
      await page.waitForSelector('dialog .version');
      const versions = await page.$$eval('dialog .version', (items) =>
        items.map(({ textContent }) => textContent.replace(/\s+/g, ' ')),
      );
      expect(versions).toHaveLength(2);
      expect(versions[0]).toContain(`Before: ${name}`);
      expect(versions[0]).toContain('Now: Changed Name');
      expect(versions[0]).toContain('Now: Shaiva');
      expect(versions[0]).toMatch(/Version 2.*\d\d-\d\d-\d{4} \d\d:\d\d/);
      expect(versions[1]).toContain('As submitted');
    });

    test('when edits have closed, then Application Update stays, says so, and explains it when pressed', async () => {
      const session = await stage.newcomer();
      await submit(session);
      const { page } = await stage.open('/ticket', {
        as: session,
        language: 'en',
        before: examinationWith({ edit_until: PAST }),
      });
      await reads(page, 'Edits were possible until 01-07-2024');
      const button = await named(page, 'Application Update', 'main');
      const { description, disabled } = await page.accessibility
        .snapshot({ root: button })
        .then((node) => node ?? { description: '', disabled: true });
      expect(description).toContain('01-07-2024');
      expect(disabled ?? false).toBe(false);
      await button.focus();
      await page.keyboard.press('Enter');
      await reads(page, 'Applications could be edited until 01-07-2024');
    });

    test('when edits close while the form is open, then the refusal is said in its own words', async () => {
      const title = 'Applications can no longer be edited. The last date for edits has passed.';
      const session = await stage.newcomer();
      await submit(session);
      const { page, hear, said } = await stage.open('/ticket', {
        as: session,
        before: (opened) =>
          answer(opened, 'upadteapplication', 403, { status: 403, code: 'edits-closed', title }),
      });
      await press(page, 'Application Update', 'main');
      await page.locator('dialog [name="father_name"]').fill('Another');
      await press(page, 'Update Application', 'dialog');
      await hear(title);
      expect(said.map(({ text }) => text)).not.toContain('Oops...');
    });
  });

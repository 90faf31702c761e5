import { submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { changeExamination } from '../../screens/conditions.ts';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { stubCall } from '../specification/stub-calls.ts';
import { editApplication, readNewestRecord } from './application.ts';

const PAST = '2024-07-01T00:00:00+05:30';

/** Changes of a submitted application, their history, and the end of edits. */
export const edits = (environment: BrowserEnvironment) =>
  describe('edits', () => {
    test('the view lists each change of an application with the form’s labels', async () => {
      const session = await environment.registerApplicant();
      await submitNewApplication(session);
      const { application_id, name } = await readNewestRecord(session);
      await editApplication(session, application_id, { name: 'Changed Name', agamamu: 'శైవ' });
      const { page } = await environment.open('/ticket', { session, language: 'en' });
      await clickControl(page, 'View', 'main');
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

    test('after the end of edits Application Update stays, says so, and explains it when pressed', async () => {
      const session = await environment.registerApplicant();
      await submitNewApplication(session);
      const { page } = await environment.open('/ticket', {
        session,
        language: 'en',
        before: changeExamination({ edit_until: PAST }),
      });
      await waitForText(page, 'Edits were possible until 01-07-2024');
      const button = await findControl(page, 'Application Update', 'main');
      const { description, disabled } = await page.accessibility
        .snapshot({ root: button })
        .then((node) => node ?? { description: '', disabled: true });
      expect(description).toContain('01-07-2024');
      expect(disabled ?? false).toBe(false);
      await button.focus();
      await page.keyboard.press('Enter');
      await waitForText(page, 'Applications could be edited until 01-07-2024');
    });

    test('shows a specific message when edits close while the form is open', async () => {
      const title = 'Applications can no longer be edited. The last date for edits has passed.';
      const session = await environment.registerApplicant();
      await submitNewApplication(session);
      const { page, waitForAnnouncement, announcements } = await environment.open('/ticket', {
        session,
        before: (opened) =>
          stubCall(opened, 'upadteapplication', 403, { status: 403, code: 'edits-closed', title }),
      });
      await clickControl(page, 'Application Update', 'main');
      await page.locator('dialog [name="father_name"]').fill('Another');
      await clickControl(page, 'Update Application', 'dialog');
      await waitForAnnouncement(title);
      expect(announcements.map(({ text }) => text)).not.toContain('Oops...');
    });
  });

import { submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl } from '../browser.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { stubCall } from '../specification/stub-calls.ts';

/** Changes of a submitted application, their history, and the end of edits. */
export const edits = (environment: BrowserEnvironment) =>
  describe('edits', () => {
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

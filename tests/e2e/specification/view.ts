import { type ApplicantSession, eventually, pay, submit } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { press } from '../browser.ts';
import { textOf } from './page-text.ts';
import { factOf, matching, recordFacts } from './record-facts.ts';
import type { Stage } from './stage.ts';

const DIALOG = 'dialog[open]';

/** The modal that shows one application. */
export const view = (stage: Stage) =>
  describe('the View modal', () => {
    let session: ApplicantSession;
    const record = async () => (await session.call('getticketsandprofile')).body.data[0] ?? {};
    const screen = stage.shared(async () => {
      session = await stage.newcomer();
      await pay(session, stage.portal.simulator, await submit(session));
      await eventually(async () => (await record()).payment_status === 'S');
      const opened = await stage.open('/ticket', { as: session });
      await press(opened.page, 'View', 'tbody');
      await opened.page.waitForSelector(`${DIALOG} dt`);
      return opened;
    });

    test.each(recordFacts)('shows %s', async (_what, label, expected) => {
      const shown = await factOf(screen().page, label, DIALOG);
      expect(shown).toEqual(matching(expected(await record(), session.person)));
    });

    test('shows no more of the Aadhaar anywhere', async () => {
      expect(await textOf(screen().page, 'body')).not.toContain(session.person.aadhar);
    });
  });

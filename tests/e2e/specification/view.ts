import type { ApplicantSession } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { readText } from './page-text.ts';
import { readFact, recordFacts, toMatcher } from './record-facts.ts';

const DIALOG = 'dialog[open]';

/** The modal that shows one application. */
export const view = (environment: BrowserEnvironment) =>
  describe('the View modal', () => {
    let session: ApplicantSession;
    const readRecord = async () => (await session.call('getticketsandprofile')).body.data[0] ?? {};
    const screen = environment.useSharedScreen(async () => {
      ({ session } = await environment.getPaidApplicant());
      const openedScreen = await environment.open('/ticket', { session });
      await clickControl(openedScreen.page, 'View', 'tbody');
      await openedScreen.page.waitForSelector(`${DIALOG} dt`);
      return openedScreen;
    });

    test.each(recordFacts)('shows %s [S-2.43]', async (_what, label, expected) => {
      const shownText = await readFact(screen().page, label, DIALOG);
      expect(shownText).toEqual(toMatcher(expected(await readRecord(), session.person)));
    });

    test('shows no more of the Aadhaar anywhere [S-9.6]', async () => {
      expect(await readText(screen().page, 'body')).not.toContain(session.person.aadhar);
    });
  });

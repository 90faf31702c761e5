import { eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import {
  crashPage,
  expectFieldValue,
  fillAndWaitForAutosave,
  readStoredCopies,
  saveDraft,
  storeOnDeviceOnly,
} from './form-page.ts';

/** Two tabs, two devices: neither overwrites the values of the other. */
export const tabs = (environment: BrowserEnvironment) =>
  describe('a form in two places', () => {
    const openAnotherTab = async (page: Page) => {
      const tab = await page.browserContext().newPage();
      await tab.goto(environment.portal.origin);
      return tab;
    };

    test('restores the forms of two crashed tabs, the newest first', async () => {
      const session = await environment.registerApplicant();
      await storeOnDeviceOnly(session);
      const { page: firstTab } = await environment.open('/', { session });
      await fillAndWaitForAutosave(firstTab, 'name', 'ఒకటి');
      const secondTab = await openAnotherTab(firstTab);
      await expectFieldValue(secondTab, 'name', '');
      await fillAndWaitForAutosave(secondTab, 'name', 'రెండు');
      const thirdTab = await firstTab.browserContext().newPage();
      await crashPage(firstTab);
      await crashPage(secondTab);

      await thirdTab.goto(environment.portal.origin);
      await expectFieldValue(thirdTab, 'name', 'రెండు');
      await expectFieldValue(await openAnotherTab(thirdTab), 'name', 'ఒకటి');
    });

    test('offers the local draft when the draft was saved elsewhere since', async () => {
      const session = await environment.registerApplicant();
      await saveDraft(session, { name: 'First saved' });
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', 'First saved');
      await fillAndWaitForAutosave(page, 'name', 'Typed here');
      await saveDraft(session, { name: 'Saved elsewhere' });

      await page.reload();
      await expectFieldValue(page, 'name', 'Saved elsewhere');
      await waitForText(page, 'మీ ఫారం రెండు రకాలుగా ఉంది');
      await page.reload();
      const startedAt = Date.now();
      await clickControl(page, 'Go on with what I typed');

      await expectFieldValue(page, 'name', 'Typed here');
      await eventually(async () => (await readStoredCopies(page)).every(({ keptAt }) => keptAt >= startedAt));
      await page.reload();
      await expectFieldValue(page, 'name', 'Typed here');
      const navigation = page.waitForNavigation();
      await clickControl(page, 'Save');
      await navigation;
      await expectFieldValue(page, 'name', 'Typed here');
      expect(await readStoredCopies(page)).toEqual([]);
    });

    test('deletes the local draft when the applicant chooses the saved one', async () => {
      const session = await environment.registerApplicant();
      const { page } = await environment.open('/', { session });
      await fillAndWaitForAutosave(page, 'name', 'Typed here');
      await saveDraft(session, { name: 'Saved elsewhere' });
      await page.reload();

      await clickControl(page, 'Keep the saved one');

      await expectFieldValue(page, 'name', 'Saved elsewhere');
      await eventually(async () => (await readStoredCopies(page)).length === 0);
    });
  });

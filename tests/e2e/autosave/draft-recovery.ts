import { eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, openMenu, waitForText } from '../browser.ts';
import { holdCall, isCall, setSessionCookie } from '../page.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import {
  ageStoredCopies,
  crashPage,
  expectFieldValue,
  fillAndWaitForAutosave,
  fillField,
  readStoredCopies,
  storeOnDeviceOnly,
} from './form-page.ts';

/** Recovery and secrecy of typed values. */
export const draftRecovery = (environment: BrowserEnvironment) =>
  describe('a form that is being filled in', () => {
    test('a reload restores the form and shows the time of the local draft', async () => {
      const { page } = await environment.open('/', { session: await environment.registerApplicant() });
      await fillAndWaitForAutosave(page, 'name', 'సీతా రామ శర్మ');

      await page.reload();

      await expectFieldValue(page, 'name', 'సీతా రామ శర్మ');
      await waitForText(page, 'పూర్తి కాలేదు, భద్రపరచలేదు');
      await clickControl(page, 'Start with an empty form');
      await clickControl(page, 'Drop what was typed', 'dialog[open]');
      await expectFieldValue(page, 'name', '');
      await eventually(async () => (await readStoredCopies(page)).length === 0);
    });

    test('a crash of the browser loses no typed values', async () => {
      const { page } = await environment.open('/', { session: await environment.registerApplicant() });
      await fillAndWaitForAutosave(page, 'name', 'సీత');
      await fillAndWaitForAutosave(page, 'father_name', 'జనకుడు');
      const nextPage = await page.browserContext().newPage();

      await crashPage(page);
      await nextPage.goto(environment.portal.origin);

      await expectFieldValue(nextPage, 'name', 'సీత');
      await expectFieldValue(nextPage, 'father_name', 'జనకుడు');
    });

    test('stores the values typed before a late key', async () => {
      const { page } = await environment.open('/', { session: await environment.registerApplicant() });
      await page.waitForSelector('[name="father_name"]');
      const releaseKey = await holdCall(page, 'getdevicekey');
      const keyRequested = page.waitForRequest((request) => isCall(request, 'getdevicekey'));
      await page.reload();
      await fillField(page, 'name', 'సీత');
      await keyRequested;
      expect(await readStoredCopies(page)).toEqual([]);

      releaseKey();

      await eventually(async () => (await readStoredCopies(page)).length === 1);
      await page.reload();
      await expectFieldValue(page, 'name', 'సీత');
    });

    test('restores the form after a visit of another page', async () => {
      const { page } = await environment.open('/', { session: await environment.registerApplicant() });
      await fillField(page, 'name', 'సీత');

      await clickControl(page, 'Application History', 'header');
      await page.waitForFunction(() => location.pathname === '/ticket');
      await page.goBack();

      await expectFieldValue(page, 'name', 'సీత');
    });

    test('a stranger finds no data of the applicant on the disk', async () => {
      const session = await environment.registerApplicant();
      const { page } = await environment.open('/', { session });
      await fillAndWaitForAutosave(page, 'aadhar', session.person.aadhar);
      await fillAndWaitForAutosave(page, 'name', 'Narayana Sarma');

      const [copy] = await readStoredCopies(page);

      for (const secret of [session.person.aadhar, session.person.number, session.person.id, 'Narayana'])
        expect(copy?.text).not.toContain(secret);
    });

    test('deletes the local draft after seven days', async () => {
      const session = await environment.registerApplicant();
      await storeOnDeviceOnly(session);
      const { page } = await environment.open('/', { session });
      await fillAndWaitForAutosave(page, 'name', 'సీత');
      await ageStoredCopies(page, 8);

      await page.reload();

      await expectFieldValue(page, 'name', '');
      expect(await readStoredCopies(page)).toEqual([]);
    });

    test('a logout removes the applicant’s form from every tab and leaves those of others', async () => {
      const [first, second] = [await environment.registerApplicant(), await environment.registerApplicant()];
      await Promise.all([first, second].map(storeOnDeviceOnly));
      const { page } = await environment.open('/', { session: first });
      await fillAndWaitForAutosave(page, 'name', 'మొదటి వారు');
      await setSessionCookie(page, second);
      await page.reload();
      await fillAndWaitForAutosave(page, 'name', 'రెండవ వారు');
      const secondTab = await page.browserContext().newPage();
      await secondTab.goto(environment.portal.origin);
      await fillAndWaitForAutosave(secondTab, 'name', 'రెండవ వారు, మరో ట్యాబ్');

      // A tab behind another draws nothing.
      await page.bringToFront();
      await openMenu(page);
      await clickControl(page, 'Logout');
      const navigation = page.waitForNavigation();
      await clickControl(page, 'Yes, logout !');
      await navigation;

      await secondTab.bringToFront();
      await secondTab.waitForFunction(() => !document.querySelector('#application-form [name="name"]'));
      await page.bringToFront();
      await eventually(async () => (await readStoredCopies(page)).length === 1);
      await setSessionCookie(page, first);
      await page.reload();
      await expectFieldValue(page, 'name', 'మొదటి వారు');
    });
  });

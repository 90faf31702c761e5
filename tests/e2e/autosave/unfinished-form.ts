import { type ApplicantSession, eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, openMenu, PHONE, waitForText } from '../browser.ts';
import { isCall } from '../page.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { uploadFile } from '../specification/form-steps.ts';
import { expectFieldValue, fillField, readUnfinished, saveAsTyped, signIn } from './form-page.ts';

const waitUntilStored = (session: ApplicantSession, field: string, text: string) =>
  eventually(async () => (await readUnfinished(session)).form?.[field] === text);

/** What is typed and not saved, on several devices. */
export const unfinishedForm = (environment: BrowserEnvironment) =>
  describe('an unfinished form', () => {
    const { origin } = environment.portal;

    test('typed on a phone comes back on another device after a logout, with its papers, and is gone once submitted', async () => {
      const session = await environment.registerApplicant();
      const { person } = session;
      await saveAsTyped(session, {
        dob: '1990-05-17',
        district: 'Tirupati',
        exam_type: '1',
        exam_regular: '1',
        centre_district: 'Guntur',
        agamamu: 'వైఖానస',
        postal_address: '4-12, Temple Street',
      });
      const { page: phone } = await environment.open('/', { session, viewport: PHONE });
      await expectFieldValue(phone, 'postal_address', '4-12, Temple Street');
      const mandal = await eventually(() =>
        phone.$eval('select[name="mandal"]', (list) => (list as HTMLSelectElement).options[1]?.value),
      );
      await phone.select('select[name="mandal"]', String(mandal));
      await fillField(phone, 'aadhar', person.aadhar);
      await uploadFile(phone, 'birthcertificate', environment.getFile('paper.pdf'));
      await uploadFile(phone, 'image', environment.getFile('photo.jpg'));
      await fillField(phone, 'father_name', 'వేంకట శర్మ');
      await fillField(phone, 'name', 'చివరి మాట');

      await openMenu(phone);
      await clickControl(phone, 'Logout');
      await findControl(phone, 'Yes, logout !', 'dialog[open]');
      expect(await phone.$eval('dialog[open]', ({ textContent }) => textContent)).not.toContain('చేరలేదు');
      const navigation = phone.waitForNavigation();
      await clickControl(phone, 'Yes, logout !', 'dialog[open]');
      await navigation;

      const { page } = await environment.open('/');
      await signIn(page, { origin, number: person.number, scope: 'main' });
      await expectFieldValue(page, 'name', 'చివరి మాట');
      await expectFieldValue(page, 'father_name', 'వేంకట శర్మ');
      await expectFieldValue(page, 'mandal', String(mandal));
      await waitForText(page, 'పూర్తి కాలేదు, భద్రపరచలేదు');
      expect(await page.$$('.file-chosen')).toHaveLength(2);

      await clickControl(page, 'Confirm to Pay');
      await findControl(page, 'Pay now', 'main');
      await session.signIn();
      expect(await readUnfinished(session)).not.toHaveProperty('form');
      expect((await session.call('getticketsandprofile')).body.data).toMatchObject([{ name: 'చివరి మాట' }]);
    });

    test('that is turned off is deleted, and a logout names what is on this device only', async () => {
      const session = await environment.registerApplicant();
      await saveAsTyped(session, { name: 'Earlier' });
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', 'Earlier');
      await page.locator('[name="store_typed"]').click();
      await eventually(async () => !(await readUnfinished(session)).form);
      await fillField(page, 'name', 'Here only');

      await openMenu(page);
      await clickControl(page, 'Logout');

      await waitForText(page, 'చేరలేదు');
      await clickControl(page, 'Cancel', 'dialog[open]');
      await page.locator('[name="store_typed"]').click();
      await waitUntilStored(session, 'name', 'Here only');
    });

    test('waits for the choice when another device changed it meanwhile', async () => {
      const session = await environment.registerApplicant();
      const { page } = await environment.open('/', { session });
      await fillField(page, 'name', 'First');
      await waitUntilStored(session, 'name', 'First');
      await saveAsTyped(session, { name: 'On the phone' });

      await fillField(page, 'name', 'First and more');

      await waitForText(page, 'You also typed elsewhere');
      await expectFieldValue(page, 'name', 'First and more');
      expect((await readUnfinished(session)).form).toEqual({ name: 'On the phone' });
      const sent = page.waitForRequest((request) => isCall(request, 'saveunfinishedform'));
      await clickControl(page, 'Go on with this form');
      await sent;
      await waitUntilStored(session, 'name', 'First and more');
      await saveAsTyped(session, { name: 'On the phone again' });
      await fillField(page, 'name', 'And more');
      await clickControl(page, 'Take what was typed elsewhere');
      await expectFieldValue(page, 'name', 'On the phone again');
    });
  });

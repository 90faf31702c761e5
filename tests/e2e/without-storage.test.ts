import { buildApplicationForm } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { expectFieldValue, fillField, signIn } from './autosave/form-page.ts';
import { clickControl, waitForText } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const environment = createBrowserEnvironment();

/** Each runs in the page before its scripts. */
const conditions = {
  'denies all of it': () => {
    const deny = (owner: object, name: string) =>
      Object.defineProperty(owner, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) deny(window, name);
    for (const name of ['serviceWorker', 'locks']) deny(Navigator.prototype, name);
    deny(window, 'BroadcastChannel');
  },
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
  'never opens its database': () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function openSilently(...options) {
      const request = open.apply(this, options);
      for (const type of ['success', 'error', 'upgradeneeded'])
        request.addEventListener(type, (event) => event.stopImmediatePropagation());
      return request;
    };
  },
};

/** Signs in, and changes and saves the draft, in a browser with the condition. */
async function saveChange(condition: keyof typeof conditions) {
  const session = await environment.registerApplicant();
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  const { page } = await environment.open('/', {
    before: (opened) => opened.evaluateOnNewDocument(conditions[condition]),
  });
  await signIn(page, { origin: environment.portal.origin, number: session.person.number, scope: 'main' });
  await expectFieldValue(page, 'name', session.person.name);
  await fillField(page, 'postal_address', '7-1, Car Street');
  const saved = page.waitForNavigation();
  await clickControl(page, 'Save');
  await saved;
  await expectFieldValue(page, 'postal_address', '7-1, Car Street');
  return { session, page };
}

test('an applicant signs in, saves and pays in a browser whose storage denies all of it', async () => {
  const { session, page } = await saveChange('denies all of it');
  await clickControl(page, 'Confirm to Pay');
  await clickControl(page, 'Pay now');
  await page.waitForSelector('#checkout');
  await clickControl(page, 'Pay', '#checkout');
  await page.waitForFunction(() => location.pathname === '/paymentstatus');
  await waitForText(page, 'Success');
  const { body } = await session.call('getticketsandprofile');
  expect(body.data[0]).toMatchObject({ payment_status: 'S', postal_address: '7-1, Car Street' });
});

test.each(['is full', 'never opens its database'] as const)(
  'an applicant signs in and saves in a browser whose storage %s',
  async (condition) => {
    const { session } = await saveChange(condition);
    const { body } = await session.call('getsaveformdata');
    expect(body.data[0]).toMatchObject({ postal_address: '7-1, Car Street' });
  },
);

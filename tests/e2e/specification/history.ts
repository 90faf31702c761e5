import {
  type ApplicantSession,
  completePayment,
  eventually,
  scaledTimeout,
  submitNewApplication,
} from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { formatIndianTime } from './indian-time.ts';
import { hasControl, readControlNames, readLink, readText } from './page-text.ts';
import { stubCall } from './stub-calls.ts';

const COLUMNS = [
  'Id',
  'Date',
  'Application ID',
  'Name',
  'Exam type',
  'Payment status',
  'View',
  'Application Update',
];

/** The text of a cell of the first row, by the English heading of its column, once there is any. */
const readCell = (page: Page, column: string): Promise<string> =>
  eventually(async () => {
    const text = await page.$eval(
      'table',
      (table, english) => {
        const normalizeSpace = (element?: Element) => element?.textContent.replace(/\s+/g, ' ').trim();
        const headings = [...table.querySelectorAll('th')].map((heading) =>
          normalizeSpace(heading)?.split(' / '),
        );
        const index = headings.findIndex((words) => words?.includes(english));
        const readScreenCell = table.querySelector('tbody tr')?.children[index]?.cloneNode(true) as
          | Element
          | undefined;
        // On a narrow screen a cell brings its heading along, hidden from readers.
        for (const label of readScreenCell?.querySelectorAll('[aria-hidden="true"]') ?? []) label.remove();
        return normalizeSpace(readScreenCell);
      },
      column,
    );
    return text === '' ? undefined : text;
  });

/** The application history. */
export const history = (environment: BrowserEnvironment) =>
  describe('the history', () => {
    const createApplied = async (): Promise<ApplicantSession> => {
      const session = await environment.registerApplicant();
      await submitNewApplication(session);
      return session;
    };
    const readRecord = async (session: ApplicantSession) =>
      (await session.call('getticketsandprofile')).body.data[0] ?? {};

    test('a visitor finds the login in its place, and no table [S-2.7] [S-2.32]', async () => {
      const { page } = await environment.open('/ticket');
      await findControl(page, 'Request For OTP', 'main');
      expect(await readText(page, 'main')).toMatch(/Please Login/);
      expect(await page.$('table')).toBeNull();
      expect((await readControlNames(page, 'header')).join()).not.toMatch(/Application History/);
    });

    describe('of a paid application', () => {
      let session: ApplicantSession;
      const screen = environment.useSharedScreen(async () => {
        session = await environment.registerApplicant();
        await completePayment(session, environment.portal.simulator, await submitNewApplication(session));
        await eventually(async () => (await readRecord(session)).payment_status === 'S');
        const openedScreen = await environment.open('/ticket', { session });
        await waitForText(openedScreen.page, 'ARC24-');
        return openedScreen;
      });
      const readScreenCell = (column: string) => readCell(screen().page, column);

      test.each(['Home', 'Application History', 'Logout'])('the header has %s [S-2.31]', async (name) => {
        expect(await findControl(screen().page, name, 'header')).toBeTruthy();
      });
      test('the header has the user’s name [S-2.33]', async () => {
        expect(await readText(screen().page, 'header')).toContain(session.person.name);
      });
      test('the columns stand in the specification’s order [S-2.2] [S-2.34]', async () => {
        const headings = await screen().page.$$eval('th', (found) =>
          found.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim().split(' / ')),
        );
        COLUMNS.forEach((column, index) => {
          expect(headings[index]).toContain(column);
        });
      });
      test('Id is the row number [S-2.35]', async () => {
        expect(await readScreenCell('Id')).toBe('1');
      });
      test('Date is dd-MM-yyyy [S-2.36]', async () => {
        const [day] = formatIndianTime(String((await readRecord(session)).date)).split(' ');
        expect(await readScreenCell('Date')).toMatch(new RegExp(`^${day}`));
      });
      test('Application ID is the record’s [S-2.37]', async () => {
        expect(await readScreenCell('Application ID')).toBe((await readRecord(session)).application_id);
      });
      test('Name is the applicant’s [S-2.38]', async () => {
        expect(await readScreenCell('Name')).toBe(session.person.name);
      });
      test('View and Application Update are buttons [S-2.41]', async () => {
        expect(await readScreenCell('View')).toMatch(/View/);
        expect(await readScreenCell('Application Update')).toMatch(/Application Update/);
        expect(await findControl(screen().page, 'View', 'tbody')).toBeTruthy();
        expect(await findControl(screen().page, 'Application Update', 'tbody')).toBeTruthy();
      });
      test('the ticket is there to be downloaded [S-1.17]', async () => {
        const link = await screen().page.waitForSelector('main a[href^="/api/tickets/"]', {
          timeout: scaledTimeout(20_000),
        });
        const address = await link?.evaluate((found) => found.getAttribute('href'));
        expect(address).toBe(`/api/tickets/${(await readRecord(session)).application_id}`);
      });
    });

    const openWithRecord = async (changes: Record<string, unknown>) => {
      const session = await createApplied();
      const data = [{ ...(await readRecord(session)), ...changes }];
      const { page } = await environment.open('/ticket', {
        session,
        before: (newPage) => stubCall(newPage, 'getticketsandprofile', 200, { status: 200, data }),
      });
      await waitForText(page, 'ARC24-');
      return page;
    };

    test.each([
      [1, 'ప్రవేశ', 'Pravesa'],
      [2, 'వర', 'Vara'],
      [3, 'ప్రవర', 'Pravara'],
    ])('Exam Type %i stands in Telugu: %s [S-2.39]', async (exam_type, telugu, english) => {
      expect(await readCell(await openWithRecord({ exam_type }), 'Exam type')).toMatch(
        new RegExp(`^${telugu}( / ${english})?$`),
      );
    });

    test.each([
      ['S', 'విజయవంతం', 'Success'],
      ['F', 'విఫలం', 'Failed'],
      ['C', 'రద్దయింది', 'Cancelled'],
      ['', 'పెండింగ్‌లో ఉంది', 'Pending'],
    ])('Payment Status %j is shown as %s, %s [S-2.40]', async (payment_status, telugu, english) => {
      const shownText = await readCell(await openWithRecord({ payment_status }), 'Payment status');
      expect(shownText).toMatch(new RegExp(`${telugu}.*${english}`));
    });

    test('an unpaid application can be paid from here [S-2.42] [S-4.33]', async () => {
      const { page } = await environment.open('/ticket', { session: await createApplied() });
      expect(await findControl(page, 'Pay now', 'tbody')).toBeTruthy();
    });

    test('a language text that is no JSON harms nothing [S-8.24]', async () => {
      expect(await readCell(await openWithRecord({ language: '{not json' }), 'Name')).toBe('Sita Rama Sarma');
    });

    test('without an application the way to the form is there', async () => {
      const { page } = await environment.open('/ticket', { session: await environment.registerApplicant() });
      expect(new URL(await readLink(page, 'Application Form', 'main')).pathname).toBe('/');
      expect(await hasControl(page, 'aadhar')).toBe(false);
    });

    test('another applicant’s records are not there [S-2.6]', async () => {
      const otherRecord = await readRecord(await createApplied());
      const { page } = await environment.open('/ticket', { session: await createApplied() });
      await waitForText(page, 'ARC24-');
      expect(await readText(page, 'main')).not.toContain(String(otherRecord.application_id));
    });

    test('the table’s View opens the modal [S-1.13] [S-2.27]', async () => {
      const { page } = await environment.open('/ticket', { session: await createApplied() });
      await clickControl(page, 'View', 'tbody');
      expect(await page.waitForSelector('dialog[open]')).not.toBeNull();
    });
  });

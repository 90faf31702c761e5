import { type ApplicantSession, eventually, scaledTimeout, submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { hasControl, readControlNames, readLink, readText } from './page-text.ts';
import { stubCall } from './stub-calls.ts';
import { formatIndianTime } from './times.ts';

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

/** Waits for the text of a row's cell, by the English heading of its column. */
const readCell = (page: Page, column: string, row = 0): Promise<string> =>
  eventually(async () => {
    const text = await page.$eval(
      'table',
      (table, english, index) => {
        const normalizeSpace = (element?: Element) => element?.textContent.replace(/\s+/g, ' ').trim();
        const headings = [...table.querySelectorAll('th')].map((heading) =>
          normalizeSpace(heading)?.split(' / '),
        );
        const columnIndex = headings.findIndex((words) => words?.includes(english));
        const row = table.querySelectorAll('tbody tr')[index];
        const cell = row?.children[columnIndex]?.cloneNode(true) as Element | undefined;
        // On a narrow screen a cell contains its heading, hidden from screen readers.
        for (const label of cell?.querySelectorAll('[aria-hidden="true"]') ?? []) label.remove();
        return normalizeSpace(cell);
      },
      column,
      row,
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
        ({ session } = await environment.getPaidApplicant());
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

    describe('of applications of each kind', () => {
      const EXAM_TYPES = [
        [1, 'ప్రవేశ', 'Pravesa'],
        [2, 'వర', 'Vara'],
        [3, 'ప్రవర', 'Pravara'],
      ] as const;
      const PAYMENT_STATUSES = [
        ['S', 'విజయవంతం', 'Success'],
        ['F', 'విఫలం', 'Failed'],
        ['C', 'రద్దయింది', 'Cancelled'],
        ['', 'పెండింగ్‌లో ఉంది', 'Pending'],
      ] as const;
      const KINDS: readonly Record<string, unknown>[] = [
        ...EXAM_TYPES.map(([exam_type]) => ({ exam_type })),
        ...PAYMENT_STATUSES.map(([payment_status]) => ({ payment_status })),
        { language: '{not json' },
      ];
      /** The row of an application that differs in this. */
      const readCellOf = (field: string, value: unknown, column: string) =>
        readCell(
          getScreen().page,
          column,
          KINDS.findIndex((kind) => kind[field] === value),
        );
      const getScreen = environment.useSharedScreen(async () => {
        const session = await createApplied();
        const record = await readRecord(session);
        const data = KINDS.map((kind, index) => {
          const application_id = `ARC24-${String(index).padStart(8, '0')}`;
          return { ...record, id: `kind-${index}`, application_id, ...kind };
        });
        const screen = await environment.open('/ticket', {
          session,
          before: (page) => stubCall(page, 'getticketsandprofile', 200, { status: 200, data }),
        });
        await waitForText(screen.page, 'ARC24-');
        return screen;
      });

      test.each(EXAM_TYPES)('Exam Type %i stands in Telugu: %s [S-2.39]', async (type, telugu, english) => {
        expect(await readCellOf('exam_type', type, 'Exam type')).toMatch(
          new RegExp(`^${telugu}( / ${english})?$`),
        );
      });

      test.each(PAYMENT_STATUSES)(
        'Payment Status %j is shown as %s, %s [S-2.40]',
        async (status, telugu, english) => {
          expect(await readCellOf('payment_status', status, 'Payment status')).toMatch(
            new RegExp(`${telugu}.*${english}`),
          );
        },
      );

      test('a language text that is no JSON harms nothing [S-8.24]', async () => {
        expect(await readCellOf('language', '{not json', 'Name')).toBe('Sita Rama Sarma');
      });
    });

    describe('of an unpaid application', () => {
      let session: ApplicantSession;
      const getScreen = environment.useSharedScreen(async () => {
        session = await createApplied();
        const screen = await environment.open('/ticket', { session });
        await waitForText(screen.page, 'ARC24-');
        return screen;
      });

      test('has Pay now [S-2.42] [S-4.33]', async () => {
        expect(await findControl(getScreen().page, 'Pay now', 'tbody')).toBeTruthy();
      });
      test('has no other applicant’s records [S-2.6]', async () => {
        const otherRecord = await readRecord(await createApplied());
        await getScreen().page.reload();
        await waitForText(getScreen().page, String((await readRecord(session)).application_id));
        expect(await readText(getScreen().page, 'main')).not.toContain(String(otherRecord.application_id));
      });
      test('has View, which opens the modal [S-1.13] [S-2.27]', async () => {
        await clickControl(getScreen().page, 'View', 'tbody');
        expect(await getScreen().page.waitForSelector('dialog[open]')).not.toBeNull();
      });
    });

    test('without an application the way to the form is there', async () => {
      const { page } = await environment.open('/ticket', { session: await environment.registerApplicant() });
      expect(new URL(await readLink(page, 'Application Form', 'main')).pathname).toBe('/');
      expect(await hasControl(page, 'aadhar')).toBe(false);
    });
  });

import { type ApplicantSession, eventually, pay, scaledTimeout, submit } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { named, press, reads } from '../browser.ts';
import { answer } from './answers.ts';
import { indianTime } from './indian-time.ts';
import { hasControl, linkOf, namesIn, textOf } from './page-text.ts';
import type { Stage } from './stage.ts';

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
const cellOf = (page: Page, column: string): Promise<string> =>
  eventually(async () => {
    const text = await page.$eval(
      'table',
      (table, english) => {
        const single = (element?: Element) => element?.textContent.replace(/\s+/g, ' ').trim();
        const headings = [...table.querySelectorAll('th')].map((heading) => single(heading)?.split(' / '));
        const at = headings.findIndex((words) => words?.includes(english));
        const cell = table.querySelector('tbody tr')?.children[at]?.cloneNode(true) as Element | undefined;
        // On a narrow screen a cell brings its heading along, hidden from readers.
        for (const label of cell?.querySelectorAll('[aria-hidden="true"]') ?? []) label.remove();
        return single(cell);
      },
      column,
    );
    return text === '' ? undefined : text;
  });

/** The application history. */
export const history = (stage: Stage) =>
  describe('the history', () => {
    const applied = async (): Promise<ApplicantSession> => {
      const session = await stage.newcomer();
      await submit(session);
      return session;
    };
    const recordOf = async (session: ApplicantSession) =>
      (await session.call('getticketsandprofile')).body.data[0] ?? {};

    test('a visitor finds the login in its place, and no table', async () => {
      const { page } = await stage.open('/ticket');
      await named(page, 'Request For OTP', 'main');
      expect(await textOf(page, 'main')).toMatch(/Please Login/);
      expect(await page.$('table')).toBeNull();
      expect((await namesIn(page, 'header')).join()).not.toMatch(/Application History/);
    });

    describe('of a paid application', () => {
      let session: ApplicantSession;
      const screen = stage.shared(async () => {
        session = await stage.newcomer();
        await pay(session, stage.portal.simulator, await submit(session));
        await eventually(async () => (await recordOf(session)).payment_status === 'S');
        const opened = await stage.open('/ticket', { as: session });
        await reads(opened.page, 'ARC24-');
        return opened;
      });
      const cell = (column: string) => cellOf(screen().page, column);

      test.each(['Home', 'Application History', 'Logout'])('the header has %s', async (name) => {
        expect(await named(screen().page, name, 'header')).toBeTruthy();
      });
      test('the header has the user’s name', async () => {
        expect(await textOf(screen().page, 'header')).toContain(session.person.name);
      });
      test('the columns stand in the specification’s order', async () => {
        const headings = await screen().page.$$eval('th', (found) =>
          found.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim().split(' / ')),
        );
        COLUMNS.forEach((column, at) => {
          expect(headings[at]).toContain(column);
        });
      });
      test('Id is the row number', async () => {
        expect(await cell('Id')).toBe('1');
      });
      test('Date is dd-MM-yyyy', async () => {
        const [day] = indianTime(String((await recordOf(session)).date)).split(' ');
        expect(await cell('Date')).toMatch(new RegExp(`^${day}`));
      });
      test('Application ID is the record’s', async () => {
        expect(await cell('Application ID')).toBe((await recordOf(session)).application_id);
      });
      test('Name is the applicant’s', async () => {
        expect(await cell('Name')).toBe(session.person.name);
      });
      test('View and Application Update are buttons', async () => {
        expect(await cell('View')).toMatch(/View/);
        expect(await cell('Application Update')).toMatch(/Application Update/);
        expect(await named(screen().page, 'View', 'tbody')).toBeTruthy();
        expect(await named(screen().page, 'Application Update', 'tbody')).toBeTruthy();
      });
      test('the ticket is there to be downloaded', async () => {
        const link = await screen().page.waitForSelector('main a[href^="/api/tickets/"]', {
          timeout: scaledTimeout(20_000),
        });
        const address = await link?.evaluate((found) => found.getAttribute('href'));
        expect(address).toBe(`/api/tickets/${(await recordOf(session)).application_id}`);
      });
    });

    const shownAs = async (changes: Record<string, unknown>) => {
      const session = await applied();
      const data = [{ ...(await recordOf(session)), ...changes }];
      const { page } = await stage.open('/ticket', {
        as: session,
        before: (fresh) => answer(fresh, 'getticketsandprofile', 200, { status: 200, data }),
      });
      await reads(page, 'ARC24-');
      return page;
    };

    test.each([
      [1, 'ప్రవేశ', 'Pravesa'],
      [2, 'వర', 'Vara'],
      [3, 'ప్రవర', 'Pravara'],
    ])('Exam Type %i stands in Telugu: %s', async (exam_type, telugu, english) => {
      expect(await cellOf(await shownAs({ exam_type }), 'Exam type')).toMatch(
        new RegExp(`^${telugu}( / ${english})?$`),
      );
    });

    test.each([
      ['S', 'విజయవంతం', 'Success'],
      ['F', 'విఫలం', 'Failed'],
      ['C', 'రద్దయింది', 'Cancelled'],
      ['', 'పెండింగ్‌లో ఉంది', 'Pending'],
    ])('Payment Status %j is shown as %s, %s', async (payment_status, telugu, english) => {
      const shown = await cellOf(await shownAs({ payment_status }), 'Payment status');
      expect(shown).toMatch(new RegExp(`${telugu}.*${english}`));
    });

    test('an unpaid application can be paid from here', async () => {
      const { page } = await stage.open('/ticket', { as: await applied() });
      expect(await named(page, 'Pay now', 'tbody')).toBeTruthy();
    });

    test('a language text that is no JSON harms nothing', async () => {
      expect(await cellOf(await shownAs({ language: '{not json' }), 'Name')).toBe('Sita Rama Sarma');
    });

    test('without an application the way to the form is there', async () => {
      const { page } = await stage.open('/ticket', { as: await stage.newcomer() });
      expect(new URL(await linkOf(page, 'Application Form', 'main')).pathname).toBe('/');
      expect(await hasControl(page, 'aadhar')).toBe(false);
    });

    test('another applicant’s records are not there', async () => {
      const foreign = await recordOf(await applied());
      const { page } = await stage.open('/ticket', { as: await applied() });
      await reads(page, 'ARC24-');
      expect(await textOf(page, 'main')).not.toContain(String(foreign.application_id));
    });

    test('the table’s View opens the modal', async () => {
      const { page } = await stage.open('/ticket', { as: await applied() });
      await press(page, 'View', 'tbody');
      expect(await page.waitForSelector('dialog[open]')).not.toBeNull();
    });
  });

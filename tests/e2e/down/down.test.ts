/** One slice down, the rest up: each cell of the table in docs/one-slice-down.md, in a browser. */
import {
  type ApplicantSession,
  newcomer,
  pay,
  portalOfTheRun,
  scaledTimeout,
  submit,
  ticketOf,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { closePage, openPhone, press, reads } from '../browser.ts';
import { takeLanguage, takeSession } from '../cookies.ts';
import {
  type Down,
  type Language,
  REMOTE_ROWS,
  type Row,
  remoteFault,
  SERVICE_ROWS,
  serviceFault,
  WAYS,
  type Way,
} from './cells.ts';
import { openStage, REMOTES, type Remote, type Stage } from './stage.ts';

let stage: Stage;
let paid: { session: ApplicantSession; orderId: string };
beforeAll(async () => {
  [stage, paid] = await Promise.all([openStage(), payingApplicant()]);
});
afterAll(() => stage?.stop());

/** Someone whose fee has arrived and whose ticket is printed. */
async function payingApplicant() {
  const { origin, simulator } = portalOfTheRun();
  const session = await newcomer(origin);
  const orderId = await submit(session);
  await pay(session, simulator, orderId);
  const { body } = await session.call('getticketsandprofile');
  await ticketOf(session, String(body.data[0]?.application_id));
  return { session, orderId };
}

/** The browser of an applicant who has signed in on it earlier. */
async function returnAs(page: Page, session: ApplicantSession): Promise<void> {
  await takeSession(page, session);
  await page.evaluateOnNewDocument((id) => localStorage.setItem('usr_id', id), session.person.id ?? '');
}

interface Opened {
  readonly page: Page;
  readonly language: Language;
  /** Stands in all requests of this page. */
  readonly mark: string;
  readonly session: ApplicantSession | undefined;
  readonly go: () => Promise<unknown>;
}

/** A page that is about to be opened; every second cell is read in Telugu. */
async function open(
  { path, as }: Row,
  { cell, visitor }: { cell: number; visitor: string },
): Promise<Opened> {
  const language = cell % 2 === 0 ? 'en' : 'te';
  const { page } = await openPhone(stage.browser);
  const mark = `cell-${cell}-of-the-table`;
  await page.setExtraHTTPHeaders({ 'x-cell': mark });
  await takeLanguage(page, language);
  await page
    .browserContext()
    .setCookie({ name: 'archaka_visitor', value: visitor, domain: 'localhost', path: '/' });
  const session = as === 'newcomer' ? await newcomer(portalOfTheRun().origin) : paid.session;
  if (as !== 'visitor') await returnAs(page, session);
  const address = `${stage.origin}${path}${path.endsWith('=') ? paid.orderId : ''}`;
  return { page, language, mark, session, go: () => page.goto(address, { waitUntil: 'domcontentloaded' }) };
}

/** Listens from the next page on; what it gives waits until this was said, even when it stands there no longer. */
async function listenFor(page: Page, words: string): Promise<() => Promise<unknown>> {
  await page.evaluateOnNewDocument((text) => {
    const look = () => {
      if (document.body?.textContent?.includes(text)) Object.assign(globalThis, { wasSaid: true });
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, words);
  return () =>
    page
      .waitForFunction(() => 'wasSaid' in globalThis, { timeout: scaledTimeout(20_000) })
      .catch((cause) => {
        throw new Error(`'${words}' was not said on ${page.url()}`, { cause });
      });
}

/** The place says that its part is late or down, the rest works; and when it ends, the place is back without a press. */
async function follow(
  row: Row,
  { page, language, go }: Opened,
  { way, end }: { way: Way; end: () => unknown },
) {
  const saidLate = await listenFor(page, row.late[language]);
  await go();
  if (row.presses) await press(page, row.presses);
  if (way === 'slow') {
    await saidLate();
    await row.rest(page);
  } else {
    await reads(page, row.down[language]);
    await row.rest(page);
    await reads(page, row.down[language]);
    await end();
  }
  if (row.presses && way === 'slow') await reads(page, { te: 'డౌన్‌లోడ్ అయింది', en: 'Downloaded' }[language]);
  else await row.back(page, language);
  await page.waitForFunction((words) => !document.body.textContent?.includes(words), {}, row.down[language]);
  await closePage(page);
}

const logged = (remote: Remote, kind: string) =>
  stage
    .logs()
    .split('\n')
    .filter((line) => line.includes('"slice failed"'))
    .map((line) => JSON.parse(line))
    .filter(({ slice, kind: told }) => slice === remote && told === kind);

const numbered = <Name extends string>(names: readonly Name[], from: number) =>
  names.flatMap((name, row) =>
    WAYS.map((way, column) => [name, way, from + row * WAYS.length + column] as const),
  );

test.concurrent.each(numbered(REMOTES, 0))(
  '%s %s: its place says so, the rest works, and it comes back',
  async (remote, way, cell) => {
    const row = REMOTE_ROWS[remote];
    if (way === 'throwing') {
      const opened = await open(row, { cell, visitor: stage.visitorWith(remote) });
      const end = async () => {
        await stage.slice('rollback', remote);
        // By now the gaps have grown; a device that is online again does not wait for them.
        await opened.page.evaluate(() => dispatchEvent(new Event('online')));
      };
      await follow(row, opened, { way, end });
      expect(logged(remote, 'threw')).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          version: expect.stringMatching(/^[0-9a-f]{32}$/),
          error: 'RangeError',
        }),
      );
      return;
    }
    const opened = await open(row, { cell, visitor: stage.visitorWith() });
    const before = logged(remote, 'unreachable').length;
    const end = stage.fronts.shell.begin({ ...remoteFault(remote, way), mark: opened.mark });
    await follow(row, opened, { way, end });
    if (way === 'slow') return;
    expect(logged(remote, 'unreachable').length).toBeGreaterThan(before);
  },
);

const services = Object.keys(SERVICE_ROWS) as Down[];

test.concurrent.each(numbered(services, 18))(
  'svc-%s %s: its place says so, the rest works, and it comes back',
  async (service, way, cell) => {
    const row = SERVICE_ROWS[service];
    const opened = await open(row, { cell, visitor: stage.visitorWith() });
    // The gateway asks svc-auth in its own name, about the session.
    const mark = service === 'auth' ? (opened.session?.cookie().split('=')[1] ?? '') : opened.mark;
    const end = stage.fronts[service].begin({ ...serviceFault(service, way), mark });
    await follow(row, opened, { way, end });
  },
);

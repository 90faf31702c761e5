/** One slice down, the rest up: each cell of the table in docs/one-slice-down.md, in a browser. */
import { type ApplicantSession, getSharedPortal, registerApplicant } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, closePage, openPhone, waitForText } from '../browser.ts';
import { createPaidApplicant } from '../history/application.ts';
import { setLanguageCookie, setSessionCookie } from '../page.ts';
import {
  createRemoteFault,
  createServiceFault,
  type DegradationCase,
  FAILURE_MODES,
  type FailingService,
  type FailureMode,
  type Language,
  REMOTE_ROWS,
  SERVICE_ROWS,
} from './cases.ts';
import { createDegradationEnvironment, REMOTES, type Remote } from './environment.ts';

const [environment, paid] = await Promise.all([
  createDegradationEnvironment(),
  createPaidApplicant(getSharedPortal()),
]);
afterAll(() => environment.stop());

/** Sets up the page of an applicant who has signed in on it earlier. */
async function returnWithSession(page: Page, session: ApplicantSession): Promise<void> {
  await setSessionCookie(page, session);
  await page.evaluateOnNewDocument((id) => localStorage.setItem('usr_id', id), session.person.id ?? '');
}

interface OpenedCase {
  readonly page: Page;
  readonly language: Language;
  /** Occurs in all requests of this page. */
  readonly mark: string;
  readonly session: ApplicantSession | undefined;
  readonly navigate: () => Promise<unknown>;
}

/** Prepares a page, in Telugu for every second cell. */
async function openCase(
  { path, user }: DegradationCase,
  { caseNumber, visitor }: { caseNumber: number; visitor: string },
): Promise<OpenedCase> {
  const language = caseNumber % 2 === 0 ? 'en' : 'te';
  const { page } = await openPhone(environment.browser, { withoutFiles: true });
  const mark = `cell-${caseNumber}-of-the-table`;
  await page.setExtraHTTPHeaders({ 'x-cell': mark });
  await setLanguageCookie(page, language);
  await page
    .browserContext()
    .setCookie({ name: 'archaka_visitor', value: visitor, domain: 'localhost', path: '/' });
  const session = user === 'newcomer' ? await registerApplicant(getSharedPortal().origin) : paid.session;
  if (user !== 'visitor') await returnWithSession(page, session);
  const address = `${environment.origin}${path}${path.endsWith('=') ? paid.order_id : ''}`;
  return {
    page,
    language,
    mark,
    session,
    navigate: () => page.goto(address, { waitUntil: 'domcontentloaded' }),
  };
}

/** Watches from the next page on; returns a function that waits until the text has appeared, even if only for a moment. */
async function watchForText(page: Page, text: string): Promise<() => Promise<unknown>> {
  await page.evaluateOnNewDocument((text) => {
    const checkText = () => {
      if (document.body?.textContent?.includes(text)) Object.assign(globalThis, { wasSaid: true });
    };
    new MutationObserver(checkText).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, text);
  return () =>
    page
      .waitForFunction(() => 'wasSaid' in globalThis)
      .catch((cause) => {
        throw new Error(`'${text}' is not on ${page.url()}`, { cause });
      });
}

/** Expects the area's text during the fault, that the rest works, and a recovery without user action. */
async function expectDegradation(
  testCase: DegradationCase,
  { page, language, navigate }: OpenedCase,
  { mode, endFault }: { mode: FailureMode; endFault: () => unknown },
) {
  const hasShownLateText = await watchForText(page, testCase.lateText[language]);
  await navigate();
  if (testCase.control) await clickControl(page, testCase.control);
  if (mode === 'slow') {
    await hasShownLateText();
    await testCase.useMeanwhile(page);
  } else {
    await waitForText(page, testCase.downText[language]);
    await testCase.useMeanwhile(page);
    await waitForText(page, testCase.downText[language]);
    await endFault();
  }
  if (testCase.control && mode === 'slow')
    await waitForText(page, { te: 'డౌన్‌లోడ్ అయింది', en: 'Downloaded' }[language]);
  else await testCase.waitUntilRestored(page, language);
  await page.waitForFunction(
    (text) => !document.body.textContent?.includes(text),
    {},
    testCase.downText[language],
  );
  await closePage(page);
}

const findLoggedFailures = (remote: Remote, kind: string) =>
  environment
    .logs()
    .split('\n')
    .filter((line) => line.includes('"slice failed"'))
    .map((line) => JSON.parse(line))
    .filter(({ slice, kind: loggedKind }) => slice === remote && loggedKind === kind);

const numberCases = <Name extends string>(names: readonly Name[], from: number) =>
  names.flatMap((name, rowIndex) =>
    FAILURE_MODES.map(
      (mode, columnIndex) => [name, mode, from + rowIndex * FAILURE_MODES.length + columnIndex] as const,
    ),
  );

test.concurrent.each(numberCases(REMOTES, 0))(
  '%s %s: shows the fault in its area only, and recovers',
  async (remote, mode, caseNumber) => {
    const testCase = REMOTE_ROWS[remote];
    if (mode === 'throwing') {
      const opened = await openCase(testCase, { caseNumber, visitor: environment.findVisitorWith(remote) });
      const rollBack = async () => {
        await environment.runSliceCommand('rollback', remote);
        // The delays between retries have grown; the online event triggers a retry immediately.
        await opened.page.evaluate(() => dispatchEvent(new Event('online')));
      };
      await expectDegradation(testCase, opened, { mode, endFault: rollBack });
      expect(findLoggedFailures(remote, 'threw')).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          version: expect.stringMatching(/^[0-9a-f]{32}$/),
          error: 'RangeError',
        }),
      );
      return;
    }
    const opened = await openCase(testCase, { caseNumber, visitor: environment.findVisitorWith() });
    const loggedBefore = findLoggedFailures(remote, 'unreachable').length;
    const endFault = environment.faultProxies.shell.startFault({
      ...createRemoteFault(remote, mode),
      mark: opened.mark,
    });
    await expectDegradation(testCase, opened, { mode, endFault });
    if (mode === 'slow') return;
    expect(findLoggedFailures(remote, 'unreachable').length).toBeGreaterThan(loggedBefore);
  },
);

const services = Object.keys(SERVICE_ROWS) as FailingService[];

test.concurrent.each(numberCases(services, 18))(
  'svc-%s %s: shows the fault in its area only, and recovers',
  async (service, mode, caseNumber) => {
    const testCase = SERVICE_ROWS[service];
    const opened = await openCase(testCase, { caseNumber, visitor: environment.findVisitorWith() });
    // The gateway calls svc-auth with the session ID, without the page's headers.
    const mark = service === 'auth' ? (opened.session?.cookie().split('=')[1] ?? '') : opened.mark;
    const endFault = environment.faultProxies[service].startFault({
      ...createServiceFault(service, mode),
      mark,
    });
    await expectDegradation(testCase, opened, { mode, endFault });
  },
);

import type { Page } from 'puppeteer';
import { clickControl, findControl, openMenu, waitForText } from '../browser.ts';
import type { Remote } from './environment.ts';
import type { Fault } from './fault-proxy.ts';
import { faultHandlers } from './fault-responses.ts';

export const FAILURE_MODES = [
  'killed',
  'hanging',
  'slow',
  'answering HTML',
  'half-deployed',
  'throwing',
] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];
export type Language = 'te' | 'en';
type LocalizedText = Readonly<Record<Language, string>>;

/** One row of the table: where its place is, what that says, and what stays usable beside it. */
export interface DegradationCase {
  /** Of the place. */
  readonly path: string;
  /** Whose page it is. */
  readonly user: 'visitor' | 'newcomer' | 'paid';
  /** What is pressed, where only that asks the part. */
  readonly control?: string;
  /** What the place says while the part is down, and while it is late. */
  readonly downText: LocalizedText;
  readonly lateText: LocalizedText;
  /** Works meanwhile. */
  readonly useMeanwhile: (page: Page) => Promise<unknown>;
  /** Shows that the place is back. */
  readonly waitUntilRestored: (page: Page, language: Language) => Promise<unknown>;
}

const loading: LocalizedText = { te: 'దయచేసి వేచి ఉండండి…', en: 'Loading…' };
const notLoaded: LocalizedText = { te: 'ఈ భాగం ఇప్పుడు తెరుచుకోలేదు', en: 'This part could not be loaded' };
const notRead: LocalizedText = { te: 'వివరాలు తెరవలేకపోయాం', en: 'This could not be loaded' };

const waitForSelector = (selector: string) => (page: Page) => page.waitForSelector(selector);

/** To another page of the portal and back again, within the same document. */
const findLogout = async (page: Page) => {
  await openMenu(page);
  return findControl(page, 'Logout');
};
const goToAndBack = (text: string, selector: string) => async (page: Page) => {
  await clickControl(page, text);
  await page.waitForSelector(selector);
  // The document is not whole ('load') while a remote hangs that it asked for.
  await page.goBack({ waitUntil: 'domcontentloaded' });
};

const signInField = 'input[name="number"]';
const readyField = 'input[name="dob"]';

export const REMOTE_ROWS: Readonly<Record<Remote, DegradationCase>> = {
  'mf-auth': {
    path: '/',
    user: 'visitor',
    downText: notLoaded,
    lateText: loading,
    useMeanwhile: goToAndBack('Am I ready?', readyField),
    waitUntilRestored: waitForSelector(signInField),
  },
  'mf-application': {
    path: '/ready',
    user: 'visitor',
    downText: notLoaded,
    lateText: loading,
    useMeanwhile: goToAndBack('Home', signInField),
    waitUntilRestored: waitForSelector(readyField),
  },
  'mf-history': {
    path: '/ticket',
    user: 'newcomer',
    downText: notLoaded,
    lateText: loading,
    useMeanwhile: findLogout,
    waitUntilRestored: (page) => waitForText(page, 'No application yet'),
  },
};

export const SERVICE_ROWS = {
  auth: {
    path: '/ticket',
    user: 'newcomer',
    downText: notRead,
    lateText: loading,
    useMeanwhile: (page) => findControl(page, 'Home'),
    waitUntilRestored: (page) => waitForText(page, 'No application yet'),
  },
  application: {
    path: '/ticket',
    user: 'paid',
    downText: notRead,
    lateText: loading,
    useMeanwhile: findLogout,
    waitUntilRestored: (page) => findControl(page, 'View'),
  },
  payment: {
    path: '/paymentstatus?order_id=',
    user: 'paid',
    downText: {
      te: 'ఈ ఆర్డర్ చెల్లింపులను ఇప్పుడు చూపలేకపోతున్నాం',
      en: 'The payments of this order cannot be shown now',
    },
    lateText: loading,
    useMeanwhile: (page) => waitForText(page, 'Payment receipt'),
    waitUntilRestored: (page) => waitForText(page, 'Payments of this order'),
  },
  ticket: {
    path: '/ticket',
    user: 'paid',
    control: 'Hall ticket',
    downText: { te: 'డౌన్‌లోడ్ కాలేదు', en: 'It could not be downloaded' },
    lateText: { te: 'డౌన్‌లోడ్ అవుతోంది…', en: 'Downloading…' },
    useMeanwhile: (page) => findControl(page, 'View'),
    waitUntilRestored: (page, language) =>
      waitForText(page, { te: 'మళ్ళీ డౌన్‌లోడ్ చేసుకోవచ్చు', en: 'It can be downloaded again' }[language]),
  },
} as const satisfies Record<string, DegradationCase>;
export type FailingService = keyof typeof SERVICE_ROWS;

const anyPath = /./;
/** The call that the place of a service needs. */
const pathsByService: Readonly<Record<FailingService, RegExp>> = {
  auth: /^\/internal\/exchange/,
  application: /getticketsandprofile/,
  payment: /getpaymentattempts/,
  ticket: /^\/api\/tickets\//,
};

/** What strikes the requests to a service; half-deployed: an instance of another version, which lacks the call. */
export function createServiceFault(service: FailingService, mode: FailureMode): Omit<Fault, 'mark'> {
  const missingCall =
    service === 'auth' ? faultHandlers.respondAsOtherVersion : faultHandlers.respondNotFound;
  const faultByMode: Record<FailureMode, Omit<Fault, 'mark'>> = {
    killed: { paths: anyPath, handle: faultHandlers.breakConnection },
    hanging: { paths: anyPath, handle: faultHandlers.hang },
    slow: { paths: anyPath, handle: faultHandlers.respondLate },
    'answering HTML': { paths: anyPath, handle: faultHandlers.respondWithPage },
    'half-deployed': { paths: pathsByService[service], handle: missingCall },
    throwing: { paths: anyPath, handle: faultHandlers.respondWithError },
  };
  return faultByMode[mode];
}

/** What strikes the requests for a remote's files; one that throws is another build. */
export function createRemoteFault(
  remote: Remote,
  mode: Exclude<FailureMode, 'throwing'>,
): Omit<Fault, 'mark'> {
  const remoteFiles = new RegExp(`^/slices/${remote}/`);
  const faultByMode: Record<Exclude<FailureMode, 'throwing'>, Omit<Fault, 'mark'>> = {
    killed: { paths: remoteFiles, handle: faultHandlers.breakConnection },
    hanging: { paths: remoteFiles, handle: faultHandlers.hang },
    slow: { paths: remoteFiles, handle: faultHandlers.respondLate },
    'answering HTML': { paths: remoteFiles, handle: faultHandlers.respondWithPage },
    // Its entry is there, the chunks that it names are not.
    'half-deployed': {
      paths: new RegExp(`^/slices/${remote}/[^/]+/(?!remoteEntry)`),
      handle: faultHandlers.respondNotFound,
    },
  };
  return faultByMode[mode];
}

import type { Page } from 'puppeteer';
import { clickControl, findControl, openMenu, waitForText } from '../browser.ts';
import type { Remote } from './environment.ts';
import { type Fault, faultHandlers } from './fault-proxy.ts';

export const FAILURE_MODES = [
  ...(['killed', 'hanging', 'slow', 'answering HTML', 'half-deployed', 'throwing'] as const),
];
export type FailureMode = (typeof FAILURE_MODES)[number];
export type Language = 'te' | 'en';
type LocalizedText = Readonly<Record<Language, string>>;

/** A row of the table: an area of a page, its texts during a fault, and what remains usable. */
export interface DegradationCase {
  /** Path of the area's page. */
  readonly path: string;
  /** The user of the page. */
  readonly user: 'visitor' | 'newcomer' | 'paid';
  /** The control that sends the request, when loading the page does not. */
  readonly control?: string;
  /** The area's text while the component is down, and while it is late. */
  readonly downText: LocalizedText;
  readonly lateText: LocalizedText;
  /** An action that succeeds during the fault. */
  readonly useMeanwhile: (page: Page) => Promise<unknown>;
  /** Waits until the area has recovered. */
  readonly waitUntilRestored: (page: Page, language: Language) => Promise<unknown>;
}

const loading: LocalizedText = { te: 'దయచేసి వేచి ఉండండి…', en: 'Loading…' };
const notLoaded: LocalizedText = { te: 'ఈ భాగం ఇప్పుడు తెరుచుకోలేదు', en: 'This part could not be loaded' };
const notRead: LocalizedText = { te: 'వివరాలు తెరవలేకపోయాం', en: 'This could not be loaded' };

const waitForSelector = (selector: string) => (page: Page) => page.waitForSelector(selector);

/** Navigates to another page of the portal and back, within the same document. */
const findLogout = async (page: Page) => {
  await openMenu(page);
  return findControl(page, 'Logout');
};
const goToAndBack = (text: string, selector: string) => async (page: Page) => {
  await clickControl(page, text);
  await page.waitForSelector(selector);
  // The document does not reach 'load' while a requested remote hangs.
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
/** The call that the area of a service needs. */
const pathsByService: Readonly<Record<FailingService, RegExp>> = {
  auth: /^\/internal\/exchange/,
  application: /getticketsandprofile/,
  payment: /getpaymentattempts/,
  ticket: /^\/api\/tickets\//,
};

type CaseFault = Omit<Fault, 'mark'>;

/** The fault of requests to a service. 'half-deployed' is an instance of another version without the call. */
export const createServiceFault = (service: FailingService, mode: FailureMode): CaseFault => {
  const faultByMode: Record<FailureMode, CaseFault> = {
    killed: { paths: anyPath, handle: faultHandlers.breakConnection },
    hanging: { paths: anyPath, handle: faultHandlers.hang },
    slow: { paths: anyPath, handle: faultHandlers.respondLate },
    'answering HTML': { paths: anyPath, handle: faultHandlers.respondWithPage },
    'half-deployed': {
      paths: pathsByService[service],
      handle: service === 'auth' ? faultHandlers.respondAsOtherVersion : faultHandlers.respondNotFound,
    },
    throwing: { paths: anyPath, handle: faultHandlers.respondWithError },
  };
  return faultByMode[mode];
};

/** The fault of requests for a remote's files. A throwing remote is a separate build. */
export const createRemoteFault = (remote: Remote, mode: Exclude<FailureMode, 'throwing'>): CaseFault => {
  // The entry of a half-deployed remote exists, but its chunks do not.
  const files = mode === 'half-deployed' ? '[^/]+/(?!remoteEntry)' : '';
  const handle = {
    killed: faultHandlers.breakConnection,
    hanging: faultHandlers.hang,
    slow: faultHandlers.respondLate,
    'answering HTML': faultHandlers.respondWithPage,
    'half-deployed': faultHandlers.respondNotFound,
  }[mode];
  return { paths: new RegExp(`^/slices/${remote}/${files}`), handle };
};

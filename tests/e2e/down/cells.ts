import type { Page } from 'puppeteer';
import { named, press, reads } from '../browser.ts';
import type { Fault } from './front.ts';
import type { Remote } from './stage.ts';
import { strikes } from './strikes.ts';

export const WAYS = ['killed', 'hanging', 'slow', 'answering HTML', 'half-deployed', 'throwing'] as const;
export type Way = (typeof WAYS)[number];
export type Language = 'te' | 'en';
type Said = Readonly<Record<Language, string>>;

/** One row of the table: where its place is, what that says, and what stays usable beside it. */
export interface Row {
  /** Of the place. */
  readonly path: string;
  /** Whose page it is. */
  readonly as: 'visitor' | 'newcomer' | 'paid';
  /** What is pressed, where only that asks the part. */
  readonly presses?: string;
  /** What the place says while the part is down, and while it is late. */
  readonly down: Said;
  readonly late: Said;
  /** Works meanwhile. */
  readonly rest: (page: Page) => Promise<unknown>;
  /** Shows that the place is back. */
  readonly back: (page: Page, language: Language) => Promise<unknown>;
}

const loading: Said = { te: 'తెస్తున్నాం…', en: 'Loading…' };
const notLoaded: Said = { te: 'ఈ భాగం ఇప్పుడు తెరుచుకోలేదు', en: 'This part could not be loaded' };
const notRead: Said = { te: 'వివరాలు తెరవలేకపోయాం', en: 'This could not be loaded' };

const has = (selector: string) => (page: Page) => page.waitForSelector(selector);

/** To another page of the portal and back again, within the same document. */
const goesTo = (words: string, selector: string) => async (page: Page) => {
  await press(page, words);
  await page.waitForSelector(selector);
  // The document is not whole ('load') while a remote hangs that it asked for.
  await page.goBack({ waitUntil: 'domcontentloaded' });
};

const signInField = 'input[name="number"]';
const readyField = 'input[name="dob"]';

export const REMOTE_ROWS: Readonly<Record<Remote, Row>> = {
  'mf-auth': {
    path: '/',
    as: 'visitor',
    down: notLoaded,
    late: loading,
    rest: goesTo('Am I ready?', readyField),
    back: has(signInField),
  },
  'mf-application': {
    path: '/ready',
    as: 'visitor',
    down: notLoaded,
    late: loading,
    rest: goesTo('Home', signInField),
    back: has(readyField),
  },
  'mf-history': {
    path: '/ticket',
    as: 'newcomer',
    down: notLoaded,
    late: loading,
    rest: (page) => named(page, 'Logout'),
    back: (page) => reads(page, 'No application yet'),
  },
};

export const SERVICE_ROWS = {
  auth: {
    path: '/ticket',
    as: 'newcomer',
    down: notRead,
    late: loading,
    rest: (page) => named(page, 'Home'),
    back: (page) => reads(page, 'No application yet'),
  },
  application: {
    path: '/ticket',
    as: 'paid',
    down: notRead,
    late: loading,
    rest: (page) => named(page, 'Logout'),
    back: (page) => named(page, 'View'),
  },
  payment: {
    path: '/paymentstatus?order_id=',
    as: 'paid',
    down: {
      te: 'ఈ ఆర్డర్ చెల్లింపులను ఇప్పుడు చూపలేకపోతున్నాం',
      en: 'The payments of this order cannot be shown now',
    },
    late: loading,
    rest: (page) => reads(page, 'Payment receipt'),
    back: (page) => reads(page, 'Payments of this order'),
  },
  ticket: {
    path: '/ticket',
    as: 'paid',
    presses: 'Hall ticket',
    down: { te: 'డౌన్‌లోడ్ కాలేదు', en: 'It could not be downloaded' },
    late: { te: 'డౌన్‌లోడ్ అవుతోంది…', en: 'Downloading…' },
    rest: (page) => named(page, 'View'),
    back: (page, language) =>
      reads(page, { te: 'మళ్ళీ డౌన్‌లోడ్ చేసుకోవచ్చు', en: 'It can be downloaded again' }[language]),
  },
} as const satisfies Record<string, Row>;
export type Down = keyof typeof SERVICE_ROWS;

const everything = /./;
/** The call that the place of a service needs. */
const called: Readonly<Record<Down, RegExp>> = {
  auth: /^\/internal\/exchange/,
  application: /getticketsandprofile/,
  payment: /getpaymentattempts/,
  ticket: /^\/api\/tickets\//,
};

/** What strikes the requests to a service; half-deployed: an instance of another version, which lacks the call. */
export function serviceFault(service: Down, way: Way): Omit<Fault, 'mark'> {
  const missing = service === 'auth' ? strikes.otherVersion : strikes.absent;
  const ways: Record<Way, Omit<Fault, 'mark'>> = {
    killed: { paths: everything, strike: strikes.breaks },
    hanging: { paths: everything, strike: strikes.silent },
    slow: { paths: everything, strike: strikes.late },
    'answering HTML': { paths: everything, strike: strikes.page },
    'half-deployed': { paths: called[service], strike: missing },
    throwing: { paths: everything, strike: strikes.failing },
  };
  return ways[way];
}

/** What strikes the requests for a remote's files; one that throws is another build. */
export function remoteFault(remote: Remote, way: Exclude<Way, 'throwing'>): Omit<Fault, 'mark'> {
  const files = new RegExp(`^/slices/${remote}/`);
  const ways: Record<Exclude<Way, 'throwing'>, Omit<Fault, 'mark'>> = {
    killed: { paths: files, strike: strikes.breaks },
    hanging: { paths: files, strike: strikes.silent },
    slow: { paths: files, strike: strikes.late },
    'answering HTML': { paths: files, strike: strikes.page },
    // Its entry is there, the chunks that it names are not.
    'half-deployed': {
      paths: new RegExp(`^/slices/${remote}/[^/]+/(?!remoteEntry)`),
      strike: strikes.absent,
    },
  };
  return ways[way];
}

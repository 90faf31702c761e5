import type { ScreenState } from '../../screens/screen-state.ts';

/** How high a part of a screen may be on a phone, in CSS pixels. */
export interface HeightLimit {
  /** Its first element is the part. */
  readonly selector: string;
  readonly te: number;
  readonly en: number;
}

const MAX_HEIGHT = 4000;
/** What is held to less, by the screen's name. */
const ownLimits: Readonly<Record<string, Partial<HeightLimit>>> = {
  home: { te: 3700, en: 3700 },
};

/** The way from the home page to the ticket: its pages, and its form, below which a page holds notes and help. */
const PAGES = ['home', 'ready', 'sign-in-otp', 'history', 'payment-success', 'payment-failed'];
const FORMS = [
  ...[
    'form',
    'form-errors',
    'form-vara-compartmental',
    'form-not-loaded',
    'form-closed',
    'form-draft',
    'pay',
  ],
  'home-applied',
];

/** @returns undefined for a screen that is not on the way to the ticket */
export function findHeightLimit({ name }: ScreenState): HeightLimit | undefined {
  const limits = { te: MAX_HEIGHT, en: MAX_HEIGHT, ...ownLimits[name] };
  if (FORMS.includes(name)) return { selector: '#application-form', ...limits };
  return PAGES.includes(name) ? { selector: 'html', ...limits } : undefined;
}

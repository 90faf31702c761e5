import type { ScreenState } from '../../screens/screen-state.ts';

const MAX_HEIGHT = 4000;
/** Exceptions from the usual limit, by the screen's name: lower, or the height of a form with all its fields. */
const ownLimits: Readonly<Record<string, number>> = {
  home: 3700,
  'form-draft': 4260,
  'form-vara-compartmental': 4550,
};

/** The pages on the way from the home page to the ticket. */
const screensOnTheWay = [
  ...['home', 'ready', 'sign-in-otp', 'history', 'payment-success', 'payment-failed', 'pay', 'home-applied'],
  ...['form', 'form-errors', 'form-vara-compartmental', 'form-not-loaded', 'form-closed', 'form-draft'],
];

/** @returns maximum height of the page on a phone in CSS pixels; undefined for a screen outside that path */
export const findHeightLimit = ({ name }: ScreenState): number | undefined =>
  screensOnTheWay.includes(name) ? (ownLimits[name] ?? MAX_HEIGHT) : undefined;

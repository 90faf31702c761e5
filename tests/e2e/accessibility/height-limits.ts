import type { ScreenState } from '../../screens/screen-state.ts';

const MAX_HEIGHT = 4000;
/** Another limit than the usual, by the screen's name: less, or what a form with every field of it comes to. */
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

/** @returns CSS pixels that the page may be high on a phone; undefined for a screen that is not on the way */
export const findHeightLimit = ({ name }: ScreenState): number | undefined =>
  screensOnTheWay.includes(name) ? (ownLimits[name] ?? MAX_HEIGHT) : undefined;

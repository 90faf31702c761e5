import { browserExtras } from '../device/browser-extras.ts';

/** Key in the tab's storage while somebody fills in for others: mf-auth writes it. */
export const HELPER_MODE = 'helper';

/** The shell then loads the helper's bar with the page. */
export const isHelperMode = (): boolean => browserExtras.readTabText(HELPER_MODE) !== undefined;

import { applicantScreens } from './applicant-screens.ts';
import { autosaveScreens } from './autosave-screens.ts';
import { fileScreens } from './file-screens.ts';
import { historyScreens } from './history-screens.ts';
import type { ScreenState } from './screen-state.ts';
import { visitorScreens } from './visitor-screens.ts';

/** The form, until its submission. */
export const formScreens: readonly ScreenState[] = [...applicantScreens, ...fileScreens, ...autosaveScreens];

/** Screens before and after it. */
export const otherScreens: readonly ScreenState[] = [...visitorScreens, ...historyScreens];

/** Every screen of the portal in every relevant state. */
export const screenStates: readonly ScreenState[] = [...formScreens, ...otherScreens];

/** Counts from when the page is drawn: a slow phone takes a while, and the applicant is to have the whole time. */
export const afterShowing = (ms: number, act: () => void): void => {
  requestAnimationFrame(() => setTimeout(act, ms));
};

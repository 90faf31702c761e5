/** Counts from when the page is drawn: a slow phone takes a while, and the applicant is to have the whole time. */
export const afterPaint = (ms: number, callback: () => void): void => {
  requestAnimationFrame(() => setTimeout(callback, ms));
};

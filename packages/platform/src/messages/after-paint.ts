/** Starts counting after the paint, so that a slow device shows the message for the whole time. */
export const afterPaint = (ms: number, callback: () => void): void => {
  requestAnimationFrame(() => setTimeout(callback, ms));
};

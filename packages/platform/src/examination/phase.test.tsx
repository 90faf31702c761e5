import { afterEach, expect, jest, test } from '@jest/globals';
import { phaseOf, portalNow } from './examination.ts';

afterEach(() => {
  document.head.replaceChildren();
  jest.restoreAllMocks();
});

const examination = { opens: '2026-06-01T00:00:00+05:30', closes: '2026-06-30T23:59:59+05:30' };

/** Renders a page made at that time, with a device clock ten years slow. */
function renderPageAt(time: string): void {
  document.head.innerHTML = `<meta name="made-at" content="${time}">`;
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2016-01-01T00:00:00Z'));
  jest.spyOn(performance, 'now').mockReturnValue(2000);
}

test.each([
  ['2026-05-31T18:29:57Z', 'before'],
  ['2026-05-31T18:29:58Z', 'open'],
  ['2026-06-30T18:29:57Z', 'open'],
  ['2026-06-30T18:29:58Z', 'after'],
] as const)(
  "treats applications of a page made at %s as %s, regardless of the device's clock",
  (time, phase) => {
    renderPageAt(time);
    expect(phaseOf(examination)).toBe(phase);
  },
);

test("uses the device's clock when the page does not state when it was made", () => {
  jest.spyOn(Date, 'now').mockReturnValue(42);
  expect(portalNow()).toBe(42);
});

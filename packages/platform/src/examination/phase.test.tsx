import { afterEach, expect, jest, test } from '@jest/globals';
import { phaseOf, portalNow } from './phase.ts';

afterEach(() => {
  document.head.replaceChildren();
  jest.restoreAllMocks();
});

const examination = { opens: '2026-06-01T00:00:00+05:30', closes: '2026-06-30T23:59:59+05:30' };

/** The page was made at that time, and the phone's clock stands ten years back. */
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
  'when the page was made at %s, then applications are %s, whatever the phone’s clock says',
  (time, phase) => {
    renderPageAt(time);
    expect(phaseOf(examination)).toBe(phase);
  },
);

test('when the page does not say when it was made, then the device’s clock is all there is', () => {
  jest.spyOn(Date, 'now').mockReturnValue(42);
  expect(portalNow()).toBe(42);
});

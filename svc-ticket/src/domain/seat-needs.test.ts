import { expect, test } from '@jest/globals';
import { hasNeeds, toSeatNeeds } from './seat-needs.ts';

test.each([
  ['nothing is asked for', undefined, { accessible: false, scribes: false }],
  ['nothing is named', { scribe: 'none', compensatory_time: false }, { accessible: false, scribes: false }],
  [
    'extra time is asked for',
    { scribe: 'none', compensatory_time: true },
    { accessible: true, scribes: false },
  ],
  [
    'the scribe is the own one',
    { scribe: 'own', compensatory_time: false },
    { accessible: true, scribes: false },
  ],
  [
    'the department sends a scribe',
    { scribe: 'department', compensatory_time: true },
    { accessible: true, scribes: true },
  ],
] as const)('maps the needs when %s', (_what, accommodation, needs) => {
  expect(toSeatNeeds({ accommodation })).toEqual(needs);
  expect(hasNeeds(needs)).toBe(needs.accessible);
});

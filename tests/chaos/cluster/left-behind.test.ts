import { expect, test } from '@jest/globals';
import { parseRunId } from './left-behind.ts';

test.each([
  ['archaka-chaos-4711', 4711],
  ['archaka-chaos-4711-rabbit-2', 4711],
  ['archaka-chaos-', undefined],
  ['chaos-7-Xy3', undefined],
  ['my-archaka-chaos-4711', undefined],
])('assigns %s to the run %s', (name, pid) => {
  expect(parseRunId(name)).toBe(pid);
});

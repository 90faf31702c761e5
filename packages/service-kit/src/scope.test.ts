import { expect, test } from '@jest/globals';
import { traceOf } from './scope.ts';

const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a valid traceparent is handed on as it is', () => {
  expect(traceOf(valid)).toEqual({ traceparent: valid });
});

test.each([
  undefined,
  '',
  'x',
  [valid],
  `ff${valid.slice(2)}`,
  '00-00000000000000000000000000000000-b7ad6b7169203331-01',
  '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
  valid.toUpperCase(),
])('%p is none', (header) => {
  expect(traceOf(header)).toEqual({});
});

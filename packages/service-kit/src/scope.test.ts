import { expect, test } from '@jest/globals';
import { createScope, toTrace } from './scope.ts';

const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('forwards a valid traceparent unchanged', () => {
  expect(toTrace(valid)).toEqual({ traceparent: valid });
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
])('ignores the invalid traceparent %p', (header) => {
  expect(toTrace(header)).toEqual({});
});

test("starts a trace with the request's id when that is a UUID", () => {
  const requestId = '0af76519-16cd-43dd-8448-eb211c80319c';
  expect(createScope(requestId, 'x')).toEqual({
    requestId,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-8448eb211c80319c-01',
  });
  const [one, other] = [createScope('of-a-caller'), createScope('of-a-caller')];
  expect(toTrace(one.traceparent)).toEqual({ traceparent: one.traceparent });
  expect(one.traceparent).not.toBe(other.traceparent);
});

test("continues the caller's trace", () => {
  expect(createScope('of-a-caller', valid)).toEqual({ requestId: 'of-a-caller', traceparent: valid });
});

import { applicationCalls, applicationChecks, authCalls, updateChecks } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { teluguOf } from './messages.ts';

const ofChecks = [...applicationChecks, ...updateChecks, ...authCalls.flatMap(({ checks }) => checks)].map(
  ({ message }) => message,
);
const ofRefusals = [...authCalls, ...applicationCalls].flatMap(({ answer }) =>
  Object.values(answer.refusals),
);

test('when a check or a call refuses, then its message has Telugu words', () => {
  const without = [...ofChecks, ...ofRefusals].filter((message) => teluguOf(message) === undefined);
  expect(without).toEqual([]);
});

import { expect, test } from '@jest/globals';
import { applicationCalls, authCalls, paymentCalls, ticketCalls } from '../index.ts';
import { callDocs } from './call-docs.ts';

test('every call that the gateway opens is told of, and no other', () => {
  const opened = [...authCalls, ...applicationCalls, ...paymentCalls, ...ticketCalls].filter(
    ({ session }) => session !== 'service',
  );
  expect(Object.keys(callDocs).toSorted()).toEqual(opened.map(({ name }) => name).toSorted());
});

import { expect, test } from '@jest/globals';
import { calls } from '../index.ts';
import { callDocs } from './call-docs.ts';

test('documents exactly the calls that the gateway routes', () => {
  const publicCalls = calls.filter(({ session }) => session !== 'service');
  expect(Object.keys(callDocs).toSorted()).toEqual(publicCalls.map(({ name }) => name).toSorted());
});

import { expect, test } from '@jest/globals';
import { calls } from '../index.ts';
import { callDocs } from './call-docs.ts';

test('every call that the gateway opens is told of, and no other', () => {
  const publicCalls = calls.filter(({ session }) => session !== 'service');
  expect(Object.keys(callDocs).toSorted()).toEqual(publicCalls.map(({ name }) => name).toSorted());
});

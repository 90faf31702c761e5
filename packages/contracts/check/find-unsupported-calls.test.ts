import { expect, test } from '@jest/globals';
import type { ServiceContract } from '../src/index.ts';
import { findUnsupportedCalls } from './find-unsupported-calls.ts';

const slice = {
  name: 'mf-history',
  contracts: '1.1.0',
  calls: [{ name: 'getapplicationhistory', digest: 'new' }],
};

const service = (contracts: string[] | undefined, digest: string): ServiceContract => ({
  service: 'application',
  version: '0.1.0',
  ...(contracts && { contracts }),
  calls: [
    {
      name: 'getapplicationhistory',
      path: '/api/dashboard/getapplicationhistory',
      methods: ['POST'],
      session: 'required',
      kind: 'query',
      digest,
    },
  ],
  routes: [],
});

test('a service that lists the version supports the call, in any later version', () => {
  expect(findUnsupportedCalls({ slice, services: [service(['1.0.0', '1.1.0', '1.2.0'], 'newer')] })).toEqual(
    [],
  );
});

test('an older service supports an unchanged call', () => {
  expect(findUnsupportedCalls({ slice, services: [service(['1.0.0'], 'new')] })).toEqual([]);
});

test('an older service does not support a changed call', () => {
  expect(findUnsupportedCalls({ slice, services: [service(['1.0.0'], 'old')] })).toEqual([
    'getapplicationhistory: mf-history was built with contracts 1.1.0, svc-application supports 1.0.0',
  ]);
});

test('a service without versions does not support a changed call', () => {
  expect(findUnsupportedCalls({ slice, services: [service(undefined, 'old')] })).toEqual([
    'getapplicationhistory: mf-history was built with contracts 1.1.0, svc-application does not publish its versions; deploy the service first',
  ]);
});

test('a call without a service is reported', () => {
  expect(findUnsupportedCalls({ slice, services: [] })).toEqual([
    'getapplicationhistory: no running service supports it; deploy the service first',
  ]);
});

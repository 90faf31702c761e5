import { expect, test } from '@jest/globals';
import type { ServiceContract } from '../src/index.ts';
import { findUnsupportedCalls } from './slice-contracts.ts';

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

test.each<[string, ServiceContract[], string | undefined]>([
  [
    'a service that lists the version, in any later one',
    [service(['1.0.0', '1.1.0', '1.2.0'], 'newer')],
    undefined,
  ],
  ['an older service with an unchanged call', [service(['1.0.0'], 'new')], undefined],
  [
    'an older service with another call',
    [service(['1.0.0'], 'old')],
    'mf-history was built with contracts 1.1.0, svc-application supports 1.0.0',
  ],
  [
    'a service without versions with another call',
    [service(undefined, 'old')],
    'mf-history was built with contracts 1.1.0, svc-application does not publish its versions; deploy the service first',
  ],
  ['no service', [], 'no running service supports it; deploy the service first'],
])('names what %s does not support', (_what, services, fault) => {
  const faults = fault === undefined ? [] : [`getapplicationhistory: ${fault}`];
  expect(findUnsupportedCalls({ slice, services })).toEqual(faults);
});

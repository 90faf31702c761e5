import { expect, test } from '@jest/globals';
import { calls } from '../call-list.ts';
import { services } from '../services.ts';
import { findHeadCalls } from './schemas.ts';

test.each(services)('svc-%s hands the heads of its audit log to another service', (service) => {
  const { service: receiver, store, list } = findHeadCalls(service);
  expect(receiver).not.toBe(service);
  for (const call of [store, list]) {
    expect(call).toMatchObject({ service: receiver, callers: expect.arrayContaining([`svc-${service}`]) });
    expect(calls).toContain(call);
  }
});

test.each(services)('svc-%s may call what every service calls', (service) => {
  const find = (wanted: string) => calls.find(({ name }) => name === wanted)?.callers;
  for (const name of ['endedsessions', 'identifyoperator', 'findoperator'])
    expect([name, find(name)]).toEqual([name, expect.arrayContaining([`svc-${service}`])]);
});

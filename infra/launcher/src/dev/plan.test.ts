import { expect, test } from '@jest/globals';
import { readAsked } from './asked.ts';
import { devPlan, devSettings } from './plan.ts';

const planOf = (...args: string[]) => devPlan(readAsked(args), {});
const partOf = (name: string, ...args: string[]) => planOf(...args).parts.find((part) => part.name === name);

test('the remote that is worked on is not taken from the store, and the others are', () => {
  const { bundles, remotes } = planOf('mf-history');

  expect(remotes).toContain('mf-auth');
  expect([...bundles, ...remotes]).not.toContain('mf-history');
});

test('the page is at the front, so that payments lead back there; without one, where it always is', () => {
  const originOf = (...args: string[]) => devSettings(readAsked(args), { PORTAL_PORT: '9000' }).origin;

  expect(originOf('mf-history')).toBe('http://localhost:9020');
  expect(originOf('svc-payment')).toBe('http://localhost:9000');
  expect(partOf('dev', 'svc-payment')).toBeUndefined();
});

test('only the service that is worked on is watched', () => {
  expect(partOf('svc-payment', 'svc-payment')).toMatchObject({ watched: true });
  expect(partOf('svc-auth', 'svc-payment')?.watched).toBeUndefined();
});

test('mocked services need neither stores nor a provider, and keep their data apart', () => {
  const { parts, storeless } = planOf('mf-history', '--mock');

  expect(storeless).toBe(true);
  expect(parts.map(({ name }) => name)).not.toContain('razorpay-sim');
  expect(new Set(parts.filter(({ name }) => name.startsWith('svc-')).map(({ main }) => main)).size).toBe(1);
  expect(devSettings(readAsked(['mf-history', '--mock']), {}).dataDir).toMatch(/\.cache\/dev\/mock$/);
});

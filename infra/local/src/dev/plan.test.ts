import { parseCommandLine } from '@archaka/service-kit/command-line';
import { expect, test } from '@jest/globals';
import { commandLine, createDevPlan, createDevSettings } from './plan.ts';

const parseOptions = (args: string[]) => parseCommandLine(commandLine, args);

const createPlan = (...args: string[]) => createDevPlan(parseOptions(args), {});
const findComponent = (name: string, ...args: string[]) =>
  createPlan(...args).components.find((component) => component.name === name);

test('the remote under development is not published to the store, and the others are', () => {
  const { bundles, remotes } = createPlan('mf-history');

  expect(remotes).toContain('mf-auth');
  expect([...bundles, ...remotes]).not.toContain('mf-history');
});

test('the page is at the proxy, so that payments return there, else at the address of the portal', () => {
  const getOrigin = (...args: string[]) =>
    createDevSettings(parseOptions(args), { PORTAL_PORT: '9000' }).origin;

  expect(getOrigin('mf-history')).toBe('http://localhost:9020');
  expect(getOrigin('svc-payment')).toBe('http://localhost:9000');
  expect(findComponent('dev', 'svc-payment')).toBeUndefined();
});

test('watches only the service under development', () => {
  expect(findComponent('svc-payment', 'svc-payment')).toMatchObject({
    watched: true,
    printsToTerminal: true,
  });
  expect(findComponent('svc-auth', 'svc-payment')?.watched).toBeUndefined();
});

test('mocked services need neither stores nor a provider, and use a separate data folder', () => {
  const { components, withoutStores } = createPlan('mf-history', '--mock');

  expect(withoutStores).toBe(true);
  expect(components.map(({ name }) => name)).not.toContain('razorpay-sim');
  expect(new Set(components.filter(({ name }) => name.startsWith('svc-')).map(({ main }) => main)).size).toBe(
    1,
  );
  expect(createDevSettings(parseOptions(['mf-history', '--mock']), {}).dataDir).toMatch(
    /\.cache\/dev\/mock$/,
  );
});

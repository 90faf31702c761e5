import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { componentAddresses, describeAddresses, portalComponents } from './components.ts';
import { createEnvironment } from './processes.ts';
import { loadOrCreateSecrets } from './secrets.ts';
import { readSettings, root } from './settings.ts';

const env = {
  PATH: '/bin',
  PORTAL_PORT: '9000',
  EDIT_UNTIL: '2030-01-01T00:00:00Z',
  UNRELATED: 'x',
};

const secrets = loadOrCreateSecrets(mkdtempSync(join(tmpdir(), 'secrets-')), env);

function createComponentEnvironment(name: string, own: Record<string, string> = {}): Record<string, string> {
  const component = portalComponents(env).find((each) => each.name === name);
  if (component === undefined) throw new Error(`no part ${name}`);
  return createEnvironment(component, {
    ...readSettings({ ...env, ...own }),
    secrets,
    brokerPasswords: secrets.brokerPasswords,
    mongoUrl: 'mongodb://store',
    amqpUrl: 'amqp://broker',
    chromium: '/bin/chromium',
    sliceStore: '/slices',
    handlerUrl: 'http://localhost:9005',
    razorpayUrl: 'http://localhost:9006',
  });
}

test('every component has an entry file and a distinct port', () => {
  const components = portalComponents(env);
  const offsets = components.flatMap(({ offset, extraPorts = [] }) => [
    offset,
    ...extraPorts.map((extraPort) => extraPort.offset),
  ]);

  expect(components.filter(({ main }) => !existsSync(join(root, main)))).toEqual([]);
  expect(offsets.sort((one, other) => one - other)).toEqual(offsets.map((_, index) => index));
});

test('every service of the contracts has a component', () => {
  const { shell, services } = componentAddresses(9000);
  expect(Object.values(services)).toEqual(
    portalComponents(env)
      .filter(({ name }) => name.startsWith('svc-'))
      .map(({ offset }) => `http://127.0.0.1:${9000 + offset}`),
  );
  expect(shell).toBe('http://127.0.0.1:9000');
});

test('a component gets only the variables it needs and those it declares as external', () => {
  const application = createComponentEnvironment('svc-application');

  expect(application).toMatchObject({
    PORT: '9002',
    HANDLER_PORT: '9005',
    AUTH_URL: 'http://127.0.0.1:9001',
    EDIT_UNTIL: env.EDIT_UNTIL,
  });
  expect(JSON.parse(application.SERVICE_KEY ?? '').kid).toBe('svc-application');
  expect(application).not.toHaveProperty('UNRELATED');
  expect(application).not.toHaveProperty('OTP_PEPPER');
});

test('each service has its own user at the broker, with its own password', () => {
  const url = new URL(createComponentEnvironment('svc-ticket').AMQP_URL ?? '');

  expect(url).toMatchObject({ hostname: 'broker', username: 'svc-ticket' });
  expect(url.password).toMatch(/^\w{48}$/);
  expect(new URL(createComponentEnvironment('svc-payment').AMQP_URL ?? '').password).not.toBe(url.password);
});

test('the public key set contains no private key', () => {
  const { keys } = JSON.parse(createComponentEnvironment('svc-ticket').SERVICE_JWKS ?? '');

  expect(keys.map(({ kid }: { kid: string }) => kid)).toContain('svc-ticket');
  expect(keys.filter((key: object) => 'd' in key)).toEqual([]);
});

test('the shell has the address of the checkout, and neither store nor broker', () => {
  const shell = createComponentEnvironment('shell');

  expect(shell).toMatchObject({
    PORT: '9000',
    CHECKOUT_ORIGIN: 'http://localhost:9006',
    SLICE_STORE: '/slices',
  });
  expect(shell).not.toHaveProperty('MONGO_URL');
});

test('lets every component listen on the loopback alone, and opens it by HOST, with a key for the dev inbox', () => {
  for (const { name } of portalComponents(env)) {
    expect(createComponentEnvironment(name)).toMatchObject({ HOST: 'localhost' });
    expect(createComponentEnvironment(name, { HOST: '127.0.0.1' })).toMatchObject({ HOST: 'localhost' });
    expect(createComponentEnvironment(name, { HOST: '192.168.1.5' })).toMatchObject({
      HOST: 'localhost,192.168.1.5',
    });
  }
  expect(createComponentEnvironment('svc-auth').DEV_INBOX_KEY).toBeUndefined();
  const opened = { HOST: '192.168.1.5' };
  expect(createComponentEnvironment('svc-auth', opened).DEV_INBOX_KEY).toMatch(/^[\w-]{22}$/);
  expect(createComponentEnvironment('shell', opened).PORTAL_ORIGIN).toBe('http://192.168.1.5:9000');
  expect(createComponentEnvironment('shell', { HOST: '0.0.0.0' })).toMatchObject({
    HOST: '0.0.0.0',
    PORTAL_ORIGIN: 'http://localhost:9000',
  });
  expect(() => readSettings({ HOST: 'x86_64-linux' })).toThrow('HOST must be an address');
});

const describe = (env: NodeJS.ProcessEnv) =>
  describeAddresses({ components: portalComponents(env), bundles: [], remotes: [] }, readSettings(env));

test('names the inbox, the simulator and the documentation of the calls', () => {
  expect(describe({})).toEqual([
    'Dev inbox: http://localhost:8080/dev/inbox',
    'Simulator of Razorpay: http://localhost:8086',
    'Desk of the staff: http://localhost:8080/desk (npm run staff -- codes prints names, passwords and codes)',
    'Documentation of the calls: http://localhost:8080/api/docs',
  ]);
});

test('names only what this portal has, and the key of an inbox that others reach', () => {
  const razorpay = { RAZORPAY_KEY_ID: 'rzp_test', SMS_PROVIDER: 'msg91' };
  expect(describe({ ...razorpay, NODE_ENV: 'production', PORTAL_PORT: '9000' })).toEqual([
    'Documentation of the calls: http://localhost:9000/api/docs',
  ]);
  expect(describe({ HOST: '192.168.1.5', DEV_INBOX_KEY: 'key' })[0]).toBe(
    'Dev inbox: http://192.168.1.5:8080/dev/inbox?key=key',
  );
});

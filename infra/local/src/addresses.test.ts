import { expect, test } from '@jest/globals';
import { describeAddresses } from './addresses.ts';
import { portalComponents } from './components.ts';
import { readSettings } from './settings.ts';

const describe = (env: NodeJS.ProcessEnv) =>
  describeAddresses({ components: portalComponents(env), bundles: [], remotes: [] }, readSettings(env));

test('names the inbox, the simulator and the documentation of the calls', () => {
  expect(describe({})).toEqual([
    'Dev inbox: http://localhost:8080/dev/inbox',
    'Simulator of Razorpay: http://localhost:8086',
    'Documentation of the calls: http://localhost:8080/api/docs',
  ]);
});

test('names only what this portal has, and the key of an inbox that others reach', () => {
  const razorpay = { RAZORPAY_KEY_ID: 'rzp_test', SMS_PROVIDER: 'msg91' };
  expect(describe({ ...razorpay, PORTAL_PORT: '9000' })).toEqual([
    'Documentation of the calls: http://localhost:9000/api/docs',
  ]);
  expect(describe({ HOST: '192.168.1.5', DEV_INBOX_KEY: 'key' })[0]).toBe(
    'Dev inbox: http://192.168.1.5:8080/dev/inbox?key=key',
  );
});

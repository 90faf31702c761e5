import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { loadConfig } from './config.ts';
import { findMisplacedValues } from './deployment-rules.ts';

const randomSecret = (bytes = 32) => randomBytes(bytes).toString('base64');
const buildJwk = (d: string) => JSON.stringify({ kty: 'EC', crv: 'P-256', kid: 'svc', x: 'x', y: 'y', d });

const production = {
  NODE_ENV: 'production',
  PORTAL_ORIGIN: 'https://exams.example.in',
  PAYMENT_HANDLER_URL: 'https://exams.example.in',
  CHECKOUT_ORIGIN: 'https://api.razorpay.com',
  RAZORPAY_URL: 'https://api.razorpay.com',
  MSG91_URL: 'https://control.msg91.com/api/v5/flow',
  AUTH_URL: 'http://svc-auth:8081',
  MONGO_URL: 'mongodb+srv://svc-auth:hrt5Zs0@mongo-0,mongo-1/archaka?replicaSet=mongo',
  AMQP_URL: 'amqps://svc-auth:Zu8mQ@rabbitmq:5671',
  RAZORPAY_KEY_ID: 'rzp_live_9sPk2mYwQb7TzX',
  RAZORPAY_KEY_SECRET: 'o7Xh2bQpLk93MzVd81RtYcWf',
  RAZORPAY_WEBHOOK_SECRET: randomBytes(10).toString('hex'),
  OTP_PEPPER: randomBytes(16).toString('hex'),
  SESSION_KEYS_SECRET: randomSecret(),
  MASTER_KEYS: JSON.stringify([
    { kid: 'a', key: randomSecret() },
    { kid: 'b', key: randomSecret() },
  ]),
  SERVICE_KEY: buildJwk(randomBytes(32).toString('base64url')),
  FEE_PAISE: '100',
  SMS_PROVIDER: 'msg91',
};
const findMisplacedNames = (env: Record<string, string>) =>
  findMisplacedValues(env).map((fault) => fault.slice(0, fault.indexOf(':')));

describe('in production', () => {
  test('accepts values of production', () => {
    expect(findMisplacedValues(production)).toEqual([]);
    expect(findMisplacedValues({ ...production, TRIAL: '0' })).toEqual([]);
  });

  test.each([
    ['PORTAL_ORIGIN', 'http://exams.example.in'],
    ['PAYMENT_HANDLER_URL', 'http://exams.example.in'],
    ['CHECKOUT_ORIGIN', 'http://razorpay.localhost:8086'],
    ['SLICE_FILES_URL', 'http://cdn.example.in'],
    ['RAZORPAY_URL', 'http://razorpay.localhost:8086'],
    ['MSG91_URL', 'http://127.0.0.1:9000'],
    ['MONGO_URL', 'mongodb://mongo:27017/?replicaSet=rs0'],
    ['MONGO_URL', 'mongodb://svc-auth@mongo:27017/?tls=true'],
    ['MONGO_URL', 'mongodb://svc-auth:hrt5Zs0@mongo:27017/archaka?replicaSet=rs0'],
    ['MONGO_URL', 'mongodb://svc-auth:hrt5Zs0@mongo:27017/archaka?tls=true&tlsAllowInvalidCertificates=true'],
    ['MONGO_URL', 'mongodb+srv://svc-auth:hrt5Zs0@mongo/archaka?ssl=false'],
    ['AMQP_URL', 'amqps://rabbitmq:5671'],
    ['AMQP_URL', 'amqp://svc-auth:Zu8mQ@rabbitmq:5672'],
    ['AMQP_URL', 'amqps://guest:guest@rabbitmq:5671'],
    ['RAZORPAY_KEY_ID', 'rzp_test_9sPk2mYwQb7TzX'],
    ['FEE_PAISE', '1'],
    ['FEE_PAISE', '99'],
    ['SMS_PROVIDER', 'inbox'],
    ['LOCAL_OPERATOR_SECRET', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    ['LOCAL_STAFF_SECRET', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    ['OIDC_ISSUER', 'http://sign-in.example.in'],
    ['OIDC_CLIENT_SECRET', 'secret-of-the-desk'],
    ['TRIAL', '1'],
    ['TRIAL', 'public'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(findMisplacedNames({ ...production, [name]: value })).toEqual([name]);
  });

  test.each([
    ['zeros', Buffer.alloc(32).toString('base64')],
    ['zeros in hexadecimal', '0'.repeat(64)],
    ['one byte repeated', Buffer.alloc(32, 7).toString('base64')],
    ['four letters repeated', 'abcd'.repeat(8)],
    ['one half twice', `${'9f2c51d07be83a46'.repeat(2)}`],
    ['bytes in a row', Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64')],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz'],
    ['a word repeated', 'hunter2hunter2hunter2'],
    ['few letters', 'k3J9x'],
    ['an example', 'please-change-me-before-the-launch-4711'],
  ])('rejects a key of %s', (_what, key) => {
    expect(findMisplacedNames({ ...production, OTP_PEPPER: key })).toEqual(['OTP_PEPPER']);
    const keys = [
      { kid: 'a', key: randomSecret() },
      { kid: 'b', key },
    ];
    expect(findMisplacedNames({ ...production, MASTER_KEYS: JSON.stringify(keys) })).toEqual(['MASTER_KEYS']);
    expect(findMisplacedNames({ ...production, SERVICE_KEY: buildJwk(key) })).toEqual(['SERVICE_KEY']);
  });

  test('rejects one secret under two names', () => {
    const shared = { ...production, OTP_PEPPER: production.SESSION_KEYS_SECRET };
    expect(findMisplacedNames(shared).sort()).toEqual(['OTP_PEPPER', 'SESSION_KEYS_SECRET']);
  });

  test('accepts any randomly drawn keys', () => {
    for (let draw = 0; draw < 300; draw += 1) {
      const keys = { OTP_PEPPER: randomBytes(10).toString('hex'), DEVICE_KEY_SECRET: randomSecret() };
      expect(findMisplacedValues({ ...production, ...keys })).toEqual([]);
    }
  });
});

describe('elsewhere', () => {
  const local = {
    PORTAL_ORIGIN: 'http://localhost:8080',
    SMS_PROVIDER: 'inbox',
    RAZORPAY_KEY_ID: 'rzp_test_a',
  };

  test.each([
    ['http://localhost:8080', []],
    ['http://portal.localhost', []],
    ['http://127.0.0.1', []],
    ['http://[::1]:8080', []],
    ['https://exams.example.in', ['SMS_PROVIDER']],
    ['http://192.168.1.7:8080', ['SMS_PROVIDER']],
    ['http://localhost.example.in', ['SMS_PROVIDER']],
    ['http://127.example.in', ['SMS_PROVIDER']],
  ])('permits the dev inbox at %s only on this machine, or in a public trial', (PORTAL_ORIGIN, faults) => {
    expect(findMisplacedNames({ ...local, PORTAL_ORIGIN })).toEqual(faults);
    const trial = { ...local, PORTAL_ORIGIN, NODE_ENV: 'development' };
    expect(findMisplacedNames({ ...trial, TRIAL: '1' })).toEqual(faults);
    expect(findMisplacedNames({ ...trial, TRIAL: 'public' })).toEqual([]);
  });

  test('rejects real money in a trial, and TRIAL=0 outside production', () => {
    expect(findMisplacedNames({ ...local, TRIAL: '1', RAZORPAY_KEY_ID: 'rzp_live_a' })).toEqual([
      'RAZORPAY_KEY_ID',
    ]);
    expect(findMisplacedNames({ ...local, TRIAL: '0' })).toEqual(['TRIAL']);
  });
});

test('names all faults in one message, those of the schema included, and no value', () => {
  const schema = z.object({ PORT: z.coerce.number(), MONGO_URL: z.string(), OTP_PEPPER: z.string() });
  const env = {
    NODE_ENV: 'production',
    PORT: 'hunter2',
    MONGO_URL: 'mongodb://hunter2:27017',
    OTP_PEPPER: 'hunter2hunter2hunter2',
    MASTER_KEYS: '[{"key":"hunter2"}]',
  };
  expect(() => loadConfig(schema, env)).toThrow(/PORT: .*OTP_PEPPER: .*MASTER_KEYS: .*MONGO_URL: /);
  expect(() => loadConfig(schema, env)).not.toThrow(/hunter2/);
});

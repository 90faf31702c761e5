import { generateKeyPairSync } from 'node:crypto';
import { createEventSigner, createForgeryCheck, EventSealing } from '../../src/events/event-protection.ts';

const createKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: 'svc-ticket',
});

/** svc-ticket's key: that of the parent process, or a new one. */
const privateKey = JSON.parse(process.env.SERVICE_KEY ?? JSON.stringify(createKey()));
const { d: _secret, ...publicKey } = privateKey;

/** The variable that passes the key to a child process, which signs and verifies with it. */
export const keyVariable = { SERVICE_KEY: JSON.stringify(privateKey) };

export const sealing = new EventSealing([{ kid: '1', key: 'the key of these tests, 32 letters' }]);
export const sign = createEventSigner(privateKey);
export const findForgery = createForgeryCheck({ keys: [publicKey] });

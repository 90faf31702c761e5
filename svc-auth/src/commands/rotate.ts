import { baseConfig, makeSecret, oldKeyPairs, runRotation, sealingKeysFrom } from '@archaka/service-kit';
import { secrets } from '../config.ts';
import { OTP_MINUTES } from '../domain/otp.ts';
import { SESSION_KEYS, SIGNING_KEYS } from '../store/signing-keys.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A device keeps a form for seven days, and a page that stays open writes with the key that it got. */
const DEVICE_COPY_DAYS = 14;

await runRotation({
  service: 'auth',
  config: baseConfig.pick({ MONGO_URL: true }).extend(secrets),
  rotations: {
    sessions: ({ db: { connection }, config: { SESSION_KEYS_SECRET: ring } }) => ({
      variable: 'SESSION_KEYS_SECRET',
      ring,
      makeKey: makeSecret,
      oldRows: [
        oldKeyPairs({
          connection,
          collection: SIGNING_KEYS,
          name: 'keys of sessions',
          keys: sealingKeysFrom(ring, SESSION_KEYS),
        }),
      ],
    }),
    otp: ({ config: { OTP_PEPPER: ring } }) => ({
      variable: 'OTP_PEPPER',
      ring,
      makeKey: makeSecret,
      oldRows: [],
      inUseMs: OTP_MINUTES * 60_000,
    }),
    devices: ({ config: { DEVICE_KEY_SECRET: ring } }) => ({
      variable: 'DEVICE_KEY_SECRET',
      ring,
      makeKey: makeSecret,
      oldRows: [],
      inUseMs: DEVICE_COPY_DAYS * DAY_MS,
    }),
  },
});

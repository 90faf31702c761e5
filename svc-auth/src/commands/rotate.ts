import {
  baseConfig,
  createOldKeyPairRows,
  createSealingKeys,
  createSecret,
  runRotation,
} from '@archaka/service-kit';
import { secrets } from '../config.ts';
import { OTP_MINUTES } from '../domain/otp.ts';
import { SESSION_KEYS_PURPOSE, SIGNING_KEYS_COLLECTION } from '../persistence/signing-key-repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A device stores a form for seven days, and an open page keeps writing with the key that it received. */
const LOCAL_DRAFT_DAYS = 14;

await runRotation({
  service: 'auth',
  config: baseConfig.pick({ MONGO_URL: true }).extend(secrets),
  rotations: {
    sessions: ({ db: { connection }, config: { SESSION_KEYS_SECRET: ring } }) => ({
      variable: 'SESSION_KEYS_SECRET',
      ring,
      createKey: createSecret,
      oldRows: [
        createOldKeyPairRows({
          connection,
          collection: SIGNING_KEYS_COLLECTION,
          name: 'keys of sessions',
          keys: createSealingKeys(ring, SESSION_KEYS_PURPOSE),
        }),
      ],
    }),
    otp: ({ config: { OTP_PEPPER: ring } }) => ({
      variable: 'OTP_PEPPER',
      ring,
      createKey: createSecret,
      oldRows: [],
      inUseMs: OTP_MINUTES * 60_000,
    }),
    devices: ({ config: { DEVICE_KEY_SECRET: ring } }) => ({
      variable: 'DEVICE_KEY_SECRET',
      ring,
      createKey: createSecret,
      oldRows: [],
      inUseMs: LOCAL_DRAFT_DAYS * DAY_MS,
    }),
  },
});

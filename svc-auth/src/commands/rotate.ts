import { createMasterKeyRotation, masterKeyVariables, openPersonalData } from '@archaka/privacy-kit';
import { createOldKeyPairRows, createSealingKeys, runRotation } from '@archaka/service-kit';
import * as z from 'zod';
import { secrets } from '../config.ts';
import { OTP_MINUTES } from '../domain/otp.ts';
import { AccountIndex } from '../persistence/account-claims.ts';
import { AccountRepository } from '../persistence/account-repository.ts';
import { OperatorRepository } from '../persistence/operator-repository.ts';
import { SIGN_UP_HOURS } from '../persistence/sign-up-repository.ts';
import { SESSION_KEYS_PURPOSE, SIGNING_KEYS_COLLECTION } from '../persistence/signing-key-repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A device stores a form for seven days, and an open page keeps writing with the key that it received. */
const LOCAL_DRAFT_DAYS = 14;

await runRotation({
  service: 'auth',
  config: z.object({ ...secrets, ...masterKeyVariables }),
  rotations: {
    master: (input) => createMasterKeyRotation('auth', input),
    'account-index': async (input) => {
      const { ACCOUNT_INDEX_KEY: ring } = input.config;
      const personal = await openPersonalData('auth', input);
      const index = new AccountIndex(ring);
      return {
        variable: 'ACCOUNT_INDEX_KEY',
        ring,
        oldRows: [new AccountRepository(input.db, index, personal).findOldClaims(index)],
        isExclusive: true,
        inUseMs: SIGN_UP_HOURS * 60 * 60_000,
      };
    },
    sessions: ({ db, config: { SESSION_KEYS_SECRET: ring } }) => ({
      variable: 'SESSION_KEYS_SECRET',
      ring,
      oldRows: [
        createOldKeyPairRows({
          connection: db.connection,
          collection: SIGNING_KEYS_COLLECTION,
          name: 'keys of sessions',
          keys: createSealingKeys(ring, SESSION_KEYS_PURPOSE),
        }),
        new OperatorRepository(db, ring).findOldRows(),
      ],
    }),
    otp: ({ config: { OTP_PEPPER: ring } }) => ({
      variable: 'OTP_PEPPER',
      ring,
      oldRows: [],
      inUseMs: OTP_MINUTES * 60_000,
    }),
    devices: ({ config: { DEVICE_KEY_SECRET: ring } }) => ({
      variable: 'DEVICE_KEY_SECRET',
      ring,
      oldRows: [],
      inUseMs: LOCAL_DRAFT_DAYS * DAY_MS,
    }),
  },
});

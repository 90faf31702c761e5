/**
 * Rotates the keys of personal data without downtime; docs/runbooks/KeyRotation.md.
 *
 *     npm run rotate -- aadhaar          the sealing key
 *     npm run rotate -- aadhaar-index    the key of the blind index
 *     npm run rotate -- master           the master key of the data keys
 *
 * Each run performs the next step; an interrupted run resumes. Exit code 0: step done, 1: failed.
 */
import {
  createMasterKeyRotation,
  createSecret,
  type Database,
  type KeyRing,
  type Log,
  masterKeyVariables,
  openPersonalData,
  runRotation,
} from '@archaka/service-kit';
import type * as z from 'zod';
import { config as serviceConfig } from '../config.ts';
import { createAadhaarSealing } from '../persistence/aadhaar-sealing.ts';
import { findOldForms, findOldIndexes } from '../persistence/old-rows.ts';
import { createClaimingRepositories } from '../persistence/repositories.ts';

const config = serviceConfig
  .pick({ MONGO_URL: true, AADHAAR_KEYS: true, AADHAAR_INDEX_KEY: true })
  .extend(masterKeyVariables);

interface RotationInput {
  readonly db: Database;
  readonly config: z.output<typeof config>;
  readonly log: Log;
}

async function createRotationParts(input: RotationInput) {
  const { db, config: values } = input;
  const { AADHAAR_KEYS: keys, AADHAAR_INDEX_KEY: indexKeys } = values;
  const personal = await openPersonalData('application', input);
  const sealing = { aadhaar: createAadhaarSealing({ keys, indexKeys }), personal };
  const [first, ...older] = keys.map(({ kid, key }) => ({ kid, key: key.toString('base64') }));
  if (!first) throw new Error('no key to seal with');
  const current = { kid: first.kid, indexKid: indexKeys[0].kid };
  const ring: KeyRing = [first, ...older];
  const { applications, indexAadhaar, indexMobile } = createClaimingRepositories(db, sealing);
  return {
    sealing: { variable: 'AADHAAR_KEYS', ring },
    index: { variable: 'AADHAAR_INDEX_KEY', ring: indexKeys },
    forms: findOldForms({ db, sealing, applications, indexAadhaar, indexMobile, current }),
    indexes: findOldIndexes({ db, current }),
  };
}

await runRotation({
  service: 'application',
  config,
  rotations: {
    master: (input) => createMasterKeyRotation('application', input),
    aadhaar: async (input) => {
      const { sealing, index, forms } = await createRotationParts(input);
      return { ...sealing, createKey: createSecret, oldRows: forms, alsoWritesWith: [index] };
    },
    'aadhaar-index': async (input) => {
      const { sealing, index, forms, indexes } = await createRotationParts(input);
      return {
        ...index,
        createKey: createSecret,
        oldRows: [...forms, ...indexes],
        alsoWritesWith: [sealing],
        isExclusive: true,
      };
    },
  },
});

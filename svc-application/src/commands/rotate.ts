/**
 * Rotates the keys of Aadhaar numbers without downtime; docs/runbooks/KeyRotation.md.
 *
 *     npm run rotate -- aadhaar          the sealing key
 *     npm run rotate -- aadhaar-index    the key of the blind index
 *
 * Each run performs the next step; an interrupted run resumes. Exit code 0: step done, 2: failed.
 */
import { createSecret, type Database, type KeyRing, runRotation } from '@archaka/service-kit';
import type * as z from 'zod';
import { config as serviceConfig } from '../config.ts';
import { createAadhaarIndexer } from '../persistence/aadhaar-indexer.ts';
import { createAadhaarSealing } from '../persistence/aadhaar-sealing.ts';
import { createApplicationRepository } from '../persistence/application-repository.ts';
import { createClaimRepository } from '../persistence/claim-repository.ts';
import { createFirstHoldRepository } from '../persistence/first-hold-repository.ts';
import { findOldForms, findOldIndexes } from '../persistence/old-rows.ts';

const config = serviceConfig.pick({ MONGO_URL: true, AADHAAR_KEYS: true, AADHAAR_INDEX_KEY: true });

function createRotationParts({ db, config: values }: { db: Database; config: z.output<typeof config> }) {
  const { AADHAAR_KEYS: keys, AADHAAR_INDEX_KEY: indexKeys } = values;
  const sealing = createAadhaarSealing({ keys, indexKeys });
  const [first, ...older] = keys.map(({ kid, key }) => ({ kid, key: key.toString('base64') }));
  if (!first) throw new Error('no key to seal with');
  const current = { kid: first.kid, indexKid: indexKeys[0].kid };
  const ring: KeyRing = [first, ...older];
  const [claims, firstHolds] = [
    createClaimRepository(db.connection),
    createFirstHoldRepository(db.connection),
  ];
  const indexAadhaar = createAadhaarIndexer({ db, sealing, claims, firstHolds });
  const applications = createApplicationRepository(db.connection, { sealing, indexAadhaar });
  return {
    sealing: { variable: 'AADHAAR_KEYS', ring },
    index: { variable: 'AADHAAR_INDEX_KEY', ring: indexKeys },
    forms: findOldForms({ db, sealing, applications, indexAadhaar, current }),
    indexes: findOldIndexes({ db, current }),
  };
}

await runRotation({
  service: 'application',
  config,
  rotations: {
    aadhaar: (input) => {
      const { sealing, index, forms } = createRotationParts(input);
      return { ...sealing, createKey: createSecret, oldRows: forms, alsoWritesWith: [index] };
    },
    'aadhaar-index': (input) => {
      const { sealing, index, forms, indexes } = createRotationParts(input);
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

/**
 * Replaces the keys of Aadhaar numbers while applicants go on; docs/runbooks/KeyRotation.md.
 *
 *     npm run rotate -- aadhaar          the key that seals them
 *     npm run rotate -- aadhaar-index    the key of the blind index by which they are found
 *
 * Each run does the next step and says what to do then. Interrupted, it goes on when it is run again. Exit code 0: the step
 * is done, 2: it could not be done.
 */
import { type Database, type KeyRing, makeSecret, runRotation } from '@archaka/service-kit';
import type * as z from 'zod';
import { applicationConfig } from '../config.ts';
import { makeApplications } from '../store/applications.ts';
import { makeClaims } from '../store/claims.ts';
import { makeFirstHolds } from '../store/first-holds.ts';
import { oldForms, oldIndexes } from '../store/old-rows.ts';
import { makePresentIndex } from '../store/present-index.ts';
import { makeAadhaarSealing } from '../store/sealing.ts';

const config = applicationConfig.pick({ MONGO_URL: true, AADHAAR_KEYS: true, AADHAAR_INDEX_KEY: true });

function partsOf({ db, config: given }: { db: Database; config: z.output<typeof config> }) {
  const { AADHAAR_KEYS: keys, AADHAAR_INDEX_KEY: indexKeys } = given;
  const sealing = makeAadhaarSealing({ keys, indexKeys });
  const [first, ...older] = keys.map(({ kid, key }) => ({ kid, key: key.toString('base64') }));
  if (!first) throw new Error('no key to seal with');
  const present = { kid: first.kid, indexKid: indexKeys[0].kid };
  const ring: KeyRing = [first, ...older];
  const [claims, firstHolds] = [makeClaims(db.connection), makeFirstHolds(db.connection)];
  const presentIndex = makePresentIndex({ db, sealing, claims, firstHolds });
  const applications = makeApplications(db.connection, { sealing, presentIndex });
  return {
    sealing: { variable: 'AADHAAR_KEYS', ring },
    index: { variable: 'AADHAAR_INDEX_KEY', ring: indexKeys },
    forms: oldForms({ db, sealing, applications, presentIndex, present }),
    indexes: oldIndexes({ db, present }),
  };
}

await runRotation({
  service: 'application',
  config,
  rotations: {
    aadhaar: (given) => {
      const { sealing, index, forms } = partsOf(given);
      return { ...sealing, makeKey: makeSecret, oldRows: forms, alsoWritesWith: [index] };
    },
    'aadhaar-index': (given) => {
      const { sealing, index, forms, indexes } = partsOf(given);
      return {
        ...index,
        makeKey: makeSecret,
        oldRows: [...forms, ...indexes],
        alsoWritesWith: [sealing],
        isExclusive: true,
      };
    },
  },
});

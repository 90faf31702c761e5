/**
 * Rotates the keys of personal data; docs/runbooks/KeyRotation.md.
 *
 *     npm run rotate -- aadhaar-index    the key of the blind index
 *     npm run rotate -- master           the master key of the data keys
 *
 * Each run performs the next step; an interrupted run resumes. Exit code 0: step done, 1: failed.
 */
import { createMasterKeyRotation, masterKeyVariables, openPersonalData } from '@archaka/privacy-kit';
import { runRotation } from '@archaka/service-kit';
import { config } from '../config.ts';
import { BlindIndex } from '../persistence/claim-indexer.ts';
import { findOldIndexes } from '../persistence/index-rotation.ts';
import { createFormRepositories } from '../persistence/repositories.ts';

await runRotation({
  service: 'application',
  config: config.pick({ AADHAAR_INDEX_KEY: true }).extend(masterKeyVariables),
  rotations: {
    master: (input) => createMasterKeyRotation('application', input),
    'aadhaar-index': async (input) => {
      const { db } = input;
      const { AADHAAR_INDEX_KEY: ring } = input.config;
      const sealing = {
        personal: await openPersonalData('application', input),
        index: new BlindIndex(ring),
      };
      const repositories = createFormRepositories(db, sealing);
      return {
        variable: 'AADHAAR_INDEX_KEY',
        ring,
        oldRows: findOldIndexes({ db, ring, sealing, repositories }),
        isExclusive: true,
      };
    },
  },
});

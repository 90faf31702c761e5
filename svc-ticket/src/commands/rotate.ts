import { createMasterKeyRotation, masterKeyVariables } from '@archaka/privacy-kit';
import { createOldKeyPairRows, createSealingKeys, runRotation } from '@archaka/service-kit';
import { config as ticketConfig } from '../config.ts';
import { KEY_COLLECTION, TICKET_KEY_PURPOSE } from '../persistence/ticket-key-repository.ts';

const config = ticketConfig.pick({ TICKET_KEYS_SECRET: true }).extend(masterKeyVariables);

await runRotation({
  service: 'ticket',
  config,
  rotations: {
    master: (input) => createMasterKeyRotation('ticket', input),
    tickets: ({ db: { connection }, config: { TICKET_KEYS_SECRET: ring } }) => ({
      variable: 'TICKET_KEYS_SECRET',
      ring,
      oldRows: [
        createOldKeyPairRows({
          connection,
          collection: KEY_COLLECTION,
          name: 'keys of tickets',
          keys: createSealingKeys(ring, TICKET_KEY_PURPOSE),
        }),
      ],
    }),
  },
});

import { makeSecret, oldKeyPairs, runRotation, sealingKeysFrom } from '@archaka/service-kit';
import { config as ticketConfig } from '../config.ts';
import { KEYS, TICKET_KEYS } from '../store/keys.ts';

const config = ticketConfig.pick({ MONGO_URL: true, TICKET_KEYS_SECRET: true });

await runRotation({
  service: 'ticket',
  config,
  rotations: {
    tickets: ({ db: { connection }, config: { TICKET_KEYS_SECRET: ring } }) => ({
      variable: 'TICKET_KEYS_SECRET',
      ring,
      makeKey: makeSecret,
      oldRows: [
        oldKeyPairs({
          connection,
          collection: KEYS,
          name: 'keys of tickets',
          keys: sealingKeysFrom(ring, TICKET_KEYS),
        }),
      ],
    }),
  },
});

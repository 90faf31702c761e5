import { CommandError } from '@archaka/service-kit/command-line';
import { listServiceDatabases, recordCommand, withClient } from './backup/databases.ts';
import { type BrokerTlsOptions, findNonEmptyQueue, readBrokerTlsOptions } from './broker.ts';
import type { Identify } from './operators/identify-operator.ts';
import { findLastRun } from './run-file.ts';
import {
  createNextKeyPair,
  dropOldKey,
  type KeyPair,
  loadOrCreateSecrets,
  replaceSecret,
} from './secrets.ts';
import type { Settings } from './settings.ts';

const RERUN_HINT = 'run the same command again';

type KeyPairs = Record<string, KeyPair>;

/**
 * Replaces the keys that sign events and service tokens, in the portal of a data folder: the first run creates new ones
 * beside the old, the second removes the old ones once nothing that they signed is in flight.
 * @throws CommandError when such tokens or events are left
 */
export async function rotateServiceKeys({ dataDir, env }: Settings, identify: Identify): Promise<number> {
  const run = findLastRun(dataDir);
  if (!run?.mongoUrl || !run.amqpUrl)
    throw new CommandError(
      `No portal runs with the data folder ${dataDir}: start it, or set its DATA_DIR. For other deployments see docs/runbooks/KeyRotation.md.`,
    );
  const { mongoUrl } = run;
  const operator = await identify(mongoUrl);
  await withClient(mongoUrl, (client) =>
    recordCommand(client, mongoUrl, { action: 'command.rotate', operator, detail: { which: 'events' } }),
  );
  const { serviceKeys } = loadOrCreateSecrets(dataDir, env);
  if (!Object.values(serviceKeys).some(({ old }) => old)) {
    replaceSecret(dataDir, 'serviceKeys', mapPairs(serviceKeys, createNextKeyPair));
    console.log(`Restart the portal; then ${RERUN_HINT}.`);
    return 0;
  }
  await assertInUse(run.mongoUrl, serviceKeys);
  await assertDelivered(run.amqpUrl, readBrokerTlsOptions(env));
  replaceSecret(dataDir, 'serviceKeys', mapPairs(serviceKeys, dropOldKey));
  console.log('Restart the portal, and the rotation is complete.');
  return 0;
}

const mapPairs = (pairs: KeyPairs, change: (pair: KeyPair) => KeyPair): KeyPairs =>
  Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, change(pair)]));

interface InstanceRow {
  readonly keys: { readonly SERVICE_KEY?: readonly string[] };
}

/** A killed instance counts for a while. */
const INSTANCE_TIMEOUT_MS = 20_000;
const isAlive = { $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', INSTANCE_TIMEOUT_MS] }] } };

/** Every service announces its keys in its own database. */
const assertInUse = (mongoUrl: string, pairs: KeyPairs): Promise<void> =>
  withClient(mongoUrl, async (client) => {
    for (const { service, name } of listServiceDatabases(mongoUrl)) {
      const instances = await client.db(name).collection<InstanceRow>('instances').find(isAlive).toArray();
      const kid = pairs[`svc-${service}`]?.public.kid;
      if (instances.length > 0 && instances.every(({ keys }) => keys.SERVICE_KEY?.[0] === kid)) continue;
      throw new CommandError(
        `svc-${service} does not sign with its new key: restart the portal, then ${RERUN_HINT}.`,
      );
    }
  });

async function assertDelivered(amqpUrl: string, tlsOptions: BrokerTlsOptions): Promise<void> {
  const backlog = await findNonEmptyQueue(amqpUrl, tlsOptions);
  if (!backlog) return;
  throw new CommandError(
    `${backlog.messageCount} events in ${backlog.queue} may have signatures of the old keys: if their number does not fall see docs/runbooks/DeadLetters.md, then ${RERUN_HINT}.`,
  );
}

import { serviceDatabases } from './backup/databases.ts';
import { withClient } from './backup/with-client.ts';
import { findWaiting } from './broker.ts';
import { type BrokerTrust, brokerTrust } from './broker-trust.ts';
import { readRun } from './run-file.ts';
import { keepSecrets, replaceSecret } from './secrets.ts';
import { Sentence } from './sentence.ts';
import { type KeyPair, nextKeyPair, withoutOld } from './service-keys.ts';
import type { Settings } from './settings.ts';

const AGAIN = 'run the same command again';

type Pairs = Record<string, KeyPair>;

/**
 * Replaces the keys that sign events and service tokens, in the portal of a data folder: the first run makes new ones
 * beside the old, the second drops the old ones once nothing that they signed is on its way.
 * @throws Sentence when that is not so yet
 */
export async function rotateServiceKeys({ dataDir, env }: Settings): Promise<number> {
  const run = readRun(dataDir);
  if (!run?.mongoUrl || !run.amqpUrl)
    throw new Sentence(
      `No portal runs with the data folder ${dataDir}: start it, or name its DATA_DIR. Elsewhere see docs/runbooks/KeyRotation.md.`,
    );
  const { serviceKeys } = keepSecrets(dataDir, env);
  if (!Object.values(serviceKeys).some(({ old }) => old)) {
    replaceSecret(dataDir, 'serviceKeys', mapPairs(serviceKeys, nextKeyPair));
    console.log(`Start the portal anew; then ${AGAIN}.`);
    return 0;
  }
  await assertInUse(run.mongoUrl, serviceKeys);
  await assertDelivered(run.amqpUrl, brokerTrust(env));
  replaceSecret(dataDir, 'serviceKeys', mapPairs(serviceKeys, withoutOld));
  console.log('Start the portal anew, and the rotation is done.');
  return 0;
}

const mapPairs = (pairs: Pairs, change: (pair: KeyPair) => KeyPair): Pairs =>
  Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, change(pair)]));

interface InstanceRow {
  readonly keys: { readonly SERVICE_KEY?: readonly string[] };
}

/** One that was killed counts for a while. */
const GONE_MS = 20_000;
const isAlive = { $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', GONE_MS] }] } };

/** Every service announces the keys that it holds in its own database. */
const assertInUse = (mongoUrl: string, pairs: Pairs): Promise<void> =>
  withClient(mongoUrl, async (client) => {
    for (const { service, name } of serviceDatabases(mongoUrl)) {
      const instances = await client.db(name).collection<InstanceRow>('instances').find(isAlive).toArray();
      const kid = pairs[`svc-${service}`]?.public.kid;
      if (instances.length > 0 && instances.every(({ keys }) => keys.SERVICE_KEY?.[0] === kid)) continue;
      throw new Sentence(
        `svc-${service} does not sign with its new key: start the portal anew, then ${AGAIN}.`,
      );
    }
  });

async function assertDelivered(amqpUrl: string, trust: BrokerTrust): Promise<void> {
  const waiting = await findWaiting(amqpUrl, trust);
  if (!waiting) return;
  throw new Sentence(
    `${waiting.messageCount} events wait in ${waiting.queue} that the old keys may have signed: see docs/runbooks/DeadLetters.md where they do not go by themselves, then ${AGAIN}.`,
  );
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { type Collection, MongoClient } from 'mongodb';
import { runOperatorCommand } from './commands.ts';

const { dataDir } = getSharedPortal();
const UNKNOWN = 'left_by_an_earlier_version';
const DATABASES = ['archaka_auth', 'archaka_ticket'];
const COLLECTIONS = { archaka_auth: 'accounts', archaka_ticket: 'tickets' };

const { mongoUrl } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { mongoUrl: string };
const client = await MongoClient.connect(mongoUrl);
afterAll(() => client.close());
const collections = Object.entries(COLLECTIONS).map(([database, name]) =>
  client.db(database).collection(name),
);

/** Of all collections of these services, by collection. */
async function readIndexes(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const database of DATABASES)
    for (const { collectionName, namespace } of await client.db(database).collections())
      found[namespace] = (await client.db(database).collection(collectionName).indexes())
        .map(({ name = '' }) => name)
        .sort();
  return found;
}

const runIndexes = (...args: string[]) => runOperatorCommand(dataDir, 'indexes', 'drop-unknown', ...args);
const toLine = (verb: string) => (collection: Collection) => {
  const service = `svc-${collection.dbName.replace('archaka_', '')}`;
  return `${service}: ${collection.collectionName} ${UNKNOWN} ${verb}`;
};

test('npm run indexes -- drop-unknown lists an index that no running instance declares, drops it, and no other', async () => {
  const known = await readIndexes();
  for (const collection of collections) await collection.createIndex({ invented: 1 }, { name: UNKNOWN });

  const listed = await runIndexes('--dry-run');
  expect(listed.code).toBe(0);
  for (const line of collections.map(toLine('would be dropped'))) expect(listed.output).toContain(line);
  for (const { namespace } of collections) expect((await readIndexes())[namespace]).toContain(UNKNOWN);

  const dropped = await runIndexes();
  expect(dropped.code).toBe(0);
  for (const line of collections.map(toLine('dropped'))) expect(dropped.output).toContain(line);
  expect(dropped.output).toContain('svc-application: every index is known');
  expect(await readIndexes()).toMatchObject(known);
});

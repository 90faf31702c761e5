import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { ContractEnvironment } from './environment.ts';

const SYSTEM_DATABASES = ['admin', 'config', 'local'];

/** Excludes change streams, which read MongoDB's oplog. */
const COLLECTION_SCANS = {
  planSummary: /COLLSCAN/,
  op: { $ne: 'getmore' },
  'command.pipeline.0.$changeStream': { $exists: false },
};

/** Profiles collection scans in MongoDB from now on; the test that asserts none must be the last. */
export function lookUps(environment: ContractEnvironment) {
  let client: MongoClient;
  let databaseNames: string[];

  beforeAll(async () => {
    const { mongoUrl } = await environment.portal().running();
    client = await MongoClient.connect(mongoUrl);
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    databaseNames = databases.map(({ name }) => name).filter((name) => !SYSTEM_DATABASES.includes(name));
    for (const name of databaseNames) await client.db(name).command({ profile: 1, filter: COLLECTION_SCANS });
  });
  afterAll(() => client?.close());

  const expectNoCollectionScans = () =>
    describe('queries', () => {
      test('no call of this suite causes a collection scan', async () => {
        expect(databaseNames.length).toBeGreaterThanOrEqual(4);
        const profiledCommands = await Promise.all(
          databaseNames.map((name) => client.db(name).collection('system.profile').find().toArray()),
        );
        const collectionScans = profiledCommands
          .flat()
          .map(({ ns, command }) => `${ns}: ${JSON.stringify(command).slice(0, 300)}`);
        expect([...new Set(collectionScans)]).toEqual([]);
      });
    });
  return { expectNoCollectionScans };
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { Stage } from './stage.ts';

const MONGODBS_OWN = ['admin', 'config', 'local'];

/** Whoever follows changes reads MongoDB's own log of them. */
const WHOLE_COLLECTIONS = {
  planSummary: /COLLSCAN/,
  op: { $ne: 'getmore' },
  'command.pipeline.0.$changeStream': { $exists: false },
};

/** Has MongoDB note from now on what is found by reading a whole collection; its test comes last. */
export function lookUps(stage: Stage) {
  let client: MongoClient;
  let services: string[];

  beforeAll(async () => {
    const { mongoUrl } = await stage.portal().running();
    client = await MongoClient.connect(mongoUrl);
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    services = databases.map(({ name }) => name).filter((name) => !MONGODBS_OWN.includes(name));
    for (const name of services) await client.db(name).command({ profile: 1, filter: WHOLE_COLLECTIONS });
  });
  afterAll(() => client?.close());

  const noWholeCollections = () =>
    describe('look-ups', () => {
      test('no call of this suite read a whole collection', async () => {
        expect(services.length).toBeGreaterThanOrEqual(4);
        const noted = await Promise.all(
          services.map((name) => client.db(name).collection('system.profile').find().toArray()),
        );
        const told = noted.flat().map(({ ns, command }) => `${ns}: ${JSON.stringify(command).slice(0, 300)}`);
        expect([...new Set(told)]).toEqual([]);
      });
    });
  return { noWholeCollections };
}

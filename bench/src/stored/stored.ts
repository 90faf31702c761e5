import { rm } from 'node:fs/promises';
import { type Portal, startPortal } from '@archaka/test-kit';
import { mongo } from 'mongoose';
import { createTestDocuments, type TestDocuments } from '../applicants/documents.ts';
import { createWalker, type Walker } from '../applicants/journey.ts';
import { measureRate } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { createPathWithPlainMongod } from './plain-mongod.ts';
import { type SearchResult, searchFolder, type Wanted } from './search.ts';
import { type SmsProvider, startSmsProvider } from './sms-provider.ts';
import { createContext, goWholeWay, NEW_ADDRESS, runCommands } from './whole-ways.ts';

const WAYS = 50;
const CONCURRENCY = 4;
/** Of every form, sign-up, paper and ticket. */
const TEXTS = ['Sita Rama', 'Venkata Sarma', 'Temple Street', NEW_ADDRESS, 'example.org', '%PDF-1'];
/** Bytes of a picture that no other file has. */
const SAMPLE = { from: 2000, to: 2064 };
const FOLDERS = ['mongod', 'rabbitmq', 'logs', 'traces', 'backup'];

async function writeStoreToDisk({ running }: Portal): Promise<void> {
  const client = await new mongo.MongoClient((await running()).mongoUrl).connect();
  await client.db('admin').command({ fsync: 1 });
  await client.close();
}

const toFigure = ({ folder, files, bytes, found }: SearchResult): Figure => ({
  name: `${folder}: numbers, Aadhaars, names, addresses, papers in ${files} files of ${(bytes / 1e6).toFixed(1)} MB`,
  measured: found.length === 0 ? 'none' : `${found.length}, e.g. ${found.slice(0, 5).join('; ')}`,
  isReached: files > 0 && found.length === 0,
});

/** Ids are not sealed: if the search does not find them, it does not work. */
async function searchIds({ dataDir }: Portal, walkers: readonly Walker[]): Promise<Figure> {
  const ids = walkers.map(({ draft }) => String(draft.application_id));
  const { found } = await searchFolder(dataDir, 'mongod', {
    ...{ numbers: new Set<string>(), samples: new Map(ids.map((id) => [id, id])) },
  });
  const readable = ids.filter((id) => found.some((each) => each.endsWith(id)));
  return {
    name: 'mongod: application ids, to see that its files are readable',
    measured: `${readable.length} of ${ids.length}`,
    isReached: readable.length === ids.length,
  };
}

function createWanted(walkers: readonly Walker[], documents: TestDocuments): Wanted {
  const numbers = walkers.flatMap(({ session: { person } }) => [
    ...[person.number, `91${person.number}`, person.aadhar],
  ]);
  const samples = Object.entries(documents).map(([name, bytes]): [string, Buffer] => [
    name,
    bytes.subarray(SAMPLE.from, SAMPLE.to),
  ]);
  const texts = TEXTS.map((text): [string, string] => [text, text]);
  return { numbers: new Set(numbers), samples: new Map<string, string | Buffer>([...texts, ...samples]) };
}

async function measureStored(
  portal: Portal,
  { sms, ways }: { sms: SmsProvider; ways: number },
): Promise<Figure[]> {
  const context = { ...createContext(portal, sms), documents: await createTestDocuments() };
  const walkers = Array.from({ length: ways }, () => createWalker(context));
  await measureRate(walkers, CONCURRENCY, (walker) => goWholeWay(walker, context));
  await runCommands(portal);
  await writeStoreToDisk(portal);
  const wanted = createWanted(walkers, context.documents);
  const figures = [await searchIds(portal, walkers)];
  for (const folder of FOLDERS) figures.push(toFigure(await searchFolder(portal.dataDir, folder, wanted)));
  return figures;
}

/** Applicants from sign-up to ticket, then a search of all stored data. */
export async function measure(ways = WAYS): Promise<Figure[]> {
  const [sms, { folder, path }] = await Promise.all([startSmsProvider(), createPathWithPlainMongod()]);
  try {
    const portal = await startPortal({ env: { ...sms.variables, PATH: path, TRACES: 'on' } });
    try {
      return await measureStored(portal, { sms, ways });
    } finally {
      await portal.stop();
    }
  } finally {
    sms.stop();
    await rm(folder, { recursive: true });
  }
}

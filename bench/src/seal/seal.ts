import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, startPortal } from '@archaka/test-kit';
import { runPortalCommand, startPortalCommand } from '../portal-command.ts';
import type { Figure } from '../table.ts';
import {
  checkRows,
  countRows,
  createExpectations,
  expectSubmitted,
  type KindResult,
} from './expectations.ts';
import { createKindFigure, createSubmitsFigure } from './figures.ts';
import { createPlainPerson, type PlainPerson } from './plain-people.ts';
import { createRowKinds, type RowKind, toPath } from './row-kinds.ts';
import { openStores, type Stores } from './stores.ts';
import { submitUntil } from './submits.ts';
import { createDraftTemplate, createPaidTemplate } from './template.ts';

const APPLICANTS = 20_000;
const SUBMITS_PER_SECOND = 20;
/** Share of the applicants with a draft, which they submit while the data is sealed. */
const DRAFT_SHARE = 0.4;
const BEFORE_MS = 15_000;
const BATCH = 250;
const POLL_MS = 250;

interface Run {
  readonly portal: Portal;
  readonly stores: Stores;
  readonly kinds: readonly RowKind[];
  readonly perSecond: number;
}

async function writePeople(people: readonly PlainPerson[], { stores }: Run): Promise<void> {
  for (let start = 0; start < people.length; start += BATCH) {
    const rows = people.slice(start, start + BATCH).flatMap((person) => person.rows);
    for (const [kind, group] of Map.groupBy(rows, (row) => row.kind))
      await stores.collection(kind.service, kind.collection).insertMany(group.map(({ row }) => row));
  }
}

async function createPeople(count: number, run: Run) {
  const [draft, paid] = [await createDraftTemplate(run), await createPaidTemplate(run)];
  const drafts = Math.ceil(count * DRAFT_SHARE);
  const people = Array.from({ length: count }, (_, index) =>
    createPlainPerson(index, { template: index < drafts ? draft : paid, stores: run.stores }),
  );
  return { people, drafting: people.slice(0, drafts) };
}

/** Kills the command once while documents are partly sealed, then runs it to its end. */
async function sealInterrupted({ portal, stores, kinds }: Run): Promise<void> {
  const documents = kinds.find((kind) => toPath(kind) === 'application.documents') as RowKind;
  const { plain } = await countRows(documents, stores);
  const killed = startPortalCommand(portal, 'seal');
  const ended = killed.ended.then((code) => {
    throw new Error(`npm run seal ended with ${code} before it was killed`);
  });
  const isHalfSealed = async () => (await countRows(documents, stores)).plain <= plain / 2;
  while (!(await Promise.race([isHalfSealed(), ended]))) await pause(POLL_MS);
  ended.catch(() => undefined);
  killed.kill();
  await killed.ended;
  console.log(`killed with ${(await countRows(documents, stores)).plain} of ${plain} documents left`);
  await runPortalCommand(portal, 'seal');
}

/** Measures submits before and during the sealing of an older release's rows, and checks that no data is lost. */
async function measureSealing(count: number, run: Run): Promise<Figure[]> {
  const { kinds, stores } = run;
  const { people, drafting } = await createPeople(count, run);
  await writePeople(people, run);
  const expectations = createExpectations(people);
  const before = await Promise.all(kinds.map((kind) => countRows(kind, stores)));
  const waiting = drafting.values();
  const beforeMs = Math.min(BEFORE_MS, (drafting.length / 4 / run.perSecond) * 1000);
  const submitsBefore = await submitUntil(waiting, { ...run, signal: AbortSignal.timeout(beforeMs) });
  const sealed = new AbortController();
  const start = performance.now();
  const [submitsMeanwhile] = await Promise.all([
    submitUntil(waiting, { ...run, signal: sealed.signal }),
    sealInterrupted(run).finally(() => sealed.abort()),
  ]);
  const seconds = (performance.now() - start) / 1000;
  const submits = [submitsBefore, submitsMeanwhile].flatMap((phase) => phase.submits);
  const submitted = submits.filter(({ failure }) => failure === undefined).map(({ person }) => person);
  expectSubmitted(expectations, { people: submitted, kinds });
  const results = await Promise.all(kinds.map((kind) => checkRows(kind, { stores, expectations })));
  return [
    { name: `sealed, ${count} applicants, killed once`, measured: `${seconds.toFixed(0)} s` },
    createSubmitsFigure('before', submitsBefore),
    createSubmitsFigure('meanwhile', submitsMeanwhile),
    ...results.map((result, index) => createKindFigure(result, before[index] as KindResult)),
  ];
}

/** `npm run bench -- seal [applicants] [submits a second]` */
export async function measure([applicants, perSecond]: readonly string[]): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    const stores = await openStores(portal);
    try {
      const run = {
        ...{ portal, stores, kinds: createRowKinds(stores.sealing) },
        perSecond: Number(perSecond ?? SUBMITS_PER_SECOND),
      };
      return await measureSealing(Number(applicants ?? APPLICANTS), run);
    } finally {
      await stores.close();
    }
  } finally {
    await portal.stop();
  }
}

import { eventually } from '@archaka/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import type { Application } from '../src/domain/application.ts';
import { createPackQueue } from '../src/features/make-hall-pack/hall-packs.ts';
import {
  buildApplicationId,
  buildCandidate,
  examination,
} from '../src/features/make-hall-pack/testing/builders.ts';
import type { HallPackRow } from '../src/persistence/hall-pack-repository.ts';
import type { TicketRef } from '../src/persistence/ticket-repository.ts';
import { chromiumOfTests, printPages } from './support/print-pages.ts';
import { createTicketStore, issueTicket, log, saveApplication } from './support/ticket-store.ts';

const DISTRICT = 'Anakapalli';
const WEEK_MS = 7 * 24 * 3_600_000;
const { db, repositories } = createTicketStore();
let pdf: Buffer;
let chromium: string;

beforeAll(async () => {
  pdf = await printPages([{}]);
  chromium = (await chromiumOfTests()).path;
});

async function addCandidate(number: number): Promise<void> {
  const { application_id, applicationVersion, payment } = buildCandidate(number).ticketRequest;
  const application: Application = { application_id, newest: applicationVersion, payments: [payment] };
  await saveApplication(repositories().applications, application);
}
const addTicket = (number: number, token: string) =>
  issueTicket(
    { db: db(), tickets: repositories().tickets },
    { application_id: buildApplicationId(number), version: 1, user_id: 'user', token, pdf },
  );

/** @param onRead runs when the first tickets are read */
function createQueue(onRead: () => Promise<void> = async () => undefined) {
  const { tickets, ...others } = repositories();
  const getPdfs = async (refs: readonly TicketRef[]) => {
    await onRead();
    return tickets.getPdfs(refs);
  };
  const hooked = {
    getPdfs,
    getPhotos: (refs: readonly TicketRef[]) => tickets.getPhotos(refs),
    findCurrentRefs: (ids: readonly string[]) => tickets.findCurrentRefs(ids),
  };
  return createPackQueue({
    ...{ db: db(), examination, log, repositories: { ...others, tickets: hooked } },
    audit: { record: async () => undefined },
    keys: { signText: async () => 'a.b.c' },
    config: { CHROMIUM_PATH: chromium, CHROMIUM_SANDBOX: 'on', NODE_ENV: 'test' },
  } as never);
}
const start = () =>
  repositories().packs.start({
    ...{ year: examination.examine_year, district: DISTRICT },
    ...{ requested_by: 'officer', requested_at: new Date() },
  });
const rows = () =>
  db().connection.collection<HallPackRow & { due_at: Date; lease: string | null; tries: number }>(
    'hall_packs',
  );
const findRow = () => rows().findOne({ district: DISTRICT });
const countPieces = () => db().connection.collection('hall_pack_pieces').countDocuments();

test('names why there is nothing to pack, and one that is being made is not started again', async () => {
  await start();
  expect(await start()).toBe(false);
  await createQueue().drain();
  expect(await findRow()).toMatchObject({ state: 'failed', failure: 'not-paid' });
  await addCandidate(1);
  await start();
  await createQueue().drain();
  expect(await findRow()).toMatchObject({ state: 'failed', failure: 'not-printed' });
});

test('fails when a ticket is reissued while the pack is made', async () => {
  await addCandidate(1);
  await addTicket(1, 'one');
  await start();
  await createQueue(() => addTicket(1, 'two')).drain();
  expect(await findRow()).toMatchObject({ state: 'failed', failure: 'ticket-changed' });
});

test('an instance that stops hands its pack over, and nothing is left a week after it is made', async () => {
  await addCandidate(1);
  await addTicket(1, 'one');
  await start();
  const stops: Promise<void>[] = [];
  const queue = createQueue(async () => {
    stops.push(queue.stop());
  });
  queue.start();
  await eventually(() => stops.length > 0);
  await stops[0];
  expect(await findRow()).toMatchObject({ state: 'making', lease: null, tries: 0, number: 1 });

  await createQueue().drain();
  const made = await findRow();
  expect(made).toMatchObject({
    ...{ state: 'made', number: 2, done: 4, total: 4, pieces: 1 },
    counts: { paid: 1, ticketed: 1, listed: 1 },
  });
  for (const at of [made?.due_at, made?.expires_at])
    expect(Math.abs(Number(at) - Date.now() - WEEK_MS)).toBeLessThan(60_000);
  expect(await countPieces()).toBe(1);
  await rows().updateOne({ district: DISTRICT }, { $set: { due_at: new Date(0) } });
  await createQueue().drain();
  expect([await findRow(), await countPieces()]).toEqual([null, 0]);
});

import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicationRecord } from '@archaka/contracts';
import {
  type ApplicantSession,
  applicationForm,
  eventually,
  newcomer,
  type Portal,
  pay,
  payAtProvider,
  startPortal,
  submit,
  ticketOf,
  visit,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readQrCode } from '../contract/qr-code.ts';
import { newestOf } from '../history/application.ts';
import { type Ended, operate } from '../operate.ts';

let home: string;
let portal: Portal;
let restored: Portal;
let people: Awaited<ReturnType<typeof peopleOfBefore>>;
let cameLater: ApplicationRecord;
const said: Record<string, Ended> = {};

beforeAll(async () => {
  [home, portal] = await Promise.all([mkdtemp(join(tmpdir(), 'restore-')), startPortal()]);
  const [folder, dataDir] = [join(home, 'backup'), join(home, '.data')];
  people = await peopleOfBefore();
  await whileTicketsRest(async () => {
    people.waiting = await paid();
    const crowd = Array.from({ length: 4 }, async () => submit(await newcomer(portal.origin)));
    said.backup = await operate(portal.dataDir, 'backup', folder);
    await Promise.all(crowd);
  });
  said.refused = await operate(portal.dataDir, 'restore', folder);
  cameLater = await newestOf(await paid());
  const { orderId } = people.unpaid;
  await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'lost' });
  await moveHouse(dataDir);
  await portal.stop();
  said.restore = await operate(dataDir, 'restore', folder);
  restored = await startPortal({ env: { DATA_DIR: dataDir } });
  said.reconcile = await operate(dataDir, 'reconcile', '--from', people.ticketed.record.date, '--to', now());
});
afterAll(async () => {
  await restored?.stop();
  await rm(home, { recursive: true, force: true });
});

const now = () => new Date().toISOString();
const draftOf = async (session: ApplicantSession) => (await session.call('getsaveformdata')).body.data;

async function ticketBytes(session: ApplicantSession): Promise<Buffer> {
  const { application_id } = await newestOf(session);
  return Buffer.from(await (await ticketOf(session, application_id, 60_000)).arrayBuffer());
}

const isPaid = (session: ApplicantSession) =>
  eventually(async () => (await newestOf(session)).payment_status === 'S', { timeoutMs: 60_000 });

async function paid(): Promise<ApplicantSession> {
  const session = await newcomer(portal.origin);
  await pay(session, portal.simulator, await submit(session));
  await isPaid(session);
  return session;
}

async function atCheckout(session: ApplicantSession): Promise<string> {
  const order_id = await submit(session);
  await session.call('postorderdata', { order_id });
  return order_id;
}

async function peopleOfBefore() {
  const [ticketed, drafting, unpaid] = [
    await paid(),
    await newcomer(portal.origin),
    await newcomer(portal.origin),
  ];
  await drafting.call('saveapplicationform', await applicationForm(drafting.person, { save_id: 1 }));
  const ticket = await ticketBytes(ticketed);
  return {
    ticketed: { session: ticketed, ticket, record: await newestOf(ticketed) },
    drafting: { session: drafting, draft: await draftOf(drafting) },
    unpaid: { session: unpaid, orderId: await atCheckout(unpaid) },
    waiting: ticketed,
  };
}

/** Meanwhile svc-ticket takes no event: the broker has what is published, and nobody's inbox knows of it. */
async function whileTicketsRest(work: () => Promise<void>): Promise<void> {
  const pid = (await portal.running()).parts['svc-ticket']?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  await work();
  process.kill(pid, 'SIGCONT');
}

/** Razorpay outlives us: its simulator goes on with its ledger. The keys come from where the operator keeps them. */
async function moveHouse(dataDir: string): Promise<void> {
  await mkdir(dataDir);
  for (const file of ['secrets.json', 'razorpay-sim.json'])
    await cp(join(portal.dataDir, file), join(dataDir, file));
}

/** The same person at the restored portal. */
async function again({ person }: ApplicantSession): Promise<ApplicantSession> {
  const session = visit(restored.origin, person);
  await session.signIn();
  return session;
}

test('a backup is taken while people apply, a restore refused while the portal runs', () => {
  expect(said.backup).toMatchObject({ code: 0, output: expect.stringContaining('The keys are not in it') });
  expect(said.refused).toMatchObject({
    code: 2,
    output: expect.stringContaining('is in use by another npm start'),
  });
  expect(said.restore).toMatchObject({ code: 0 });
});

test('a paid application comes back as it was, and its very ticket, which is genuine', async () => {
  const { session, ticket, record } = people.ticketed;
  const home = await again(session);
  expect(await newestOf(home)).toEqual(record);
  expect((await ticketBytes(home)).equals(ticket)).toBe(true);
  const { pathname } = new URL(await readQrCode(new Uint8Array(ticket)));
  expect(await (await fetch(restored.origin + pathname)).text()).toContain(record.application_id);
});

test('a draft comes back with all that was in it', async () => {
  const { session, draft } = people.drafting;
  expect(draft).toHaveLength(1);
  expect(await draftOf(await again(session))).toEqual(draft);
});

test('an event that was published and taken by nobody arrives: its ticket is made', async () => {
  const ticket = await ticketBytes(await again(people.waiting));
  expect(ticket.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a payment made after the backup is found at Razorpay', async () => {
  await isPaid(await again(people.unpaid.session));
});

test('what began after the backup is gone, and its payment listed for the clerks', async () => {
  expect(said.reconcile?.output).toContain(cameLater.transaction_id);
});

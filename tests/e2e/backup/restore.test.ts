import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApplicationRecord } from '@archaka/contracts';
import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  createVisitorSession,
  eventually,
  type Portal,
  payAtProvider,
  registerApplicant,
  startPortal,
  submitNewApplication,
  waitForTicket,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CommandResult, runOperatorCommand } from '../commands.ts';
import { readNewestRecord, waitUntilTicketed } from '../history/application.ts';
import { readQrCode } from '../pdf.ts';

let home: string;
let portal: Portal;
let restored: Portal;
let applicants: Awaited<ReturnType<typeof createApplicants>>;
let laterRecord: ApplicationRecord;
const outputs: Record<string, CommandResult> = {};

beforeAll(async () => {
  [home, portal] = await Promise.all([mkdtemp(join(tmpdir(), 'restore-')), startPortal()]);
  const [folder, dataDir] = [join(home, 'backup'), join(home, '.data')];
  applicants = await createApplicants();
  await whileTicketServicePaused(async () => {
    applicants.waiting = await createPaidApplicant();
    const submissions = Array.from({ length: 2 }, async () =>
      submitNewApplication(await registerApplicant(portal.origin)),
    );
    outputs.backup = await runOperatorCommand(portal.dataDir, 'backup', folder);
    await Promise.all(submissions);
  });
  outputs.refused = await runOperatorCommand(portal.dataDir, 'restore', folder);
  laterRecord = await readNewestRecord(await createPaidApplicant());
  const { orderId } = applicants.unpaid;
  await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'lost' });
  await copyKeys(dataDir);
  await portal.stop();
  outputs.restore = await runOperatorCommand(dataDir, 'restore', folder);
  restored = await startPortal({ env: { DATA_DIR: dataDir } });
  outputs.reconcile = await runOperatorCommand(
    dataDir,
    'reconcile',
    '--from',
    applicants.ticketed.record.date,
    '--to',
    getTimestamp(),
  );
});
afterAll(async () => {
  await restored?.stop();
  await rm(home, { recursive: true, force: true });
});

const getTimestamp = () => new Date().toISOString();
const readDraft = async (session: ApplicantSession) => (await session.call('getsaveformdata')).body.data;

async function fetchTicketBytes(session: ApplicantSession): Promise<Buffer> {
  const { application_id } = await readNewestRecord(session);
  return Buffer.from(await (await waitForTicket(session, application_id, 60_000)).arrayBuffer());
}

const isPaid = (session: ApplicantSession) =>
  eventually(async () => (await readNewestRecord(session)).payment_status === 'S', { timeoutMs: 60_000 });

async function createPaidApplicant(): Promise<ApplicantSession> {
  const session = await registerApplicant(portal.origin);
  await completePayment(session, portal.simulator, await submitNewApplication(session));
  await isPaid(session);
  return session;
}

async function startCheckout(session: ApplicantSession): Promise<string> {
  const order_id = await submitNewApplication(session);
  await session.call('postorderdata', { order_id });
  return order_id;
}

async function createApplicants() {
  const [ticketed, drafting, unpaid] = [
    await createPaidApplicant(),
    await registerApplicant(portal.origin),
    await registerApplicant(portal.origin),
  ];
  await drafting.call('saveapplicationform', await buildApplicationForm(drafting.person, { save_id: 1 }));
  const ticket = await fetchTicketBytes(ticketed);
  return {
    ticketed: { session: ticketed, ticket, record: await waitUntilTicketed(ticketed) },
    drafting: { session: drafting, draft: await readDraft(drafting) },
    unpaid: { session: unpaid, orderId: await startCheckout(unpaid) },
    waiting: ticketed,
  };
}

/** Runs `work` while svc-ticket consumes no event, so that published events are in the broker only. */
async function whileTicketServicePaused(work: () => Promise<void>): Promise<void> {
  const pid = (await portal.running()).parts['svc-ticket']?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  await work();
  process.kill(pid, 'SIGCONT');
}

/** Copies the simulator's ledger, as Razorpay survives our loss, and the keys, which an operator stores separately. */
async function copyKeys(dataDir: string): Promise<void> {
  await mkdir(dataDir);
  for (const file of ['secrets.json', 'razorpay-sim.json'])
    await cp(join(portal.dataDir, file), join(dataDir, file));
}

/** Signs the same person in at the restored portal. */
async function signInAgain({ person }: ApplicantSession): Promise<ApplicantSession> {
  const session = createVisitorSession(restored.origin, person);
  await session.signIn();
  return session;
}

test('creates a backup while applicants are active, and rejects a restore while the portal runs', () => {
  expect(outputs.backup).toMatchObject({
    code: 0,
    output: expect.stringContaining('It does not contain the keys'),
  });
  expect(outputs.refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('is in use by another npm start'),
  });
  expect(outputs.restore).toMatchObject({ code: 0 });
});

test('restores a paid application with its identical ticket, which is verified as genuine', async () => {
  const { session, ticket, record } = applicants.ticketed;
  const restoredSession = await signInAgain(session);
  expect(await readNewestRecord(restoredSession)).toEqual(record);
  expect((await fetchTicketBytes(restoredSession)).equals(ticket)).toBe(true);
  const { pathname } = new URL(await readQrCode(new Uint8Array(ticket)));
  expect(await (await fetch(restored.origin + pathname)).text()).toContain(record.application_id);
});

test('restores a draft completely', async () => {
  const { session, draft } = applicants.drafting;
  expect(draft).toHaveLength(1);
  expect(await readDraft(await signInAgain(session))).toEqual(draft);
});

test('delivers an event that was published but not consumed, and prints its ticket', async () => {
  const ticket = await fetchTicketBytes(await signInAgain(applicants.waiting));
  expect(ticket.subarray(0, 5).toString()).toBe('%PDF-');
});

test('finds a payment made after the backup at Razorpay', async () => {
  await isPaid(await signInAgain(applicants.unpaid.session));
});

test('lists the payment of an application that was submitted after the backup and is lost', async () => {
  expect(outputs.reconcile?.output).toContain(laterRecord.transaction_id);
});

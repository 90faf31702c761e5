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
import { readQrCode } from '../contract/qr-code.ts';
import { readNewestRecord } from '../history/application.ts';
import { type CommandResult, runOperatorCommand } from '../run-operator-command.ts';

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
    const submissions = Array.from({ length: 4 }, async () =>
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

/** The record knows of the ticket a moment after the ticket can be had. */
const waitForTicketedRecord = (session: ApplicantSession) =>
  eventually(async () => {
    const record = await readNewestRecord(session);
    return record.ticket_version === record.version && record;
  });

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
    ticketed: { session: ticketed, ticket, record: await waitForTicketedRecord(ticketed) },
    drafting: { session: drafting, draft: await readDraft(drafting) },
    unpaid: { session: unpaid, orderId: await startCheckout(unpaid) },
    waiting: ticketed,
  };
}

/** Meanwhile svc-ticket takes no event: the broker has what is published, and nobody's inbox knows of it. */
async function whileTicketServicePaused(work: () => Promise<void>): Promise<void> {
  const pid = (await portal.running()).parts['svc-ticket']?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  await work();
  process.kill(pid, 'SIGCONT');
}

/** Razorpay outlives us: its simulator goes on with its ledger. The keys come from where the operator keeps them. */
async function copyKeys(dataDir: string): Promise<void> {
  await mkdir(dataDir);
  for (const file of ['secrets.json', 'razorpay-sim.json'])
    await cp(join(portal.dataDir, file), join(dataDir, file));
}

/** The same person at the restored portal. */
async function signInAgain({ person }: ApplicantSession): Promise<ApplicantSession> {
  const session = createVisitorSession(restored.origin, person);
  await session.signIn();
  return session;
}

test('a backup is taken while people apply, a restore refused while the portal runs', () => {
  expect(outputs.backup).toMatchObject({
    code: 0,
    output: expect.stringContaining('The keys are not in it'),
  });
  expect(outputs.refused).toMatchObject({
    code: 2,
    output: expect.stringContaining('is in use by another npm start'),
  });
  expect(outputs.restore).toMatchObject({ code: 0 });
});

test('a paid application comes back as it was, and its very ticket, which is genuine', async () => {
  const { session, ticket, record } = applicants.ticketed;
  const restoredSession = await signInAgain(session);
  expect(await readNewestRecord(restoredSession)).toEqual(record);
  expect((await fetchTicketBytes(restoredSession)).equals(ticket)).toBe(true);
  const { pathname } = new URL(await readQrCode(new Uint8Array(ticket)));
  expect(await (await fetch(restored.origin + pathname)).text()).toContain(record.application_id);
});

test('a draft comes back with all that was in it', async () => {
  const { session, draft } = applicants.drafting;
  expect(draft).toHaveLength(1);
  expect(await readDraft(await signInAgain(session))).toEqual(draft);
});

test('an event that was published and taken by nobody arrives: its ticket is made', async () => {
  const ticket = await fetchTicketBytes(await signInAgain(applicants.waiting));
  expect(ticket.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a payment made after the backup is found at Razorpay', async () => {
  await isPaid(await signInAgain(applicants.unpaid.session));
});

test('what began after the backup is gone, and its payment listed for the clerks', async () => {
  expect(outputs.reconcile?.output).toContain(laterRecord.transaction_id);
});

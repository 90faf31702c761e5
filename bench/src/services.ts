import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildPdf,
  buildPhoto,
  type Portal,
  payAtProvider,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import autocannon, { type Request } from 'autocannon';
import { createLatencyFigure, createLimitFigure, type Figure, measureRate } from './figures.ts';
import { readMemoryMib } from './processes.ts';

const READY_TARGET_S = 8;
const MEMORY_TARGET_MIB = 700;
const SETTLE_MS = 5_000;
const PAYMENTS = 40;
const STATUS_TARGET_MS = 90;
const TICKET_TARGET_MS = 220;
const SUBMISSIONS = 400;
const WARM_UP = 100;
const CONCURRENCY = 16;
const WEBHOOKS_PER_SECOND = 200;
const WEBHOOKS = 60 * WEBHOOKS_PER_SECOND;
const WEBHOOK_PAYMENTS = 100;
const WEBHOOK_TARGET_MS = 80;

/** Start, idle memory, payments, submissions and webhooks. */
export async function measure(portal: Portal): Promise<Figure[]> {
  const start = createLimitFigure(
    '`npm start` with an empty data folder, all installed',
    portal.readyMs / 1000,
    READY_TARGET_S,
    's',
  );
  await pause(SETTLE_MS);
  const { pid: launcher } = JSON.parse(await readFile(join(portal.dataDir, 'lock'), 'utf8'));
  const memoryMib = await readMemoryMib(launcher);
  return [
    start,
    createLimitFigure('memory of the idle portal (PSS)', memoryMib, MEMORY_TARGET_MIB, 'MiB'),
    ...(await measureCallbacks(portal)),
    await measureSubmissions(portal),
    await measureWebhooks(portal),
  ];
}

async function waitUntil(isReached: () => Promise<boolean>): Promise<number> {
  while (!(await isReached()));
  return performance.now();
}

/** One payment whose only evidence is the callback; milliseconds from it to 'S' and to the ticket. */
async function measurePayment({ origin, simulator }: Portal): Promise<{ status: number; ticket: number }> {
  const session = await registerApplicant(origin);
  const orderId = await submitNewApplication(session);
  await session.call('postorderdata', { order_id: orderId });
  const { callback } = await payAtProvider({ simulator, orderId, webhooks: 'lost' });

  const start = performance.now();
  await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(callback) });
  let id = '';
  const paidMs = await waitUntil(async () => {
    const [newest] = (await session.call('getticketsandprofile')).body.data;
    id = String(newest?.application_id);
    return newest?.payment_status === 'S';
  });
  const printedMs = await waitUntil(async () => {
    const response = await session.fetch(`/api/tickets/${id}`);
    await response.arrayBuffer();
    return response.status === 200;
  });
  return { status: paidMs - start, ticket: printedMs - start };
}

/** From the provider's callback to 'S' in the history and to the downloadable ticket. */
async function measureCallbacks(portal: Portal): Promise<Figure[]> {
  const times: { status: number; ticket: number }[] = [];
  for (let payment = 0; payment < PAYMENTS; payment += 1) times.push(await measurePayment(portal));
  const statusTimes = times.map(({ status }) => status);
  const ticketTimes = times.map(({ ticket }) => ticket);
  return [
    createLatencyFigure("callback to 'S' in the history", statusTimes, STATUS_TARGET_MS),
    createLatencyFigure('callback to the downloadable ticket', ticketTimes, TICKET_TARGET_MS),
  ];
}

/** Sends each request once. @throws Error when a response is no success, or not as expected */
async function sendAll(
  origin: string,
  requests: readonly Request[],
  options: Partial<autocannon.Options>,
): Promise<autocannon.Result> {
  const remaining = requests.values();
  const setupRequest = (request: Request): Request => ({ ...request, ...remaining.next().value });
  const result = await autocannon({
    url: origin,
    amount: requests.length,
    connections: CONCURRENCY,
    requests: [{ method: 'POST', setupRequest }],
    ...options,
  });
  const failures = result.non2xx + result.errors + result.mismatches;
  if (failures > 0) throw new Error(`${failures} of ${requests.length} requests failed`);
  return result;
}

/** Uploads a file in one request. @returns its reference for the form */
async function storeDocument(session: ApplicantSession, kind: string, bytes: Buffer) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([Uint8Array.from(bytes)]), kind);
  const response = await session.fetch('/api/documents', { method: 'POST', body });
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}

/** A signed-in applicant's submission of the ordinary form with uploaded files. */
async function prepareSubmission(origin: string, photo: Buffer): Promise<Request> {
  const session = await registerApplicant(origin);
  const image = await storeDocument(session, 'image', photo);
  const birthcertificate = await storeDocument(session, 'birthcertificate', buildPdf(undefined, 1));
  return {
    path: '/api/dashboard/submitapplicationform',
    headers: { 'content-type': 'application/json', origin, cookie: session.cookie() },
    body: JSON.stringify(await buildApplicationForm(session.person, { save_id: 2, image, birthcertificate })),
  };
}

/** Submissions a second through gateway and services, each with an order at the provider. */
async function measureSubmissions({ origin }: Portal): Promise<Figure> {
  const photo = await buildPhoto();
  const requests: Request[] = [];
  await measureRate(Array.from({ length: WARM_UP + SUBMISSIONS }), 8, async () => {
    requests.push(await prepareSubmission(origin, photo));
  });
  const verifyBody = (body: unknown) => Boolean(JSON.parse(String(body)).orderId);
  await sendAll(origin, requests.slice(0, WARM_UP), { verifyBody });
  const { duration, latency } = await sendAll(origin, requests.slice(WARM_UP), { verifyBody });
  return {
    name: `submissions, ${CONCURRENCY} concurrent, ${SUBMISSIONS} in all`,
    measured: `${(SUBMISSIONS / duration).toFixed(0)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
  };
}

/** Signed webhooks about payments in turn, with distinct event ids. */
function createWebhooks(payments: readonly object[], secret: string): Request[] {
  return Array.from({ length: WEBHOOKS }, (_, index) => {
    const payload = { payment: { entity: payments[index % payments.length] } };
    const event = { entity: 'event', event: 'payment.captured', created_at: index, contains: ['payment'] };
    const body = JSON.stringify({ ...event, payload });
    return {
      path: '/api/payment/webhook',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': randomUUID(),
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
    };
  });
}

/** Response times of webhooks at a fixed rate, independent of their processing. */
async function measureWebhooks({ origin, simulator, dataDir }: Portal): Promise<Figure> {
  const payments: object[] = [];
  await measureRate(Array.from({ length: WEBHOOK_PAYMENTS }), 4, async () => {
    const orderId = await submitNewApplication(await registerApplicant(origin));
    payments.push((await payAtProvider({ simulator, orderId, webhooks: 'lost' })).payment);
  });
  const { RAZORPAY_WEBHOOK_SECRET } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const { latency } = await sendAll(origin, createWebhooks(payments, RAZORPAY_WEBHOOK_SECRET), {
    overallRate: WEBHOOKS_PER_SECOND,
  });
  const name = `responses to webhooks, ${WEBHOOKS_PER_SECOND}/s, ${WEBHOOKS} in all, p99`;
  return createLimitFigure(name, latency.p99, WEBHOOK_TARGET_MS, 'ms');
}

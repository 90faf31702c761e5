import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@archaka/contracts';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildPortrait,
  buildSignUp,
  createApplicantSession,
  type Portal,
  payAtProvider,
} from '@archaka/test-kit';
import PdfDocument from 'pdfkit';

/** Transferred bodies: without headers, and compressed if the response has a length. */
export interface Traffic {
  requests: number;
  upBytes: number;
  downBytes: number;
}

/** An applicant who goes through the portal like a browser. */
export interface Walker {
  readonly portal: Portal;
  readonly session: ApplicantSession;
  /** Public lists, which a browser caches for an hour. */
  readonly cachedLists: Set<string>;
  draft: Record<string, unknown>;
  orderId: string;
}

const A4 = [595, 842] as const;
/** In pixels: A4 at 110 dpi, as from a scanning app. */
const SCAN = { width: 910, height: 1286 };
/** Chunk size of mf-application. */
const CHUNK_BYTES = 128 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const ASSET_PATHS = /\/(?:assets|slices)\/[\w./-]+\.(?:js|css|woff2)/g;
const COMPRESSED = { 'accept-encoding': 'br' };

/** A photo in mf-application's format, and a PDF of one page with a picture: typical sizes. */
async function createFiles() {
  const photo = await buildPortrait({ noise: 24 });
  const pdf = new PdfDocument({ size: [...A4], margin: 0 });
  pdf.image(await buildPortrait({ ...SCAN, noise: 24 }), 0, 0, { width: A4[0], height: A4[1] }).end();
  return { photo, scan: await buffer(pdf) };
}
const files = createFiles();

function getBodySize(body: RequestInit['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof URLSearchParams) return Buffer.byteLength(body.toString());
  return body instanceof Uint8Array ? body.byteLength : 0;
}

/** Like `fetch`, with the response read to its end and counted. */
async function fetchAndCount(traffic: Traffic, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const body = await response.arrayBuffer();
  traffic.requests += 1;
  traffic.upBytes += getBodySize(init.body);
  traffic.downBytes += init.method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? body.byteLength);
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
}

export function createWalker(portal: Portal, traffic: Traffic): Walker {
  const { origin } = portal;
  const session = createApplicantSession({
    origin,
    send: (path, init) => fetchAndCount(traffic, new URL(path, origin).href, init),
  });
  return { portal, session, cachedLists: new Set(), draft: {}, orderId: '' };
}

async function expectSuccess(pendingResponse: ReturnType<ApplicantSession['call']>) {
  const { http, body } = await pendingResponse;
  if (http !== 200 || body.status !== 200) throw new Error(`responded ${http}: ${JSON.stringify(body)}`);
  return body;
}

const fetchPage = async ({ session }: Walker, path: string): Promise<string> =>
  (await session.fetch(path, { headers: { accept: 'text/html', ...COMPRESSED } })).text();

async function fetchList({ session, cachedLists }: Walker, name: string): Promise<void> {
  if (cachedLists.has(name)) return;
  cachedLists.add(name);
  await session.fetch(`/api/dashboard/${name}`, { headers: COMPRESSED });
}

/** Loads a page with cached files, and its screen's requests. */
async function openPage(walker: Walker, path: string): Promise<void> {
  await fetchPage(walker, path);
  await fetchList(walker, 'getdistrict');
  for (const call of ['session', 'getticketsandprofile']) await walker.session.call(call);
}

/** The home page of a signed-in applicant. @returns the saved form */
async function openForm(walker: Walker): Promise<Record<string, unknown>> {
  await openPage(walker, '/');
  await fetchList(walker, 'getmandals');
  const [saved] = await Promise.all(
    ['getsaveformdata', 'getdevicekey'].map((call) => walker.session.call(call)),
  );
  return saved?.body.data[0] ?? {};
}

/** Uploads a file in the form's chunks (tus 1.0). @returns its reference for the form */
async function upload(session: ApplicantSession, kind: string, bytes: Buffer) {
  const metadata = `kind ${Buffer.from(kind).toString('base64')}`;
  const creation = await session.fetch(routes.beginUpload.path, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const path = creation.headers.get('location') ?? '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const response = await session.fetch(path, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' },
      body: Uint8Array.from(bytes.subarray(start, start + CHUNK_BYTES)),
    });
    if (response.status === 200) {
      const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
      return [{ document_id, filetype }];
    }
    if (response.status !== 204) throw new Error(`an upload responded ${response.status}`);
  }
  throw new Error('an upload did not become complete');
}

/** First visit with an empty cache: signs up and in. */
async function register(walker: Walker): Promise<void> {
  const { session } = walker;
  const assets = new Set((await fetchPage(walker, '/')).match(ASSET_PATHS));
  await Promise.all([...assets].map((path) => session.fetch(path, { headers: COMPRESSED })));
  await expectSuccess(session.call('submitsignup', buildSignUp(session.person)));
  await session.signIn();
}

/** Fills in the form, saves it, and continues from the draft later. */
async function fillForm(walker: Walker): Promise<void> {
  const { session } = walker;
  const { photo, scan } = await files;
  await openForm(walker);
  await expectSuccess(session.call('checkaadhar', { aadhar: session.person.aadhar }));
  const image = await upload(session, 'image', photo);
  const birthcertificate = await upload(session, 'birthcertificate', scan);
  const form = await buildApplicationForm(session.person, { image, birthcertificate });
  await expectSuccess(session.call('saveapplicationform', form));
  const saved = await openForm(walker);
  await session.fetch(`/api/documents/${image[0]?.document_id}`);
  await expectSuccess(session.call('saveapplicationform', { ...saved, save_id: 1 }));
  walker.draft = await openForm(walker);
}

/** Submits, reads the answers back, and loads the preview of the ticket. */
async function submitForm(walker: Walker): Promise<void> {
  const { session, draft } = walker;
  const { application_id } = draft;
  const { orderId } = await expectSuccess(
    session.call('paidSubmitapplicationform', { ...draft, save_id: 2 }),
  );
  walker.orderId = orderId?.id ?? '';
  await expectSuccess(session.call('getticketsandprofile'));
  await expectSuccess(session.call('getapplicationform', { application_id }));
  for (;;) {
    const preview = await session.fetch(`/api/tickets/${application_id}/preview`);
    if (preview.status === 200) return;
    await pause(Number(preview.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Checks with the payment handler, opens the checkout, pays, returns and reads the status. */
async function payFee(walker: Walker): Promise<void> {
  const { session, portal, orderId } = walker;
  await session.fetch(`${portal.handler}/checkpaynumberandaadhar`, {
    method: 'POST',
    headers: { origin: portal.origin, 'content-type': 'application/json', 'x-order-id': orderId },
    body: JSON.stringify({ number: session.person.number, order_id: orderId }),
  });
  await expectSuccess(session.call('postorderdata', { order_id: orderId }));
  const { callback } = await payAtProvider({ simulator: portal.simulator, orderId, webhooks: 'sent' });
  await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(callback) });
  await openPage(walker, `/paymentstatus?order_id=${orderId}`);
  for (const call of ['getpaymnetstatus', 'getpaymentattempts'])
    await expectSuccess(session.call(call, { order_id: orderId }));
}

/** Another day: the history with all its queries, and the ticket. */
async function fetchTicket(walker: Walker): Promise<void> {
  const { session, draft, cachedLists } = walker;
  cachedLists.clear();
  await openPage(walker, '/ticket');
  await expectSuccess(session.call('getapplicationhistory', { application_id: draft.application_id }));
  const ticket = `/api/tickets/${draft.application_id}`;
  await session.fetch(ticket, { method: 'HEAD' });
  const { status } = await session.fetch(ticket);
  if (status !== 200) throw new Error(`a ticket responded ${status}`);
}

/** An applicant's phases, in order. */
export const journey = {
  join: register,
  fill: fillForm,
  submit: submitForm,
  pay: payFee,
  'fetch ticket': fetchTicket,
} as const;
export type Phase = keyof typeof journey;
export const phases = Object.keys(journey) as Phase[];

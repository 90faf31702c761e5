import {
  type AnswerBody,
  type ApplicantSession,
  applicationForm,
  eventually,
  type Portal,
  payAtProvider,
  signUp,
  startPortal,
  ticketOf,
  visit,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newestOf } from '../history/application.ts';
import { operate } from '../operate.ts';
import { type CollectedSpan, startCollector } from './collector.ts';

/** As the page makes one when it is loaded. */
const PAGE = '4bf92f3577b34da6a3ce929d0e0e4736';

let collector: Awaited<ReturnType<typeof startCollector>>;
let portal: Portal;
let session: ApplicantSession;
let callbackId: string;
beforeAll(async () => {
  collector = await startCollector();
  portal = await startPortal({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES: 'on' } });
  session = visit(portal.origin);
  callbackId = await fromSignUpToTicket();
});
afterAll(async () => {
  await portal?.stop();
  await collector?.close();
});

/** A call as the page makes it, in its trace. */
async function call(name: string, body: object): Promise<AnswerBody> {
  const traceparent = `00-${PAGE}-00f067aa0ba902b7-01`;
  const headers = { 'content-type': 'application/json', origin: portal.origin, traceparent };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await session.fetch(`/api/dashboard/${name}`, init)).json()) as AnswerBody;
}

/** Gives the id of the request that brought the payment home. */
async function fromSignUpToTicket(): Promise<string> {
  const { person } = session;
  await call('submitsignup', signUp(person));
  await session.signIn();
  const { orderId } = await call('submitapplicationform', await applicationForm(person, { save_id: 2 }));
  await call('postorderdata', { order_id: orderId?.id });
  const paid = await payAtProvider({ ...portal, orderId: orderId?.id ?? '', webhooks: 'lost' });
  const body = new URLSearchParams(paid.callback);
  const home = await session.fetch('/api/payment/callback', { method: 'POST', body });
  await ticketOf(session, (await newestOf(session)).application_id);
  return home.headers.get('x-request-id') ?? '';
}

const traceOf = (id: string) => collector.spans().filter(({ traceId }) => traceId === id);
const has = (spans: CollectedSpan[], part: string, name: RegExp) =>
  spans.some((span) => span.part === part && name.test(span.name));

test('what the page asks is one trace: gateway, services, their store, the queue and who takes from it', async () => {
  await eventually(() => {
    const spans = traceOf(PAGE);
    return (
      has(spans, 'shell', /^POST \/api\/dashboard\/submitsignup$/) &&
      has(spans, 'svc-auth', /^POST \/api\/dashboard\/submitsignup$/) &&
      has(spans, 'svc-auth', /^insert signups$/) &&
      has(spans, 'svc-application', /^svc-payment ensureorder$/) &&
      has(spans, 'svc-payment', /^POST \/internal\/ensureorder$/) &&
      has(spans, 'svc-application', /^publish application\.submitted\.v1$/) &&
      has(spans, 'svc-ticket', /^take application\.submitted\.v1$/)
    );
  });
});

test('what comes back from the payment page is one trace, to the printed ticket', async () => {
  const id = callbackId.replaceAll('-', '');
  await eventually(() => {
    const spans = traceOf(id);
    return (
      has(spans, 'shell', /^POST \/api\/payment\/callback$/) &&
      has(spans, 'svc-payment', /^publish payment\.captured\.v1$/) &&
      has(spans, 'svc-application', /^take payment\.captured\.v1$/) &&
      has(spans, 'svc-ticket', /^make ticket$/) &&
      has(spans, 'svc-application', /^take ticket\.issued\.v1$/)
    );
  });
});

test('without a collector one command shows the same, by the request id of an answer', async () => {
  const { output } = await eventually(async () => {
    const shown = await operate(portal.dataDir, 'trace', callbackId);
    return shown.output.includes('make ticket') && shown;
  });
  const lines = output.split('\n');
  expect(lines[0]).toMatch(/\+0\.0 .* ms {2}shell +POST \/api\/payment\/callback → 303$/);
  expect(output).toMatch(/svc-ticket +take payment\.captured\.v1/);
});

test('no span tells who somebody is or what was typed', async () => {
  await eventually(() => collector.spans().some(({ name }) => name === 'make ticket'));
  const { number, aadhar, name, id } = session.person;
  const typed = ['Temple Street', 'Venkata Sarma', 'example.org', 'number=', 'archaka_session'];
  for (const personal of [number, aadhar, name, id, ...typed])
    expect(collector.text()).not.toContain(personal);
});

import {
  type ApplicantSession,
  buildApplicationForm,
  buildSignUp,
  createVisitorSession,
  type DashboardResponseBody,
  eventually,
  type Portal,
  payAtProvider,
  startPortal,
  waitForTicket,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readNewestRecord } from '../history/application.ts';
import { runOperatorCommand } from '../run-operator-command.ts';
import { type CollectedSpan, startCollector } from './collector.ts';

/** As the page makes one when it is loaded. */
const PAGE_TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

let collector: Awaited<ReturnType<typeof startCollector>>;
let portal: Portal;
let session: ApplicantSession;
let callbackId: string;
beforeAll(async () => {
  collector = await startCollector();
  portal = await startPortal({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES: 'on' } });
  session = createVisitorSession(portal.origin);
  callbackId = await runHappyPath();
});
afterAll(async () => {
  await portal?.stop();
  await collector?.close();
});

/** A call as the page makes it, in its trace. */
async function call(name: string, body: object): Promise<DashboardResponseBody> {
  const traceparent = `00-${PAGE_TRACE_ID}-00f067aa0ba902b7-01`;
  const headers = { 'content-type': 'application/json', origin: portal.origin, traceparent };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await session.fetch(`/api/dashboard/${name}`, init)).json()) as DashboardResponseBody;
}

/** Gives the id of the request that brought the payment home. */
async function runHappyPath(): Promise<string> {
  const { person } = session;
  await call('submitsignup', buildSignUp(person));
  await session.signIn();
  const { orderId } = await call('submitapplicationform', await buildApplicationForm(person, { save_id: 2 }));
  await call('postorderdata', { order_id: orderId?.id });
  const simulatedPayment = await payAtProvider({ ...portal, orderId: orderId?.id ?? '', webhooks: 'lost' });
  const body = new URLSearchParams(simulatedPayment.callback);
  const callbackResponse = await session.fetch('/api/payment/callback', { method: 'POST', body });
  await waitForTicket(session, (await readNewestRecord(session)).application_id);
  return callbackResponse.headers.get('x-request-id') ?? '';
}

const findTrace = (id: string) => collector.getSpans().filter(({ traceId }) => traceId === id);
const hasSpan = (spans: CollectedSpan[], component: string, name: RegExp) =>
  spans.some((span) => span.component === component && name.test(span.name));

test('what the page asks is one trace: gateway, services, their store, the queue and who takes from it', async () => {
  await eventually(() => {
    const spans = findTrace(PAGE_TRACE_ID);
    return (
      hasSpan(spans, 'shell', /^POST \/api\/dashboard\/submitsignup$/) &&
      hasSpan(spans, 'svc-auth', /^POST \/api\/dashboard\/submitsignup$/) &&
      hasSpan(spans, 'svc-auth', /^insert signups$/) &&
      hasSpan(spans, 'svc-application', /^svc-payment ensureorder$/) &&
      hasSpan(spans, 'svc-payment', /^POST \/internal\/ensureorder$/) &&
      hasSpan(spans, 'svc-application', /^publish application\.submitted\.v1$/) &&
      hasSpan(spans, 'svc-ticket', /^take application\.submitted\.v1$/)
    );
  });
});

test('what comes back from the payment page is one trace, to the printed ticket', async () => {
  const id = callbackId.replaceAll('-', '');
  await eventually(() => {
    const spans = findTrace(id);
    return (
      hasSpan(spans, 'shell', /^POST \/api\/payment\/callback$/) &&
      hasSpan(spans, 'svc-payment', /^publish payment\.captured\.v1$/) &&
      hasSpan(spans, 'svc-application', /^take payment\.captured\.v1$/) &&
      hasSpan(spans, 'svc-ticket', /^make ticket$/) &&
      hasSpan(spans, 'svc-application', /^take ticket\.issued\.v1$/)
    );
  });
});

test('without a collector one command shows the same, by the request id of an answer', async () => {
  const { output } = await eventually(async () => {
    const traceCommand = await runOperatorCommand(portal.dataDir, 'trace', callbackId);
    return traceCommand.output.includes('make ticket') && traceCommand;
  });
  const lines = output.split('\n');
  expect(lines[0]).toMatch(/\+0\.0 .* ms {2}shell +POST \/api\/payment\/callback → 303$/);
  expect(output).toMatch(/svc-ticket +take payment\.captured\.v1/);
});

test('no span tells who somebody is or what was typed', async () => {
  await eventually(() => collector.getSpans().some(({ name }) => name === 'make ticket'));
  const { number, aadhar, name, id } = session.person;
  const typedTexts = ['Temple Street', 'Venkata Sarma', 'example.org', 'number=', 'archaka_session'];
  for (const personalText of [number, aadhar, name, id, ...typedTexts])
    expect(collector.text()).not.toContain(personalText);
});

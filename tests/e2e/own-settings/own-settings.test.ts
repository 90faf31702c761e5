import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
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
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clickControl, closeBrowser, openBrowser, openPhone, typeInto, waitForText } from '../browser.ts';
import { runOperatorCommand } from '../commands.ts';
import { readNewestRecord } from '../history/application.ts';

interface CollectedSpan {
  readonly component: string;
  readonly traceId: string;
  readonly name: string;
}

interface ExportedTraces {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: { readonly spans: { traceId: string; name: string }[] }[];
  }[];
}

const toSpans = ({ resourceSpans }: ExportedTraces): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ component: name, ...span })));
  });

/** Receives spans by OTLP over HTTP, like an operator's collector. */
type Collector = Awaited<ReturnType<typeof startCollector>>;

async function startCollector() {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await json(request));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getSpans: () => bodies.flatMap((body) => toSpans(body as ExportedTraces)),
    /** The text of all received requests. */
    text: () => JSON.stringify(bodies),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// A portal with other settings than the run's: the third one-time password for an address needs a proof of work.
let portal: Portal;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES: 'on', CHALLENGE_AFTER: '2' };
  portal = await startPortal({ env });
});
afterAll(async () => {
  await portal?.stop();
  await collector?.close();
});

/** The trace ID of a page load. */
const PAGE_TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

const hasSpan = (spans: CollectedSpan[], component: string, name: RegExp) =>
  spans.some((span) => span.component === component && name.test(span.name));

/** Creates calls as the page of this origin sends them, within its trace. */
const createTracedCall =
  (session: ApplicantSession, origin: string) =>
  async (name: string, body: object): Promise<DashboardResponseBody> => {
    const traceparent = `00-${PAGE_TRACE_ID}-00f067aa0ba902b7-01`;
    const headers = { 'content-type': 'application/json', origin, traceparent };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await session.fetch(`/api/dashboard/${name}`, init)).json()) as DashboardResponseBody;
  };

/** Runs the happy path; returns the request ID of the payment's callback. */
async function runHappyPath(session: ApplicantSession): Promise<string> {
  const { person } = session;
  const call = createTracedCall(session, portal.origin);
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

/** One trace for each user action, through all components. */
describe('traces', () => {
  let session: ApplicantSession;
  let callbackId: string;
  beforeAll(async () => {
    session = createVisitorSession(portal.origin);
    callbackId = await runHappyPath(session);
  });
  const getSpans = () => collector.getSpans();
  const findTrace = (id: string) => getSpans().filter(({ traceId }) => traceId === id);

  test('records a page’s call as one trace: gateway, services, their databases, the queue and its consumers', async () => {
    await eventually(() => {
      const spans = findTrace(PAGE_TRACE_ID);
      return (
        hasSpan(spans, 'shell', /^POST \/api\/dashboard\/submitsignup$/) &&
        hasSpan(spans, 'svc-auth', /^POST \/api\/dashboard\/submitsignup$/) &&
        hasSpan(spans, 'svc-auth', /^insert signups$/) &&
        hasSpan(spans, 'svc-application', /^svc-payment ensureorder$/) &&
        hasSpan(spans, 'svc-payment', /^POST \/internal\/ensureorder$/) &&
        hasSpan(spans, 'svc-application', /^publish application\.submitted\.v1$/) &&
        hasSpan(spans, 'svc-ticket', /^consume application\.submitted\.v1$/)
      );
    });
  });

  test('records a payment’s callback as one trace, up to the printed ticket', async () => {
    const id = callbackId.replaceAll('-', '');
    await eventually(() => {
      const spans = findTrace(id);
      return (
        hasSpan(spans, 'shell', /^POST \/api\/payment\/callback$/) &&
        hasSpan(spans, 'svc-payment', /^publish payment\.captured\.v1$/) &&
        hasSpan(spans, 'svc-application', /^consume payment\.captured\.v1$/) &&
        hasSpan(spans, 'svc-ticket', /^make ticket$/) &&
        hasSpan(spans, 'svc-application', /^consume ticket\.issued\.v1$/)
      );
    });
  });

  test('prints the same trace without a collector by a command, for the request id of a response', async () => {
    const { output } = await eventually(async () => {
      const traceCommand = await runOperatorCommand(portal.dataDir, 'trace', callbackId);
      return traceCommand.output.includes('make ticket') && traceCommand;
    });
    // The command may first say that it waits for another one's installation of the packages.
    const start = output.split('\n').find((line) => line.includes('+0.0 '));
    expect(start).toMatch(/\+0\.0 .* ms {2}shell +POST \/api\/payment\/callback → 303$/);
    expect(output).toMatch(/svc-ticket +consume payment\.captured\.v1/);
  });

  test('records no personal data and no input in spans', async () => {
    await eventually(() => getSpans().some(({ name }) => name === 'make ticket'));
    const { number, aadhar, name, id } = session.person;
    const typedTexts = ['Temple Street', 'Venkata Sarma', 'example.org', 'number=', 'archaka_session'];
    for (const personalText of [number, aadhar, name, id, ...typedTexts])
      expect(collector.text()).not.toContain(personalText);
  });
});

test('computes the proof of work in the page, and signs in once the sign-up is confirmed', async () => {
  const { origin } = portal;
  const session = createVisitorSession(origin);
  const { number } = session.person;
  await session.call('submitsignup', buildSignUp(session.person));
  await eventually(async () => (await session.call('websiteloginotp', { number })).http === 428);

  const browser = await openBrowser();
  try {
    const { page, faults } = await openPhone(browser);
    await page.goto(origin);
    await typeInto(page, 'number', number);
    await clickControl(page, 'Request For OTP');
    await page.waitForSelector('[name="otp"]');
    const response = await session.fetch(`/dev/inbox?number=${number}`);
    const [newestSms] = (await response.json()) as { otp: string }[];
    await typeInto(page, 'otp', newestSms?.otp ?? '');
    await clickControl(page, 'Sign-In', 'main');
    // Another browser has signed up.
    await waitForText(page, 'Are these details yours?');
    await clickControl(page, 'Confirm my details and sign in');
    await page.waitForSelector('[name="aadhar"]');
    expect(faults.list).toEqual([]);
  } finally {
    await closeBrowser(browser);
  }
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const PATH = '/api/v5/flow';
const SLOW_MS = 1000;

const mobiles = z.string().regex(/^91[6-9]\d{9}$/);
const variable = z.string().min(1);

/** As documented at docs.msg91.com/sms/send-sms; the variables are those of the flow. */
const createRequest = <Variables extends z.ZodRawShape>(template: string, variables: Variables) =>
  z.strictObject({
    template_id: z.literal(template),
    short_url: z.enum(['0', '1']),
    recipients: z.array(z.strictObject({ mobiles, ...variables })).length(1),
  });
const OTP_TEMPLATE = '65f0c1d2d6fc0512a3b4c5d6';
const otpRequest = createRequest(OTP_TEMPLATE, { otp: variable });
const textVariables = { application: variable, date: variable, link: variable };
const shortVariable = variable.max(30);
const hallVariables = {
  ...textVariables,
  day: shortVariable,
  time: shortVariable,
  centre: shortVariable,
  centre_te: shortVariable,
};

/** The flows of the messages about an application, by the names of their variables. */
export const TEXT_TEMPLATES = {
  submitted: 'flow-submitted',
  paid: 'flow-paid',
  'ticket-ready': 'flow-ticket-ready',
  'edits-close': 'flow-edits-close',
  'examination-day': 'flow-examination-day',
  'correction-required': 'flow-correction-required',
  rejected: 'flow-rejected',
};
export const HALL_TEMPLATES = {
  'ticket-ready-centre': 'flow-ticket-ready-centre',
  'examination-day-centre': 'flow-examination-day-centre',
};
const textRequests = [
  ...Object.values(TEXT_TEMPLATES).map((template) => createRequest(template, textVariables)),
  ...Object.values(HALL_TEMPLATES).map((template) => createRequest(template, hallVariables)),
];

interface SentText {
  readonly template: string;
  readonly mobiles: string;
  readonly application: string;
  readonly date: string;
  readonly link: string;
  readonly day?: string;
  readonly centre?: string;
}

/** Faults of a valid request; `hang` and `cut` occur after the fake has accepted the message. */
type Fault = 'slow' | '500' | 'busy' | 'page' | 'hang' | 'cut' | 'refuse';

const unauthorized = {
  status: 'fail',
  hasError: true,
  errors: 'Unauthorized',
  code: '401',
  apiError: '201',
};

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A fake of MSG91's flow API. */
export async function startFakeMsg91() {
  const key = 'a-key-of-msg91';
  const messages: { mobiles: string; otp: string }[] = [];
  const texts: SentText[] = [];
  const faults: Fault[] = [];
  let requestCount = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requestCount += 1;
    if (incoming.method !== 'POST' || incoming.url !== PATH) return respond(response, 404, {});
    if (incoming.headers.authkey !== key) return respond(response, 401, unauthorized);
    const body = await json(incoming);
    const otpMessage = otpRequest.safeParse(body).data;
    const text = textRequests.map((request) => request.safeParse(body).data).find(Boolean);
    const [recipient] = otpMessage?.recipients ?? text?.recipients ?? [];
    if (!recipient) return respond(response, 200, { type: 'error', message: 'template id invalid' });

    const fault = faults.shift();
    if (fault === 'refuse')
      return respond(response, 200, {
        type: 'error',
        message: `${recipient.mobiles} is blocked, ${'otp' in recipient ? recipient.otp : 'the text'} not sent`,
      });
    if (fault === '500') return respond(response, 500, {});
    if (fault === 'busy') return respond(response, 503, {});
    if (fault === 'page') return void response.writeHead(200).end('<h1>We will be back soon</h1>');
    messages.push(...(otpMessage?.recipients ?? []));
    texts.push(...(text?.recipients ?? []).map((each) => ({ ...each, template: text?.template_id ?? '' })));
    if (fault === 'hang') return;
    if (fault === 'cut') return void response.destroy();
    if (fault === 'slow') await pause(SLOW_MS);
    respond(response, 200, { type: 'success', message: '366a6d7a4e4d303530363132' });
  }

  const server = createServer(handle);
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    variables: {
      MSG91_URL: `http://127.0.0.1:${port}${PATH}`,
      MSG91_AUTH_KEY: key,
      MSG91_TEMPLATE_ID: OTP_TEMPLATE,
    },
    /** Accepted one-time passwords, oldest first. */
    messages,
    /** Accepted messages about applications, oldest first. */
    texts,
    requestCount: () => requestCount,
    /** Failures of the next requests, one each; later ones succeed. */
    fail: (...next: Fault[]) => {
      faults.push(...next);
    },
    start: () => listen(port),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type FakeMsg91 = Awaited<ReturnType<typeof startFakeMsg91>>;

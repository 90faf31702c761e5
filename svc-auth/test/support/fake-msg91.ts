import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ExaminationTexts } from '@archaka/contracts';
import examination from '@archaka/exams/2024.json' with { type: 'json' };
import * as z from 'zod';

const PATH = '/api/v5/flow';

/** As documented at docs.msg91.com/sms/send-sms, with the variables of the flow beside `mobiles`. */
const requestSchema = z.strictObject({
  template_id: z.string(),
  short_url: z.enum(['0', '1']),
  recipients: z.tuple([
    z.object({ mobiles: z.string().regex(/^91[6-9]\d{9}$/) }).catchall(z.string().min(1)),
  ]),
});
const OTP_TEMPLATE = '65f0c1d2d6fc0512a3b4c5d6';
const TEXT_VARIABLES = ['application', 'date', 'link'];
const HALL_VARIABLES = [...TEXT_VARIABLES, 'centre', 'centre_te', 'day', 'time'];

/** The flows of the messages about an application, by the names of their variables. */
export const TEXT_TEMPLATES = {
  submitted: 'flow-submitted',
  paid: 'flow-paid',
  'ticket-ready': 'flow-ticket-ready',
  'edits-close': 'flow-edits-close',
  'examination-day': 'flow-examination-day',
  'correction-required': 'flow-correction-required',
  rejected: 'flow-rejected',
  'result-published': 'flow-result-published',
};
export const HALL_TEMPLATES = {
  'ticket-ready-centre': 'flow-ticket-ready-centre',
  'examination-day-centre': 'flow-examination-day-centre',
};
/** Registered later, for `submitted`. */
export const NEW_TEMPLATE = 'flow-submitted-again';

/** Of an examination: the wordings of its file, with these templates. */
export const buildTexts = (templates: Readonly<Record<string, string>>): ExaminationTexts =>
  Object.fromEntries(
    Object.entries(examination.texts).map(([name, { wording }]) => {
      const template = templates[name];
      return [name, { wording, ...(template && { template }) }];
    }),
  );

/** The variables of each flow. */
const flows: Readonly<Record<string, readonly string[]>> = {
  [OTP_TEMPLATE]: ['otp'],
  [NEW_TEMPLATE]: TEXT_VARIABLES,
  ...Object.fromEntries(Object.values(TEXT_TEMPLATES).map((id) => [id, TEXT_VARIABLES])),
  ...Object.fromEntries(Object.values(HALL_TEMPLATES).map((id) => [id, HALL_VARIABLES])),
};

/** Its number, with the variables of its flow. */
type Sent = Readonly<Record<string, string>>;

/** Faults of a valid request; `hang` and `cut` occur after the fake has accepted the message. */
type Fault = '500' | 'busy' | 'page' | 'hang' | 'cut' | 'refuse';

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
  const messages: Sent[] = [];
  const texts: Sent[] = [];
  const faults: Fault[] = [];
  let requestCount = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requestCount += 1;
    if (incoming.method !== 'POST' || incoming.url !== PATH) return respond(response, 404, {});
    if (incoming.headers.authkey !== key) return respond(response, 401, unauthorized);
    const body = await json(incoming);
    const { template_id: template = '', recipients: [recipient] = [] } =
      requestSchema.safeParse(body).data ?? {};
    const { mobiles = '', ...variables }: Sent = recipient ?? {};
    if (Object.keys(variables).toSorted().join() !== flows[template]?.toSorted().join())
      return respond(response, 200, { type: 'error', message: 'template id invalid' });

    const fault = faults.shift();
    if (fault === 'refuse')
      return respond(response, 200, {
        type: 'error',
        message: `${mobiles} is blocked, ${variables.otp ?? 'the text'} not sent`,
      });
    if (fault === '500') return respond(response, 500, {});
    if (fault === 'busy') return respond(response, 503, {});
    if (fault === 'page') return void response.writeHead(200).end('<h1>We will be back soon</h1>');
    (template === OTP_TEMPLATE ? messages : texts).push({ template, mobiles, ...variables });
    if (fault === 'hang') return;
    if (fault === 'cut') return void response.destroy();
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

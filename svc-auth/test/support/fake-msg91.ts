import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const PATH = '/api/v5/flow';
const SLOW_MS = 1000;

/** As docs.msg91.com/sms/send-sms has it; the flow's one variable is `otp`. */
const request = z.strictObject({
  template_id: z.string(),
  short_url: z.enum(['0', '1']),
  recipients: z
    .array(z.strictObject({ mobiles: z.string().regex(/^91[6-9]\d{9}$/), otp: z.string().min(1) }))
    .min(1),
});

/** How it fails a request it has understood; `hang` and `cut` come after it has taken the message. */
export type Fault = 'slow' | '500' | 'page' | 'hang' | 'cut' | 'refuse';

/** A stand-in of MSG91's flow API. */
export interface FakeMsg91 {
  readonly variables: { MSG91_URL: string; MSG91_AUTH_KEY: string; MSG91_TEMPLATE_ID: string };
  /** Every message that was taken, oldest first. */
  readonly messages: { mobiles: string; otp: string }[];
  /** How many requests came. */
  readonly requestCount: () => number;
  /** What happens to the next requests, one each; after them all is well. */
  readonly fail: (...faults: Fault[]) => void;
  /** From now on nothing listens there. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

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

export async function startFakeMsg91(): Promise<FakeMsg91> {
  const [key, template] = ['a-key-of-msg91', '65f0c1d2d6fc0512a3b4c5d6'];
  const messages: FakeMsg91['messages'] = [];
  const faults: Fault[] = [];
  let requestCount = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requestCount += 1;
    if (incoming.method !== 'POST' || incoming.url !== PATH) return respond(response, 404, {});
    if (incoming.headers.authkey !== key) return respond(response, 401, unauthorized);
    const parsed = request.safeParse(await json(incoming));
    if (!parsed.success || parsed.data.template_id !== template)
      return respond(response, 200, { type: 'error', message: 'template id invalid' });

    const [recipient] = parsed.data.recipients;
    const fault = faults.shift();
    if (fault === 'refuse')
      return respond(response, 200, {
        type: 'error',
        message: `${recipient?.mobiles} is blocked, ${recipient?.otp} not sent`,
      });
    if (fault === '500') return respond(response, 500, {});
    if (fault === 'page') return void response.writeHead(200).end('<h1>We will be back soon</h1>');
    messages.push(...parsed.data.recipients);
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
      MSG91_TEMPLATE_ID: template,
    },
    messages,
    requestCount: () => requestCount,
    fail: (...next) => {
      faults.push(...next);
    },
    start: () => listen(port),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

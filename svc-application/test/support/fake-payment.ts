import { createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type AuditHead,
  closePayments,
  ensureOrder,
  findHeadCalls,
  findOpenPayments,
  toCallPath,
} from '@archaka/contracts';
import type { TestEnvironment } from '@archaka/test-kit';

const decodePart = (encoded = '') => JSON.parse(Buffer.from(encoded, 'base64url').toString());

/** Whether svc-application itself signed the request for svc-payment. */
function isFromApplication({ headers }: IncomingMessage, { keys }: TestEnvironment): boolean {
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  const [head, claims, signature] = token.split('.');
  const jwk = keys.publicKeySet.keys.find(({ kid }) => kid === decodePart(head).kid) as JsonWebKey;
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const { iss, aud, exp } = decodePart(claims);
  return (
    verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature ?? '', 'base64url')) &&
    iss === 'svc-application' &&
    aud === 'svc-payment' &&
    exp * 1000 > Date.now()
  );
}

/**
 * Implements svc-payment's `ensureorder`, one order an application, and its `findopenpayments`; can be set to
 * create none.
 */
export interface FakePayment {
  /** `down` answers 503 and is asked again, `rejecting` answers 403, `silent` never. */
  mode: 'ok' | 'down' | 'rejecting' | 'silent';
  /** Runs between the creation of an order and the response with it. */
  beforeAnswer?: (order: { application_id: string; order_id: string }) => Promise<void>;
  readonly orders: Map<string, string>;
  /** Applications with money in transit. */
  readonly openPayments: Set<string>;
  readonly requestCount: () => number;
  readonly stop: () => Promise<void>;
}

export async function startFakePayment(stage: TestEnvironment): Promise<FakePayment> {
  const orders = new Map<string, string>();
  let requestCount = 0;
  const openPayments = new Set<string>();
  const payment = { mode: 'ok', orders, openPayments, requestCount: () => requestCount } as Omit<
    FakePayment,
    'stop'
  >;

  const getOrCreateOrder = (applicationId: string): string => {
    const order = orders.get(applicationId) ?? `order_${randomBytes(7).toString('hex')}`;
    orders.set(applicationId, order);
    return order;
  };

  const heads: AuditHead[] = [];
  const headCalls = findHeadCalls('application');

  /** Stores heads of the audit log. Undefined for another call. */
  const answerHeadCall = async (request: IncomingMessage): Promise<object | undefined> => {
    if (request.url === toCallPath(headCalls.list)) return { status: 200, data: heads };
    if (request.url !== toCallPath(headCalls.store)) return undefined;
    const { signature: _, ...head } = headCalls.store.request.parse(JSON.parse(await text(request)));
    heads.push(head);
    return { status: 200, data: [{ is_stored: true, last: head.sequence }] };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const headAnswer = await answerHeadCall(request);
    if (headAnswer) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(headAnswer));
    }
    requestCount += 1;
    if (payment.mode === 'silent') return;
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (payment.mode === 'down') return send(503, {});
    if (payment.mode === 'rejecting') return send(403, {});
    if (!isFromApplication(request, stage)) return send(401, {});
    if (request.url === toCallPath(findOpenPayments)) {
      const { application_ids: ids } = findOpenPayments.request.parse(JSON.parse(await text(request)));
      const open = ids.filter((id) => openPayments.has(id));
      return send(200, { status: 200, data: open.map((application_id) => ({ application_id })) });
    }
    if (request.url === toCallPath(closePayments)) {
      const { application_id: id } = closePayments.request.parse(JSON.parse(await text(request)));
      return send(200, { status: 200, data: openPayments.has(id) ? [{ state: 'pending' }] : [] });
    }
    if (request.url !== toCallPath(ensureOrder)) return send(404, {});
    const { application_id } = ensureOrder.request.parse(JSON.parse(await text(request)));
    const order_id = getOrCreateOrder(application_id);
    await payment.beforeAnswer?.({ application_id, order_id });
    send(200, { status: 200, data: [{ order_id, amount: 10000 }] });
  };

  const server = createServer(handle);
  const port = Number(new URL(stage.urls.payment).port);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(payment, { stop });
}

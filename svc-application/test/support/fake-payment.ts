import { randomBytes } from 'node:crypto';
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

/** Steers svc-payment's substitute. */
interface Payment {
  /** `down` answers 503 and is asked again, `rejecting` answers 403, `silent` never. */
  mode: 'ok' | 'down' | 'rejecting' | 'silent';
  /** Runs between the creation of an order and the response with it. */
  beforeAnswer?: (order: { application_id: string; order_id: string }) => Promise<void>;
}

/** Implements svc-payment's calls: one order an application, and heads of the audit log, which it stores in any mode. */
export async function startFakePayment(stage: TestEnvironment) {
  const payment: Payment = { mode: 'ok' };
  const orders = new Map<string, string>();
  /** Applications with money in transit. */
  const openPayments = new Set<string>();
  const heads: AuditHead[] = [];
  const headCalls = findHeadCalls('application');

  const audited: Record<string, (body: unknown) => object[]> = {
    [toCallPath(headCalls.list)]: () => heads,
    [toCallPath(headCalls.store)]: (body) => {
      const { signature: _, ...head } = headCalls.store.request.parse(body);
      heads.push(head);
      return [{ is_stored: true, last: head.sequence }];
    },
  };
  const calls: Record<string, (body: unknown) => Promise<object[]>> = {
    [toCallPath(findOpenPayments)]: async (body) => {
      const ids = findOpenPayments.request.parse(body).application_ids;
      return ids.filter((id) => openPayments.has(id)).map((application_id) => ({ application_id }));
    },
    [toCallPath(closePayments)]: async (body) =>
      openPayments.has(closePayments.request.parse(body).application_id) ? [{ state: 'pending' }] : [],
    [toCallPath(ensureOrder)]: async (body) => {
      const { application_id } = ensureOrder.request.parse(body);
      const order_id = orders.get(application_id) ?? `order_${randomBytes(7).toString('hex')}`;
      orders.set(application_id, order_id);
      await payment.beforeAnswer?.({ application_id, order_id });
      return [{ order_id, amount: 10000 }];
    },
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const url = request.url ?? '';
    const readBody = async () => JSON.parse((await text(request)) || '{}');
    const audit = audited[url];
    if (audit) return send(200, { status: 200, data: audit(await readBody()) });
    if (payment.mode === 'silent') return;
    if (payment.mode === 'down') return send(503, {});
    if (payment.mode === 'rejecting') return send(403, {});
    const answer = calls[url];
    if (!answer) return send(404, {});
    send(200, { status: 200, data: await answer(await readBody()) });
  };

  const server = createServer(handle);
  const port = Number(new URL(stage.urls.payment).port);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(payment, { orders, openPayments, stop });
}

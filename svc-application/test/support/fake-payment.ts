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

/** Implements svc-payment's calls: one order an application and one its revaluation, and heads of the audit log, which it stores in any mode. */
export async function startFakePayment(stage: TestEnvironment) {
  const payment: Payment = { mode: 'ok' };
  const orders = new Map<string, string>();
  /** Applications with money in transit. */
  const openPayments = new Set<string>();
  const heads: AuditHead[] = [];
  const headCalls = findHeadCalls('application');

  const calls: Record<string, (body: unknown) => object[] | Promise<object[]>> = {
    [toCallPath(headCalls.list)]: () => heads,
    [toCallPath(headCalls.store)]: (body) => {
      const { signature: _, ...head } = headCalls.store.request.parse(body);
      heads.push(head);
      return [{ is_stored: true, last: head.sequence }];
    },
    [toCallPath(findOpenPayments)]: (body) => {
      const ids = findOpenPayments.request.parse(body).application_ids;
      return ids.filter((id) => openPayments.has(id)).map((application_id) => ({ application_id }));
    },
    [toCallPath(closePayments)]: (body) =>
      openPayments.has(closePayments.request.parse(body).application_id) ? [{ state: 'pending' }] : [],
    [toCallPath(ensureOrder)]: async (body) => {
      const { application_id, purpose } = ensureOrder.request.parse(body);
      const key = purpose === 'application' ? application_id : `${application_id} ${purpose}`;
      const order_id = orders.get(key) ?? `order_${randomBytes(7).toString('hex')}`;
      orders.set(key, order_id);
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
    const isAudit = url === toCallPath(headCalls.list) || url === toCallPath(headCalls.store);
    const mode = isAudit ? 'ok' : payment.mode;
    if (mode === 'silent') return;
    if (mode !== 'ok') return send(mode === 'down' ? 503 : 403, {});
    const data = await calls[url]?.(JSON.parse((await text(request)) || '{}'));
    send(data ? 200 : 404, { status: 200, data });
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

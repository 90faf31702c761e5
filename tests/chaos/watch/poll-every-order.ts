import { setTimeout as pause } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';

const CHECK_INTERVAL_MS = 500;
const DUE_NOW = new Date(0);

/**
 * Makes the next poll of every order due, and waits until each was polled: a paid order is otherwise polled
 * a day later only. Returns the number of orders that were not polled within `timeoutMs`.
 */
export async function pollEveryOrder(client: MongoClient, timeoutMs: number): Promise<number> {
  const orders = client.db('archaka_payment').collection('orders');
  const scheduled = await orders.find({ due_at: { $type: 'date' } }, { projection: { _id: 1 } }).toArray();
  let unpolled = scheduled.map(({ _id }) => _id);
  await orders.updateMany({ _id: { $in: unpolled } }, { $set: { due_at: DUE_NOW, lease: null } });

  const deadline = performance.now() + timeoutMs;
  const isWaiting = { $or: [{ due_at: DUE_NOW }, { lease: { $type: 'string' as const } }] };
  while (unpolled.length > 0 && performance.now() < deadline) {
    await pause(CHECK_INTERVAL_MS);
    const waiting = await orders
      .find({ _id: { $in: unpolled }, ...isWaiting }, { projection: { _id: 1 } })
      .toArray();
    unpolled = waiting.map(({ _id }) => _id);
  }
  return unpolled.length;
}

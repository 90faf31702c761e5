import { eventually } from '@archaka/test-kit';
import { createConnection } from 'mongoose';

/** svc-payment's database, to see that nothing is left to do, or what is kept. */
export async function openPaymentDatabase(mongoUrl: string) {
  const name = `${new URL(mongoUrl).pathname.slice(1)}_payment`;
  const connection = await createConnection(mongoUrl, { dbName: name }).asPromise();
  const evidence = connection.collection('evidence');
  const outbox = connection.collection('outbox');
  return {
    evidence,
    orders: connection.collection('orders'),
    attempts: connection.collection('attempts'),
    auditEntries: connection.collection('audit_entries'),
    /** All evidence is worked on, every event is sent. */
    whenIdle: () =>
      eventually(
        async () =>
          (await evidence.countDocuments({ due_at: { $type: 'date' } })) + (await outbox.countDocuments()) ===
          0,
        { timeoutMs: 30_000 },
      ),
    close: () => connection.close(),
  };
}
export type PaymentDatabase = Awaited<ReturnType<typeof openPaymentDatabase>>;

import { eventually, type TestEnvironment } from '@archaka/test-kit';

/** Reads svc-payment's database, to wait for the end of its work or to inspect it. */
export async function openPaymentDatabase(environment: TestEnvironment) {
  const database = await environment.openDatabase('payment');
  const evidence = database.collection('evidence');
  const outbox = database.collection('outbox');
  return {
    evidence,
    orders: database.collection('orders'),
    attempts: database.collection('attempts'),
    auditEntries: database.collection('audit_entries'),
    /** All evidence is processed, every event is sent. */
    whenIdle: () =>
      eventually(
        async () =>
          (await evidence.countDocuments({ due_at: { $type: 'date' } })) + (await outbox.countDocuments()) ===
          0,
        { timeoutMs: 30_000 },
      ),
  };
}
export type PaymentDatabase = Awaited<ReturnType<typeof openPaymentDatabase>>;

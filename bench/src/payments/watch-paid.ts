import mongoose from 'mongoose';

export interface PaidWatch {
  /** Time of the event that the order's application is paid, by `performance.now()`. */
  waitForPaidAt(orderId: string): Promise<number>;
  close(): Promise<void>;
}

/** Receives the event of every application that becomes 'S', at less cost to the portal than polling. */
export async function watchPaid(mongoUrl: string): Promise<PaidWatch> {
  const connection = await mongoose.createConnection(mongoUrl, { dbName: 'archaka_application' }).asPromise();
  const paid = new Map<string, PromiseWithResolvers<number>>();
  const findOrCreate = (orderId: string) => {
    const existing = paid.get(orderId) ?? Promise.withResolvers<number>();
    paid.set(orderId, existing);
    return existing;
  };
  const stream = connection
    .collection('applications')
    .watch([{ $match: { 'updateDescription.updatedFields.state': 'paid' } }], {
      fullDocument: 'updateLookup',
    });
  stream.on('change', (change) => {
    const { fullDocument } = change as { fullDocument?: { orderId?: string } };
    if (fullDocument?.orderId) findOrCreate(fullDocument.orderId).resolve(performance.now());
  });
  return {
    waitForPaidAt: (orderId) => findOrCreate(orderId).promise,
    async close() {
      await stream.close();
      await connection.close();
    },
  };
}

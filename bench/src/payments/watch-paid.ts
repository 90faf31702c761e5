import mongoose from 'mongoose';

export interface PaidWatch {
  /** When the application of this order was told to be paid, by `performance.now()`. */
  waitForPaidAt(orderId: string): Promise<number>;
  close(): Promise<void>;
}

/** Hears of every application that becomes 'S', at less cost to the portal than asking it again and again. */
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

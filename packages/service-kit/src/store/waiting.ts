import type { Model } from 'mongoose';

/** What waits in a collection whose rows leave it when they are done. */
export interface Waiting {
  readonly rows: number;
  /** Of those that are not parked; 0 when there is none. As wrong as the clock of whoever wrote the row. */
  readonly oldestSeconds: number;
  /** Those that nothing tries any more until an operator does. */
  readonly parked: number;
}

const nothing: Waiting = { rows: 0, oldestSeconds: 0, parked: 0 };

/**
 * Reads the whole collection, which is small while all goes well.
 * @param since - the field of a row's time, `$writtenAt`
 * @param isParked - an expression on a row
 */
export async function waitingIn<Row>(
  model: Model<Row>,
  { since, isParked }: { readonly since: `$${string}`; readonly isParked: object | `$${string}` },
): Promise<Waiting> {
  const age = { $divide: [{ $subtract: ['$$NOW', since] }, 1000] };
  const [waiting = nothing] = await model.aggregate<Waiting>([
    {
      $group: {
        _id: null,
        rows: { $sum: 1 },
        oldestSeconds: { $max: { $cond: [isParked, 0, age] } },
        parked: { $sum: { $cond: [isParked, 1, 0] } },
      },
    },
    { $unset: '_id' },
  ]);
  return waiting;
}

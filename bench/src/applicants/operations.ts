import { mongo } from 'mongoose';
import type { Figure } from '../table.ts';

/** Counters of MongoDB's operations since its start. */
export interface Operations {
  /** Documents inserted, updated and removed. */
  readonly writes: number;
  readonly queries: number;
  readonly transactions: number;
  /** Size of the oplog, which must not have reached its limit. */
  readonly oplogBytes: number;
}

interface ServerStatus {
  readonly opcounters: Readonly<Record<'query' | 'getmore', number>>;
  readonly metrics: { readonly document: Readonly<Record<'inserted' | 'updated' | 'deleted', number>> };
  readonly transactions: { readonly totalCommitted: number };
}

export async function readOperations(mongoUrl: string): Promise<Operations> {
  const client = await new mongo.MongoClient(mongoUrl).connect();
  try {
    const status = (await client.db('admin').command({ serverStatus: 1 })) as unknown as ServerStatus;
    const [oplog] = await client
      .db('local')
      .collection('oplog.rs')
      .aggregate<{ storageStats: { size: number } }>([{ $collStats: { storageStats: {} } }])
      .toArray();
    const { inserted, updated, deleted } = status.metrics.document;
    return {
      writes: Number(inserted) + Number(updated) + Number(deleted),
      queries: Number(status.opcounters.query) + Number(status.opcounters.getmore),
      transactions: Number(status.transactions.totalCommitted),
      oplogBytes: Number(oplog?.storageStats.size),
    };
  } finally {
    await client.close();
  }
}

/** Includes the services' idle operations. */
export function createOperationsFigure(
  { before, after }: Record<'before' | 'after', Operations>,
  applicants: number,
): Figure {
  const formatPerApplicant = (key: keyof Operations) => ((after[key] - before[key]) / applicants).toFixed(0);
  return {
    name: 'MongoDB for an applicant',
    measured: `${formatPerApplicant('writes')} documents written, ${formatPerApplicant('queries')} queries, ${formatPerApplicant('transactions')} transactions, ${formatPerApplicant('oplogBytes')} bytes of oplog`,
  };
}

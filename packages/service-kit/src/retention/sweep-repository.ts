import type { Connection } from 'mongoose';
import type { SweepResult } from './sweep.ts';

interface SweepRow {
  _id: string;
  sweptAt: Date;
  oldestDueAt: Date | null;
}

export interface SweepMetrics {
  readonly retention_overdue_oldest_seconds: number;
  readonly retention_swept_seconds: number;
}

/** The outcome of each kind's last completed sweep, which all instances report. */
export interface SweepRepository {
  record(kind: string, result: SweepResult): Promise<void>;
  /** 0 before the first sweep. Ages by the database's clock. */
  readMetrics(kinds: readonly string[]): Promise<SweepMetrics>;
}

const age = (field: string) => ({ $divide: [{ $subtract: ['$$NOW', field] }, 1000] });

export function createSweepRepository(connection: Connection): SweepRepository {
  const rows = connection.collection<SweepRow>('retentionsweeps');
  return {
    async record(kind, { oldestDueAt }) {
      const swept = { sweptAt: '$$NOW', oldestDueAt: { $literal: oldestDueAt } };
      await rows.updateOne({ _id: kind }, [{ $set: swept }], { upsert: true });
    },
    async readMetrics(kinds) {
      const [oldest] = await rows
        .aggregate<{ overdue: number | null; swept: number }>([
          { $match: { _id: { $in: [...kinds] } } },
          { $group: { _id: null, dueAt: { $min: '$oldestDueAt' }, sweptAt: { $min: '$sweptAt' } } },
          { $project: { overdue: age('$dueAt'), swept: age('$sweptAt') } },
        ])
        .toArray();
      return {
        retention_overdue_oldest_seconds: Math.max(oldest?.overdue ?? 0, 0),
        retention_swept_seconds: oldest?.swept ?? 0,
      };
    },
  };
}

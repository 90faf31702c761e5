import { UNSEALED } from '@archaka/contracts';
import { defineJob, type Job } from '../jobs.ts';
import { registerGauges } from '../metrics.ts';
import { MAX_COUNT } from '../queue/backlog.ts';
import type { AuditModels } from './audit-models.ts';
import { type SealingContext, sealEntries } from './seal-entries.ts';

const SEAL_MS = 2000;

export const createSealingJob = (context: SealingContext): Job =>
  defineJob({
    name: 'seal-audit',
    ms: SEAL_MS,
    async run(signal) {
      while (!signal.aborted && (await sealEntries(context)) > 0);
    },
  });

/** The keys are metric names. Counts up to 10,000. */
async function readAuditBacklog({ entries }: AuditModels) {
  const [count, [oldest]] = await Promise.all([
    entries.countDocuments({ block: UNSEALED }, { limit: MAX_COUNT }),
    entries.aggregate<{ seconds: number }>([
      { $match: { block: UNSEALED } },
      { $sort: { at: 1 } },
      { $limit: 1 },
      { $project: { seconds: { $divide: [{ $subtract: ['$$NOW', '$at'] }, 1000] } } },
    ]),
  ]);
  return { audit_unsealed_entries: count, audit_unsealed_oldest_seconds: oldest?.seconds ?? 0 };
}

export const registerAuditMetrics = (models: AuditModels): void =>
  registerGauges(
    {
      audit_unsealed_entries: 'Entries of the audit log that no block seals yet, up to 10,000',
      audit_unsealed_oldest_seconds: 'Age of the oldest unsealed entry',
    },
    () => readAuditBacklog(models),
  );

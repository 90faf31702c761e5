import { UNSEALED } from '@archaka/contracts';
import type { PrivateJwk } from '../config.ts';
import { defineJob, type Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import { registerGauges } from '../metrics.ts';
import { MAX_COUNT } from '../queue/backlog.ts';
import type { AuditModels } from './audit-models.ts';
import { sealEntries, signHead } from './seal-entries.ts';
import { createAuditSigner } from './signatures.ts';

const SEAL_MS = 2000;

interface AuditJobOptions {
  readonly models: AuditModels;
  readonly service: string;
  readonly key: PrivateJwk;
  readonly log: Log;
}

/** Signs before and after sealing: a day that ended in a crash still gets its head. */
export function createAuditJob({ models, service, key, log }: AuditJobOptions): Job {
  const context = { models, service, sign: createAuditSigner(key), log };
  return defineJob({
    name: 'seal-audit',
    ms: SEAL_MS,
    async run(signal) {
      await signHead(context);
      while (!signal.aborted && (await sealEntries(models)) > 0);
      await signHead(context);
    },
  });
}

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

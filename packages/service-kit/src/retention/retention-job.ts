import { defineJob, type Job } from '../jobs.ts';
import { registerGauges } from '../metrics.ts';
import { createSweepRepository } from './sweep-repository.ts';
import { createSweeper, type SweeperOptions } from './sweeper.ts';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 6 * HOUR_MS;

/** @throws ConfigurationError for a retention file that does not fit. */
export async function prepareRetentionJobs(options: SweeperOptions): Promise<Job[]> {
  const { db } = options;
  const sweeper = createSweeper(options);
  await sweeper.check();
  const { kinds } = sweeper;
  registerGauges(
    {
      retention_overdue_oldest_seconds: 'Age of the oldest overdue data that the last sweeps did not delete',
      retention_swept_seconds: 'Time since the oldest of the last sweeps of each kind',
    },
    () => createSweepRepository(db.connection).readMetrics(kinds),
  );
  return [
    defineJob({
      name: 'retention',
      ms: INTERVAL_MS,
      run: async (signal) => void (await sweeper.sweep(signal)),
    }),
  ];
}

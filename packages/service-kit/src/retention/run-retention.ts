import { parseArgs } from 'node:util';
import type { Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import type * as z from 'zod';
import { createServiceSigner } from '../auth/service-tokens.ts';
import { addressVariables, baseConfig } from '../config.ts';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import { runCommand } from '../run-command.ts';
import type { ServiceClient } from '../service-client.ts';
import { formatPreview, formatSweep } from './report.ts';
import type { RetainedData } from './retained-data.ts';
import { createSweeper } from './sweeper.ts';

const USAGE = 'Usage: npm run retention [-- --dry-run], which only lists the data that a sweep would delete.';

export const retentionConfig = baseConfig
  .pick({ MONGO_URL: true, EXAM_FILE: true, RETENTION_FILE: true, SERVICE_KEY: true })
  .extend(addressVariables);
type RetentionConfig = z.output<typeof retentionConfig>;

interface RetentionCommand<Config extends RetentionConfig> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  readonly createData: (context: {
    readonly db: Database;
    readonly config: Config;
    readonly services: ServiceClient;
    readonly log: Log;
  }) => readonly RetainedData[] | Promise<readonly RetainedData[]>;
}

function parseOptions(args: string[]): { readonly isDryRun: boolean } {
  try {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' } } });
    return { isDryRun: values['dry-run'] === true };
  } catch {
    throw new CommandError(USAGE);
  }
}

/** Exit code 0: done, 1: a kind could not be read or swept, 2: failure. */
export const runRetention = <Config extends RetentionConfig>({
  service,
  config: schema,
  createData,
}: RetentionCommand<Config>): Promise<void> =>
  runCommand({
    name: 'retention',
    service,
    config: schema,
    parseOptions,
    permission: () => 'retention',
    audit: {
      action: 'command.retention',
      describe: ({ options: { isDryRun } }) => ({ detail: { dry_run: isDryRun } }),
    },
    run: async ({ db, config, options, log }) => {
      const { createServiceClient } = await import('../service-client.ts');
      const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
      try {
        const data = await createData({ db, config, services, log });
        const sweeper = createSweeper({ service, data, files: config, db, log });
        const results = options.isDryRun
          ? formatPreview(await sweeper.preview())
          : formatSweep(await sweeper.sweep(new AbortController().signal));
        console.log([`svc-${service}`, ...results.lines].join('\n'));
        return results.isComplete ? 0 : 1;
      } finally {
        await services.close();
      }
    },
  });

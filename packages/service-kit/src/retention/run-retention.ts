import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { createServiceSigner } from '../auth/service-tokens.ts';
import { exitCodes } from '../command-line.ts';
import { addressVariables, baseConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { retentionCommandLine } from '../operators/index.ts';
import type { Database } from '../persistence/database.ts';
import { runCommand } from '../run-command.ts';
import type { ServiceClient } from '../service-client.ts';
import { formatPreview, formatSweep } from './report.ts';
import type { RetainedData } from './retained-data.ts';
import { createSweeper } from './sweeper.ts';

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

export const runRetention = <Config extends RetentionConfig>({
  service,
  config: schema,
  createData,
}: RetentionCommand<Config>): Promise<void> =>
  runCommand({
    commandLine: retentionCommandLine,
    service,
    config: schema,
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
        const format = { service: `svc-${service}`, json: options.json };
        const { lines, isComplete } = options.isDryRun
          ? formatPreview(await sweeper.preview(), format)
          : formatSweep(await sweeper.sweep(new AbortController().signal), format);
        console.log(lines.join('\n'));
        return isComplete ? 0 : exitCodes.failure;
      } finally {
        await services.close();
      }
    },
  });

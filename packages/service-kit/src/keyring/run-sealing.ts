import type { Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import type * as z from 'zod';
import { findOldDataKeys } from '../data-keys/old-data-keys.ts';
import type { MasterKeyConfig } from '../data-keys/open-kms.ts';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import { runCommand } from '../run-command.ts';
import { type OldRows, rewriteRows } from './rewrite-rows.ts';

interface SealingCommand<Config> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** Rows with personal data that is not sealed yet. */
  readonly findPlainRows: (context: {
    db: Database;
    config: Config;
    log: Log;
  }) => Promise<readonly OldRows[]>;
}

/** Resumable. Exit code 0: nothing plain is left, 1: rows are left, 2: failure. */
export const runSealing = <Config extends { readonly MONGO_URL: string } & MasterKeyConfig>({
  service,
  config,
  findPlainRows,
}: SealingCommand<Config>): Promise<void> =>
  runCommand({
    name: 'seal',
    service,
    config,
    parseOptions: (args) => {
      if (args.length > 0) throw new CommandError('This takes no arguments.');
    },
    permission: () => 'rotate',
    audit: { action: 'command.rotate', describe: () => ({ detail: { which: 'seal' } }) },
    run: async ({ db, config: values, log }) => {
      const plain = await findPlainRows({ db, config: values, log });
      // AWS KMS rotates a key by itself; only data keys from before it are wrapped anew.
      const old = values.KMS_KEY_ID ? await findOldDataKeys(service, { db, config: values }) : [];
      let left = 0;
      for (const rows of [...plain, ...old]) {
        const before = await rows.count();
        const remaining = await rewriteRows(rows, ({ done, total, perSecond }) =>
          console.log(`${done} of ${total} ${rows.name}, ${perSecond} a second`),
        );
        console.log(`svc-${service}: ${before} ${rows.name} to seal before, ${remaining} after`);
        left += remaining;
      }
      return left > 0 ? 1 : 0;
    },
  });

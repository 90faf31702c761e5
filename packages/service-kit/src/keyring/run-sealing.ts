import type { Service } from '@archaka/contracts';
import type * as z from 'zod';
import { findOldDataKeys } from '../data-keys/old-data-keys.ts';
import type { MasterKeyConfig } from '../data-keys/open-kms.ts';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import type { OldRows } from './rewrite-rows.ts';
import { runRewriting } from './run-rewriting.ts';

interface SealingCommand<Config> {
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  readonly findPlainRows: (context: {
    db: Database;
    config: Config;
    log: Log;
  }) => Promise<readonly OldRows[]>;
}

/** Exit codes of `runRewriting`. */
export const runSealing = <Config extends { readonly MONGO_URL: string } & MasterKeyConfig>({
  service,
  config,
  findPlainRows,
}: SealingCommand<Config>): Promise<void> =>
  runRewriting({
    name: 'seal',
    service,
    config,
    state: 'to seal',
    findRows: async (context) => {
      const plain = await findPlainRows(context);
      // AWS KMS rotates its keys itself; only data keys that another master key wraps are rewrapped.
      const old = context.config.KMS_KEY_ID ? await findOldDataKeys(service, context) : [];
      return [...plain, ...old];
    },
  });

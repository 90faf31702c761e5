import type { Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import type * as z from 'zod';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import { runCommand } from '../run-command.ts';
import { formatProgress, type OldRows, rewriteRows } from './rewrite-rows.ts';

interface RewritingCommand<Config> {
  /** Without arguments. */
  readonly name: string;
  readonly service: Service;
  readonly config: z.ZodType<Config>;
  /** What the counts are of: 3 documents `to seal` before, 0 after. */
  readonly state: string;
  readonly findRows: (context: { db: Database; config: Config; log: Log }) => Promise<readonly OldRows[]>;
}

/** Rewrites rows while the service runs. Resumable. Exit code 0: none is left, 1: rows are left, 2: failure. */
export const runRewriting = <Config extends { readonly MONGO_URL: string }>({
  name,
  service,
  config,
  state,
  findRows,
}: RewritingCommand<Config>): Promise<void> =>
  runCommand({
    name,
    service,
    config,
    parseOptions: (args) => {
      if (args.length > 0) throw new CommandError('This command has no arguments.');
    },
    permission: () => 'rotate',
    audit: { action: 'command.rotate', describe: () => ({ detail: { which: name } }) },
    run: async ({ db, config: values, log }) => {
      let left = 0;
      for (const rows of await findRows({ db, config: values, log })) {
        const before = await rows.count();
        const remaining = await rewriteRows(rows, (progress) => console.log(formatProgress(progress)));
        console.log(`svc-${service}: ${before} ${rows.name} ${state} before, ${remaining} after`);
        left += remaining;
      }
      return left > 0 ? 1 : 0;
    },
  });

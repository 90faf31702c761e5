/**
 * Removes from backups the keys of persons who were erased since, so that their data in the backups cannot be opened.
 *
 *     npm run forget-erased -- <backup folder> [<another> …] [--operator <name>] [--why <reason>]
 *
 * Exit code 0: done; 2: failure, after which the command may be repeated.
 */
import { resolve } from 'node:path';
import { CommandError, splitOperatorArguments } from '@archaka/operators';
import { forgetErased, readErasures } from './backup/forget-erased.ts';
import { openStoreForRead } from './backup/open-store.ts';
import { recordCommand } from './backup/record-command.ts';
import { withClient } from './backup/with-client.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify } from './operators/identify-operator.ts';

await runOperatorCommand('forget-erased', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  if (args.length === 0 || args.some((each) => each.startsWith('-')))
    throw new CommandError('Usage: npm run forget-erased -- <backup folder> [<another> …].');
  const identify = createIdentify('backup', { given, settings });
  const store = await openStoreForRead(settings, console.log);
  try {
    const erasures = await withClient(store.mongoUrl, async (client) => {
      const operator = await identify(store.mongoUrl);
      await recordCommand(client, store.mongoUrl, { action: 'command.backup', operator });
      return readErasures(client, store.mongoUrl);
    });
    for (const folder of args.map((each) => resolve(process.env.INIT_CWD ?? process.cwd(), each))) {
      const forgotten = await forgetErased(folder, erasures);
      console.log(`${folder}: ${forgotten} ${forgotten === 1 ? 'key' : 'keys'} of erased persons removed.`);
    }
  } finally {
    await store.close();
  }
  return 0;
});

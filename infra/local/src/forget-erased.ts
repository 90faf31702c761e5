import { resolve } from 'node:path';
import type { CommandLine } from '@archaka/service-kit/command-line';
import { recordCommand, withClient } from './backup/databases.ts';
import { forgetErased, readErasures } from './backup/forget-erased.ts';
import { openStoreForRead } from './backup/open-store.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify } from './operators/identify-operator.ts';

const commandLine: CommandLine<readonly string[]> = {
  name: 'forget-erased',
  description:
    'Removes from backups the keys of persons who were erased since, so that their data in the backups cannot be opened. May be repeated after a failure.',
  examples: ['/backups/2026-11-20 /backups/2026-11-21'],
  define: (program, choose) => {
    program.argument('<folders...>', 'folders of backups').action((folders) => choose(folders));
  },
};

await runOperatorCommand(commandLine, async ({ given, options: folders, settings }) => {
  const identify = createIdentify('backup', { given, settings });
  const store = await openStoreForRead(settings, console.log);
  try {
    const erasures = await withClient(store.mongoUrl, async (client) => {
      const operator = await identify(store.mongoUrl);
      await recordCommand(client, store.mongoUrl, { action: 'command.backup', operator });
      return readErasures(client, store.mongoUrl);
    });
    for (const folder of folders.map((each) => resolve(process.env.INIT_CWD ?? process.cwd(), each))) {
      const forgotten = await forgetErased(folder, erasures);
      console.log(`${folder}: ${forgotten} ${forgotten === 1 ? 'key' : 'keys'} of erased persons removed.`);
    }
  } finally {
    await store.close();
  }
  return 0;
});

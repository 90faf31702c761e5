import { CommandError } from '../command-line.ts';
import { baseConfig } from '../config.ts';
import { indexesCommandLine } from '../operators/index.ts';
import { findUnknownIndexes } from '../persistence/indexes.ts';
import { readKnownIndexes } from '../persistence/instances.ts';
import { extractServiceArgument, runCommand } from './run-command.ts';

const service = extractServiceArgument();

await runCommand({
  commandLine: indexesCommandLine,
  service,
  config: baseConfig.pick({ MONGO_URL: true }),
  permission: () => 'indexes',
  audit: { action: 'command.indexes', describe: ({ options: { isDryRun } }) => ({ detail: { isDryRun } }) },
  run: async ({ db: { connection }, options: { isDryRun, json } }) => {
    const name = `svc-${service}`;
    const versions = await readKnownIndexes(connection);
    if (versions.length === 0)
      throw new CommandError(`No instance of ${name} runs, so its indexes are unknown: start it.`);
    const unknown = await findUnknownIndexes(connection, versions);
    for (const { collection, name: index } of unknown) {
      if (!isDryRun) await connection.collection(collection).dropIndex(index);
      if (json) console.log(JSON.stringify({ service: name, collection, index, isDropped: !isDryRun }));
      else console.log(`${name}: ${collection} ${index} ${isDryRun ? 'would be dropped' : 'dropped'}`);
    }
    if (unknown.length === 0 && !json) console.log(`${name}: every index is known`);
    return 0;
  },
});

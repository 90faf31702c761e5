import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mapAddressVariables } from '@archaka/contracts';
import { toPublicSliceKey } from '@archaka/slice-store';
import { runSliceCommand } from '@archaka/slice-store/command';
import { findLastRun, type Run } from './run-file.ts';
import { loadOrCreateSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

const componentByVariable: Readonly<Record<string, string>> = {
  SHELL_URL: 'shell',
  ...mapAddressVariables((service) => `svc-${service}`),
};

/** What was not given from outside: the store and the parts of the portal that runs with the data folder. */
const { dataDir, env } = readSettings([], process.env);
env.SLICE_STORE ||= join(dataDir, 'slices');
for (const [variable, address] of listAddresses(findLastRun(dataDir))) env[variable] ||= address;
if (existsSync(join(dataDir, 'secrets.json'))) {
  const { sliceKey } = loadOrCreateSecrets(dataDir, {});
  env.SLICE_KEY ||= JSON.stringify(sliceKey);
  env.SLICE_JWKS ||= JSON.stringify({ keys: [toPublicSliceKey(sliceKey)] });
}
process.exitCode = await runSliceCommand(process.argv.slice(2));

function listAddresses(run: Run | undefined): [variable: string, address: string][] {
  return Object.entries(componentByVariable).flatMap(([variable, component]) => {
    const port = run?.parts[component]?.port;
    return port === undefined ? [] : [[variable, `http://127.0.0.1:${port}`]];
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressVariables } from '@archaka/contracts';
import { publicSliceKey } from '@archaka/slice-store';
import { sliceCommand } from '@archaka/slice-store/command';
import { type Run, readRun } from './run-file.ts';
import { keepSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

const parts: Readonly<Record<string, string>> = {
  SHELL_URL: 'shell',
  ...addressVariables((service) => `svc-${service}`),
};

/** What was not given from outside: the store and the parts of the portal that runs with the data folder. */
const { dataDir, env } = readSettings([], process.env);
env.SLICE_STORE ||= join(dataDir, 'slices');
for (const [variable, address] of addressesIn(readRun(dataDir))) env[variable] ||= address;
if (existsSync(join(dataDir, 'secrets.json'))) {
  const { sliceKey } = keepSecrets(dataDir, {});
  env.SLICE_KEY ||= JSON.stringify(sliceKey);
  env.SLICE_JWKS ||= JSON.stringify({ keys: [publicSliceKey(sliceKey)] });
}
process.exitCode = await sliceCommand(process.argv.slice(2));

function addressesIn(run: Run | undefined): [variable: string, address: string][] {
  return Object.entries(parts).flatMap(([variable, part]) => {
    const port = run?.parts[part]?.port;
    return port === undefined ? [] : [[variable, `http://127.0.0.1:${port}`]];
  });
}

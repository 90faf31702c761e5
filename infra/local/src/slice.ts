import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mapAddressVariables } from '@archaka/contracts';
import type { OperatorOptions } from '@archaka/service-kit/operators';
import { toPublicSliceKey } from '@archaka/slice-store';
import { sliceCommandLine } from '@archaka/slice-store/command';
import { recordCommand, withClient } from './backup/databases.ts';
import { formatError, runOperatorCommand } from './operator-command.ts';
import { createIdentify } from './operators/identify-operator.ts';
import { findActiveRun, findLastRun, type Run } from './run-file.ts';
import { loadOrCreateSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The other commands only read. */
const CHANGES = ['publish', 'deploy', 'canary', 'promote', 'rollback', 'sign', 'keys'];

const componentByVariable: Readonly<Record<string, string>> = {
  SHELL_URL: 'shell',
  ...mapAddressVariables((service) => `svc-${service}`),
};

await runOperatorCommand(
  sliceCommandLine,
  async ({ given, options: { verb, slice = '', run }, settings }) => {
    completeEnvironment(settings);
    const by = CHANGES.includes(verb)
      ? await recordChange({ what: verb, slice }, { given, settings })
      : undefined;
    return run(by);
  },
);

/** Defaults of missing variables: the store and the components of the running portal of the data folder. */
function completeEnvironment({ dataDir, env }: Settings): void {
  env.SLICE_STORE ||= join(dataDir, 'slices');
  for (const [variable, address] of listAddresses(findLastRun(dataDir))) env[variable] ||= address;
  if (!existsSync(join(dataDir, 'secrets.json'))) return;
  const { sliceKey } = loadOrCreateSecrets(dataDir, {});
  env.SLICE_KEY ||= JSON.stringify(sliceKey);
  env.SLICE_JWKS ||= JSON.stringify({ keys: [toPublicSliceKey(sliceKey)] });
}

function listAddresses(run: Run | undefined): [variable: string, address: string][] {
  return Object.entries(componentByVariable).flatMap(([variable, component]) => {
    const port = run?.parts[component]?.port;
    return port === undefined ? [] : [[variable, `http://127.0.0.1:${port}`]];
  });
}

async function isAnswering(mongoUrl: string): Promise<boolean> {
  try {
    await withClient(mongoUrl, (client) => client.db('admin').command({ ping: 1 }));
    return true;
  } catch (error) {
    console.error(`slice: the audit log has no entry of this command: ${formatError(error)}`);
    return false;
  }
}

/**
 * A slice can be shipped while the store is down, possibly to repair it: its signature is checked in any case.
 * @returns the operator's id
 */
async function recordChange(
  detail: { what: string; slice: string },
  { given, settings }: { given: OperatorOptions; settings: Settings },
): Promise<string | undefined> {
  const mongoUrl = settings.env.MONGO_URL || findActiveRun(settings.dataDir)?.mongoUrl;
  if (!mongoUrl || !(await isAnswering(mongoUrl))) return undefined;
  const operator = await createIdentify('slice', { given, settings })(mongoUrl);
  await withClient(mongoUrl, (client) =>
    recordCommand(client, mongoUrl, { action: 'command.slice', operator, detail }),
  );
  return operator.id;
}

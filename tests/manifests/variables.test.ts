import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';
import { filterByKind, INSTALL_TIMEOUT_MS, type Manifest, OVERLAYS, renderManifests } from './render.ts';
import {
  COMPONENTS,
  type ConfigMap,
  type Deployment,
  type ExternalSecret,
  getMainContainer,
  isComponent,
  SERVICES,
} from './workload.ts';

/** Secrets that MongoDB's operator creates. */
const operatorSecrets = SERVICES.map((service) => `mongo-archaka-${service}`);

const toEntryPath = (component: string) =>
  `${ROOT}${component}${component === 'shell' ? '/server/main.ts' : '/src/main.ts'}`;

/** Reads a component's variables as its pod receives them, with the names of secrets in place of their values. */
function readVariables(component: Deployment, manifests: readonly Manifest[]) {
  const configMaps = new Map(
    filterByKind<ConfigMap>(manifests, 'ConfigMap').map(({ metadata, data }) => [metadata.name, data]),
  );
  const { env = [], envFrom = [] } = getMainContainer(component);
  const configVariables = envFrom.flatMap(({ configMapRef }) =>
    Object.entries(configMaps.get(configMapRef?.name ?? '') ?? {}),
  );
  const secrets = env.flatMap(({ name, valueFrom }) =>
    valueFrom?.secretKeyRef ? [{ variable: name, ...valueFrom.secretKeyRef }] : [],
  );
  const plainVariables = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
  return {
    plainVariables: Object.fromEntries([...configVariables, ...plainVariables]) as Record<string, string>,
    secrets,
  };
}

/** Starts the component with an invalid log level, so that it exits with all errors of its configuration. */
async function findComplaints(component: string, env: Record<string, string>): Promise<string[]> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const variables = { PATH, NODE_COMPILE_CACHE, ...env, LOG_LEVEL: 'no-such-level' };
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, [toEntryPath(component)], { env: variables }, (_error, _stdout, stderrText) =>
      resolve(stderrText),
    );
  });
  const complaints = /Invalid configuration: (.*)/.exec(stderr)?.[1];
  if (complaints === undefined) throw new Error(`${component} did not look at its configuration: ${stderr}`);
  return complaints.split('; ').filter((complaint) => !complaint.startsWith('LOG_LEVEL'));
}

describe.each(OVERLAYS)('in %s', (overlay) => {
  let manifests: Manifest[];
  let components: Deployment[];
  beforeAll(async () => {
    manifests = await renderManifests(overlay);
    components = filterByKind<Deployment>(manifests, 'Deployment').filter(isComponent);
  }, INSTALL_TIMEOUT_MS);

  test('sets every required variable of each component to a valid value', async () => {
    const complaints = components.map(async (component) => {
      const { plainVariables, secrets } = readVariables(component, manifests);
      const secretVariables = new Set(secrets.map(({ variable }) => variable));
      const variables = {
        ...plainVariables,
        ...Object.fromEntries([...secretVariables].map((variable) => [variable, 'secret'])),
      };
      const allComplaints = await findComplaints(component.metadata.name, variables);
      return allComplaints
        .filter((complaint) => !secretVariables.has(complaint.split(':')[0] ?? ''))
        .map((complaint) => `${component.metadata.name}: ${complaint}`);
    });
    expect(complaints).toHaveLength(COMPONENTS.length);
    expect((await Promise.all(complaints)).flat()).toEqual([]);
  });

  test('has no secret in a ConfigMap or in a variable’s value', () => {
    const plainNames = components.flatMap((component) =>
      Object.keys(readVariables(component, manifests).plainVariables),
    );
    expect(plainNames.filter((name) => /SECRET|PEPPER|PASSWORD|_KEY(S|_ID)?$/.test(name))).toEqual([]);
  });
});

test('has no dev inbox in production', async () => {
  const settings = filterByKind<ConfigMap>(await renderManifests('production'), 'ConfigMap').map(
    ({ data }) => data,
  );
  const expectedSettings = { NODE_ENV: 'production', SMS_PROVIDER: 'msg91' };
  expect(settings).toContainEqual(expect.objectContaining(expectedSettings));
});

test('reads every secret of production from the external store', async () => {
  const manifests = await renderManifests('production');
  const externalSecrets = filterByKind<ExternalSecret>(manifests, 'ExternalSecret').flatMap(
    ({ metadata, spec }) => spec.data.map(({ secretKey }) => `${metadata.name}/${secretKey}`),
  );
  const expectedSecrets = filterByKind<Deployment>(manifests, 'Deployment')
    .flatMap((component) => readVariables(component, manifests).secrets)
    .filter(({ name }) => !operatorSecrets.includes(name))
    .map(({ name, key }) => `${name}/${key}`);
  expect(expectedSecrets.length).toBeGreaterThan(10);
  expect(expectedSecrets.filter((secret) => !externalSecrets.includes(secret))).toEqual([]);
  expect(filterByKind(manifests, 'Secret')).toEqual([]);
});

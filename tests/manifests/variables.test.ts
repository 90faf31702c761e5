import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';
import { INSTALL_TIMEOUT_MS, type Manifest, OVERLAYS, ofKind, render } from './render.ts';
import { type ConfigMap, type Deployment, type ExternalSecret, isPart, mainOf, PARTS } from './workload.ts';

/** Made by the operator of MongoDB. */
const madeByOperators = /^mongo-archaka-svc-(auth|application|payment|ticket)$/;

const entryOf = (part: string) => `${ROOT}${part}${part === 'shell' ? '/server/main.ts' : '/src/main.ts'}`;

/** A part's variables as its pod gets them; what a secret holds is not known here. */
function variablesOf(part: Deployment, manifests: readonly Manifest[]) {
  const maps = new Map(
    ofKind<ConfigMap>(manifests, 'ConfigMap').map(({ metadata, data }) => [metadata.name, data]),
  );
  const { env = [], envFrom = [] } = mainOf(part);
  const known = envFrom.flatMap(({ configMapRef }) =>
    Object.entries(maps.get(configMapRef?.name ?? '') ?? {}),
  );
  const secrets = env.flatMap(({ name, valueFrom }) =>
    valueFrom?.secretKeyRef ? [{ variable: name, ...valueFrom.secretKeyRef }] : [],
  );
  const plain = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
  return { plain: Object.fromEntries([...known, ...plain]) as Record<string, string>, secrets };
}

/** Starts the part with a log level that no part has, so that it ends with all that it does not like. */
async function complaintsOf(part: string, env: Record<string, string>): Promise<string[]> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const given = { PATH, NODE_COMPILE_CACHE, ...env, LOG_LEVEL: 'no-such-level' };
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, [entryOf(part)], { env: given }, (_ended, _stdout, said) => resolve(said));
  });
  const complaints = /Configuration is not usable: (.*)/.exec(stderr)?.[1];
  if (complaints === undefined) throw new Error(`${part} did not look at its configuration: ${stderr}`);
  return complaints.split('; ').filter((complaint) => !complaint.startsWith('LOG_LEVEL'));
}

describe.each(OVERLAYS)('in %s', (overlay) => {
  let manifests: Manifest[];
  let parts: Deployment[];
  beforeAll(async () => {
    manifests = await render(overlay);
    parts = ofKind<Deployment>(manifests, 'Deployment').filter(isPart);
  }, INSTALL_TIMEOUT_MS);

  test('each part gets every variable that it demands, in a form that it takes', async () => {
    const complaints = parts.map(async (part) => {
      const { plain, secrets } = variablesOf(part, manifests);
      const hidden = new Set(secrets.map(({ variable }) => variable));
      const given = { ...plain, ...Object.fromEntries([...hidden].map((variable) => [variable, 'secret'])) };
      const all = await complaintsOf(part.metadata.name, given);
      return all
        .filter((complaint) => !hidden.has(complaint.split(':')[0] ?? ''))
        .map((complaint) => `${part.metadata.name}: ${complaint}`);
    });
    expect(complaints).toHaveLength(PARTS.length);
    expect((await Promise.all(complaints)).flat()).toEqual([]);
  });

  test('no secret stands in a ConfigMap or in a variable’s value', () => {
    const named = parts.flatMap((part) => Object.keys(variablesOf(part, manifests).plain));
    expect(named.filter((name) => /SECRET|PEPPER|PASSWORD|_KEY(S|_ID)?$/.test(name))).toEqual([]);
  });
});

test('production has no dev inbox', async () => {
  const settings = ofKind<ConfigMap>(await render('production'), 'ConfigMap').map(({ data }) => data);
  const wanted = { NODE_ENV: 'production', SMS_PROVIDER: 'msg91' };
  expect(settings).toContainEqual(expect.objectContaining(wanted));
});

test('in production every secret comes from outside', async () => {
  const manifests = await render('production');
  const external = ofKind<ExternalSecret>(manifests, 'ExternalSecret').flatMap(({ metadata, spec }) =>
    spec.data.map(({ secretKey }) => `${metadata.name}/${secretKey}`),
  );
  const wanted = ofKind<Deployment>(manifests, 'Deployment')
    .flatMap((part) => variablesOf(part, manifests).secrets)
    .filter(({ name }) => !madeByOperators.test(name))
    .map(({ name, key }) => `${name}/${key}`);
  expect(wanted.length).toBeGreaterThan(10);
  expect(wanted.filter((secret) => !external.includes(secret))).toEqual([]);
  expect(ofKind(manifests, 'Secret')).toEqual([]);
});

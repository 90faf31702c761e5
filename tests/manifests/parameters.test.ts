import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';
import { INSTALL_TIMEOUT_MS, renderFolder } from './render.ts';

const OVERLAY = 'infra/k8s/overlays/production';
const others = {
  INGRESS_NAMESPACE: 'other-ingress',
  MONITORING_NAMESPACE: 'other-monitoring',
  KEDA_NAMESPACE: 'other-keda',
  RABBITMQ_OPERATOR_NAMESPACE: 'other-operator',
  API_SERVER: '198.51.100.1/32',
  TRUSTED_PROXIES: '198.51.100.16/30',
  RUNBOOKS: 'https://runbooks.example',
};

let folder: string;
let production: string;
let other: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parameters-'));
  for (const path of ['infra/k8s', 'exams'])
    await cp(`${ROOT}${path}`, join(folder, path), { recursive: true });
  const lines = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, OVERLAY, 'cluster.env'), lines.join('\n'));
  production = await renderFolder(`${ROOT}${OVERLAY}`);
  other = await renderFolder(join(folder, OVERLAY));
}, INSTALL_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }));

test.each(Object.entries(others))('%s replaces its value everywhere', async (name, value) => {
  const parameters = await readFile(`${ROOT}${OVERLAY}/cluster.env`, 'utf8');
  const original = new RegExp(`^${name}=(.*)$`, 'm').exec(parameters)?.[1] ?? '';
  // As a whole value, in the name of a host, or before a path.
  const toPattern = (text: string) =>
    new RegExp(`(?:: |\\.)${text.replaceAll('.', '\\.')}(?=$|/|\\.svc)`, 'gm');
  const expected = production.match(toPattern(original))?.length ?? 0;
  expect(expected).toBeGreaterThan(0);
  expect(other.match(toPattern(value))).toHaveLength(expected);
  expect(other).not.toMatch(toPattern(original));
});

test('has no default for addresses, only examples that match none', async () => {
  const parameters = await readFile(`${ROOT}${OVERLAY}/cluster.env`, 'utf8');
  const addresses = [...parameters.matchAll(/^(?:API_SERVER|TRUSTED_PROXIES)=(.*)$/gm)].map(
    ([, value]) => value,
  );
  expect(addresses).toEqual([expect.stringMatching(/^192\.0\.2\./), expect.stringMatching(/^192\.0\.2\./)]);
});

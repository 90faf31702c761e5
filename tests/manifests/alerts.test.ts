import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findOrInstallPromtool } from '@archaka/engines';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { ROOT } from '../stages/stage.ts';
import { INSTALL_TIMEOUT_MS } from './render.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations?: { readonly summary: string; readonly runbook_url: string };
}
interface Groups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

const monitoring = `${ROOT}infra/k8s/monitoring/`;
const { spec }: { spec: Groups } = parse(readFileSync(`${monitoring}alerts.yaml`, 'utf8'));
const rules = spec.groups.flatMap((group) => group.rules);

let folder: string;
let promtool: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alerts-'));
  promtool = await findOrInstallPromtool();
}, INSTALL_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }));

/** The errors that promtool prints; empty when there are none. */
function findObjections(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

test('defines alerts that Prometheus can read', async () => {
  await writeFile(join(folder, 'alerts.yaml'), stringify(spec));
  expect(findObjections('check', 'rules', 'alerts.yaml')).toBe('');
});

test('raises each alert in its scenario only', async () => {
  // Without annotations, which the scenarios would have to repeat.
  const withoutAnnotations = spec.groups.map((group) => ({
    ...group,
    rules: group.rules.map(({ annotations: _, ...rule }) => rule),
  }));
  await writeFile(join(folder, 'bare.yaml'), stringify({ groups: withoutAnnotations }));
  const alertTests = readFileSync(join(import.meta.dirname, 'alert-stories.yaml'), 'utf8');
  await writeFile(join(folder, 'stories.yaml'), alertTests);
  expect(findObjections('test', 'rules', 'stories.yaml')).toBe('');
  const testedAlerts = new Set([...alertTests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name));
  expect(rules.map(({ alert }) => alert).filter((alert) => !testedAlerts.has(alert))).toEqual([]);
});

/** Runbooks that a person starts, not an alert. */
const WITHOUT_ALERT = ['README', 'DataBreach', 'KeyRotation'];

test('links each alert to a runbook, and each runbook to an alert', () => {
  expect(rules.map(({ annotations }) => annotations?.runbook_url)).toEqual(
    // The overlay sets the address of the folder.
    rules.map(({ alert }) => `RUNBOOKS/${alert}.md`),
  );
  const runbooks = globSync(`${ROOT}docs/runbooks/*.md`).map((file) => basename(file, '.md'));
  expect(runbooks.filter((runbook) => !WITHOUT_ALERT.includes(runbook)).sort()).toEqual(
    rules.map(({ alert }) => alert).sort(),
  );
});

test('names only existing commands in runbooks', () => {
  const runbooks = globSync(`${ROOT}docs/runbooks/*.md`).map((file) => readFileSync(file, 'utf8'));
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const npmScripts = runbooks.flatMap((text) =>
    [...text.matchAll(/npm run ([\w-]+)/g)].map(([, script]) => script),
  );
  const files = runbooks.flatMap((text) =>
    [...text.matchAll(/node \/portal\/([\w/-]+\.ts)/g)].map(([, file]) => file),
  );
  expect(Math.min(npmScripts.length, files.length)).toBeGreaterThan(0);
  expect(npmScripts.filter((script) => !((script as string) in scripts))).toEqual([]);
  expect(files.filter((file) => globSync(`${ROOT}${file}`).length === 0)).toEqual([]);
});

/** Metrics of Kubernetes' exporters, RabbitMQ, cert-manager and Prometheus. */
const FOREIGN_METRICS = /^(kube|kubelet|container|rabbitmq|certmanager)_|^(up|ALERTS)$/;

/** Names before a selector, without the suffixes of histograms. */
const findMetrics = (text: string): string[] =>
  [...text.matchAll(/\b([A-Za-z_]+)\{/g)].map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, ''));

test('registers every metric that alerts, dashboard and scaling query', () => {
  const sources = globSync(`${ROOT}{packages/{service-kit,privacy-kit},svc-*,shell}/{src,server}/**/*.ts`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const registeredMetrics = new Set(
    [...sources.matchAll(/\bname: '(\w+)'|^\s+(\w+): '[A-Z]/gm)].map(([, a, b]) => a ?? b),
  );
  const queriedMetrics = [
    ...rules.map(({ expr }) => expr),
    JSON.stringify(JSON.parse(readFileSync(`${monitoring}portal.json`, 'utf8'))).replaceAll('{{', ''),
    readFileSync(`${ROOT}infra/k8s/overlays/production/ticket-scaling.yaml`, 'utf8'),
  ].flatMap(findMetrics);
  const ownMetrics = [...new Set(queriedMetrics.filter((name) => !FOREIGN_METRICS.test(name)))];
  expect(ownMetrics.length).toBeGreaterThan(12);
  expect(ownMetrics.filter((name) => !registeredMetrics.has(name))).toEqual([]);
});

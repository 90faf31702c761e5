import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSlices } from '@archaka/contracts/slices';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

/** Permitted folders of a service's sources besides `main.ts`, `composition.ts` and `config.ts`. */
const folders = ['commands', 'domain', 'events', 'features', 'jobs', 'persistence', 'testing'];
/** Adapters of dependencies that no other service has. */
const adapters: Readonly<Record<string, string>> = {
  'svc-auth': 'sms',
  'svc-payment': 'razorpay',
  'svc-ticket': 'render',
};
const MAX_MAIN_LINES = 25;
/** Of a service that holds data of a person beside accounts. */
const PERSONAL_DATA = 'personal-data.ts';

const services = [
  ...listSlices(ROOT, 'svc').map((name) => [name, join(ROOT, name, 'src')] as const),
  ['what new-slice makes', join(ROOT, 'infra/local/new-slice/templates/service/src')] as const,
];

describe.each(services)('%s', (name, folder) => {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);

  test('has the same top-level files and folders of its sources as every service', () => {
    const sources = files.filter((file) => !file.endsWith('.test.ts') && file !== PERSONAL_DATA);
    expect(sources.toSorted()).toEqual(['composition.ts', 'config.ts', 'main.ts']);
    const allowed = [...folders, adapters[name]];
    const found = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(found.filter((entry) => !allowed.includes(entry))).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(['features', 'persistence']));
  });

  test('starts the result of its composition, in a few lines', () => {
    const main = read('main.ts');
    expect(main.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_MAIN_LINES);
    expect(main).toMatch(/^await runService\(\{[\s\S]*?\bbuild: [^\n]*\bcreateServiceModule\b/m);
    expect(main).toMatch(/import \{ createServiceModule \} from '\.\/composition\.ts'/);
    expect(read('composition.ts')).toMatch(/^export (async )?function createServiceModule\(/m);
  });

  test('has the kit serve audit log, retention, download and erasure by its declaration', () => {
    const composition = read('composition.ts');
    expect(composition).toMatch(/\bawait servePersonalData\('\w+', context, /);
    for (const part of ['handlers', 'jobs'])
      expect(composition).toMatch(new RegExp(`personalData\\.${part}\\b|\\{ handlers, jobs \\} = `));
    if (!files.includes(PERSONAL_DATA)) return;
    expect(composition).toContain('declarePersonalData(');
    for (const part of ['eventHandlers', 'queues']) expect(composition).toContain(`personalData.${part}`);
  });

  test('deletes the files of deleted rows from its bucket, where its rows have files', () => {
    const hasFiles = globSync('persistence/*.ts', { cwd: folder }).some((path) =>
      read(path).includes('storedFileFields'),
    );
    const sweeps = /\.\.\.createObjectSweeps\(\{[^}]*\bfields: fileFields\b/;
    expect(sweeps.test(read('composition.ts'))).toBe(hasFiles);
  });
});

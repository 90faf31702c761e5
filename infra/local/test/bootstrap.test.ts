import { eventually } from '@archaka/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { packages, WorkingCopy } from './working-copy.ts';

let workingCopy: WorkingCopy;
beforeEach(() => {
  workingCopy = new WorkingCopy();
});

const parseLastLine = (output: string) => JSON.parse(output.trim().split('\n').at(-1) ?? '');

test('installs the packages in a new clone, then runs the program on the pinned Node', async () => {
  workingCopy.stubNpm(workingCopy.createInstallScript());

  const { code, output } = await workingCopy.run(['start', '--fresh']);

  expect(output).toMatch(/^Installing \d+ npm packages \(npm ci\); this takes a minute or two …\n/);
  expect(workingCopy.readNpmCalls()).toEqual([expect.stringMatching(/^ci --include=dev /)]);
  expect(parseLastLine(output)).toEqual({
    args: ['--fresh'],
    node: process.execPath,
    cache: `${workingCopy.root}/.cache/node-compile`,
  });
  expect(code).toBe(3);
});

const node = { version: process.version.slice(1) };

test.each([
  ['has not changed', {}, {}, 1],
  ['has another package', {}, { 'node_modules/zod': { version: '4.0.0' } }, 2],
  [
    'has a workspace at another place',
    { 'node_modules/kit': { resolved: 'packages/kit', link: true } },
    { 'node_modules/kit': { resolved: 'infra/kit', link: true } },
    2,
  ],
])('installs again only when needed: the lock file %s', async (_what, before, after, installs) => {
  const lock = (entries: object) =>
    workingCopy.write('package-lock.json', packages({ 'node_modules/node': node, ...entries }));
  workingCopy.stubNpm(workingCopy.createInstallScript());
  lock(before);
  await workingCopy.run(['start']);
  lock(after);

  const { code, output } = await workingCopy.run(['start']);

  expect(code).toBe(3);
  expect(workingCopy.readNpmCalls()).toHaveLength(installs);
  if (installs === 1) expect(output).toMatch(/^\{.*\}\n$/);
});

test('two concurrent first starts install once', async () => {
  workingCopy.stubNpm(workingCopy.createInstallScript());

  const both = await Promise.all([workingCopy.run(['start']), workingCopy.run(['start'])]);

  expect(both.map(({ code }) => code)).toEqual([3, 3]);
  expect(workingCopy.readNpmCalls()).toHaveLength(1);
});

test.each([
  [
    'does not match the manifests',
    'echo "npm error code EUSAGE" >&2; exit 1',
    /npm ci failed: package-lock\.json does not match .* Run npm install .*\n$/,
  ],
  [
    'cannot be read from the registry',
    'echo "npm error code ENOTFOUND" >&2; exit 1',
    /ENOTFOUND\nnpm ci failed: check that the npm registry is reachable, and try again\.\n$/,
  ],
  ['has no npm to install it', undefined, /\nnpm is missing: install it .* try again\.\n$/],
])('stops with a remedy when the lock file %s', async (_what, npm, remedy) => {
  if (npm !== undefined) workingCopy.stubNpm(npm);

  const { code, output } = await workingCopy.run(['start']);

  expect(code).toBe(1);
  expect(output).toMatch(remedy);
  if (npm !== undefined) expect(workingCopy.readNpmCalls()).toHaveLength(1);
});

test('stops and names the package when npm installs another version than the lock file has', async () => {
  workingCopy.stubNpm(
    `${workingCopy.createInstallScript()}\nsed -i s/4.0.0/4.0.1/ node_modules/.package-lock.json`,
  );
  const locked = { 'node_modules/node': node, 'node_modules/zod': { version: '4.0.0' } };
  workingCopy.write('package-lock.json', packages(locked));

  const { code, output } = await workingCopy.run(['start']);

  expect(code).toBe(1);
  expect(output).toContain(
    'not install the versions of package-lock.json: node_modules/zod is 4.0.1, not 4.0.0.',
  );
});

test('fetches the binary of the pinned Node itself when install scripts are blocked', async () => {
  const name = `node-${process.platform}-${process.arch}`;
  workingCopy.stubNpm(`
    if [ "$1" = ci ]; then ${workingCopy.createInstallScript({ binary: false })}
    else mkdir -p node_modules/${name}/bin; ln -s '${process.execPath}' node_modules/${name}/bin/node; fi
  `);

  const { code, output } = await workingCopy.run(['start']);

  expect(workingCopy.readNpmCalls()[1]).toMatch(
    new RegExp(`^install .*--ignore-scripts.* ${name}@${process.version.slice(1)}$`),
  );
  expect(parseLastLine(output).node).toBe(`${workingCopy.root}/node_modules/node/bin/node`);
  expect(code).toBe(3);
});

test('reports a Node that is too old in one sentence', async () => {
  const pretend =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.19.0" } })';

  const { code, output } = await workingCopy.run(['start'], {
    flags: ['--import', `data:text/javascript,${pretend}`],
  });

  expect(code).toBe(1);
  expect(output).toBe(
    'The portal needs Node 20 or later. This is Node 18.19.0: install a newer one from https://nodejs.org.\n',
  );
});

test.each([
  ['becomes the program', []],
  [
    'passes on signal and exit code where it cannot',
    ['--import', 'data:text/javascript,delete process.execve'],
  ],
])('after a signal it %s', async (_how, flags) => {
  workingCopy.stubNpm(workingCopy.createInstallScript());
  const { child, output, closed } = workingCopy.start(['start', 'wait'], { flags });
  await eventually(() => output().includes('"args"'));

  child.kill('SIGTERM');

  expect(await closed).toEqual([7, null]);
});

test('lists the available programs', async () => {
  expect(await workingCopy.run(['stort'])).toEqual({
    code: 1,
    output:
      'Name one of: start, dev, new-slice, test, bench, screens, seed, try-files, cosmos, diagrams, configuration, contracts, fuzz, mutation, alone, chaos, abuse, reconcile, refunds, audit, rotate, sessions, operators, retention, indexes, staff, trace, doctor, backup, restore, forget-erased, slice.\n',
  });
});

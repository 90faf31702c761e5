import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import { getBuild, publish as putIntoStore, readDist } from '../build/published-build.ts';
import { sliceName } from '../build/slice-build.ts';
import { findMissingExports } from '../portal.ts';
import { verifyStore } from '../registry/change-registry.ts';
import { findLatestEntry } from '../registry/log.ts';
import { listBuilds } from '../registry/revision.ts';
import { signDeployed } from '../signature.ts';
import type { SliceStore } from '../store.ts';
import { type ChangeOptions, changeSlice } from './change.ts';
import { findSigningKey, getDistFolder, openStoreFromEnv, root } from './environment.ts';
import { listKeys, makeKey, trustKey } from './keys.ts';
import { list } from './list.ts';

const pageFile = z.object({ platform: z.array(z.string()) });

/** Includes slices that can be rolled back to. @throws CommandError for a folder without a shell build */
async function verifyShell(store: SliceStore, dist: string): Promise<string[]> {
  const sharedExports = await readSharedExports(dist);
  const builds = listBuilds((await findLatestEntry(store))?.revision.slices ?? {});
  const faults = builds.map(async ({ name, version }) => {
    const { facts } = await getBuild(store, name, version);
    return findMissingExports(sharedExports, facts.platform).map(
      (missing) => `${missing}: ${name} ${facts.version} (${version}) imports it.`,
    );
  });
  return (await Promise.all(faults)).flat();
}

async function readSharedExports(dist: string): Promise<string[]> {
  try {
    return pageFile.parse(JSON.parse(await readFile(path.join(dist, 'page.json'), 'utf8'))).platform;
  } catch {
    throw new CommandError(`${dist} is not a build of a shell that lists its shared exports (page.json).`);
  }
}

async function checkShell(dist: string): Promise<number> {
  const faults = await verifyShell(await openStoreFromEnv(process.env), dist);
  for (const fault of faults) console.error(`The shell lacks ${fault}`);
  if (faults.length === 0) console.log('The shell shares all imports of the slices.');
  return faults.length === 0 ? 0 : 1;
}

export interface SliceCommand {
  readonly verb: string;
  readonly slice?: string | undefined;
  /** Who changes a slice, when known better than by the command line. @returns the exit code: 0 done, 1 found wrong */
  readonly run: (by?: string) => number | Promise<number>;
}

type Program = Parameters<CommandLine<SliceCommand>['define']>[0];
type Choose = Parameters<CommandLine<SliceCommand>['define']>[1];

async function verify(slice: string | undefined): Promise<number> {
  const { faults, builds } = await verifyStore(await openStoreFromEnv(process.env), slice);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`The log and the ${builds.length} builds it names are as they were published.`);
  return 0;
}

/** For existing builds, before a shell gets its trusted keys. */
async function sign(): Promise<number> {
  const key = findSigningKey(process.env);
  if (!key)
    throw new CommandError('SLICE_KEY must contain the signing key: create one with slice keys make <file>.');
  const builds = await signDeployed(await openStoreFromEnv(process.env), key);
  for (const { name, version } of builds) console.log(`${name} ${version} is signed by ${key.kid}.`);
  return 0;
}

async function build(name: string): Promise<number> {
  const npm = spawn('npm', ['run', 'build', '-w', name], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new CommandError(`Building ${name} failed.`);
  const built = await readDist(name, getDistFolder(name));
  console.log(`${name} ${built.build.facts.version} is built: ${built.version}`);
  return 0;
}

async function publish(name: string, dist: string | undefined): Promise<number> {
  const store = await openStoreFromEnv(process.env);
  const key = findSigningKey(process.env);
  const version = await putIntoStore({ store, name, dist: getDistFolder(name, dist), key });
  console.log(`${name} ${version} is published${key ? `, signed by ${key.kid}` : ''}.`);
  return 0;
}

function parseName(text: string): string {
  if (sliceName.test(text)) return text;
  throw new CommandError(`'${text}' is not the name of a slice: these begin with mf-.`);
}

function parseShare(text: string): number {
  const percent = Number(text);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 99) return percent;
  throw new CommandError('--share is the percentage of the users that get the canary, from 1 to 99.');
}

const DIST = ['--dist <folder>', 'folder of the build, if not <name>/dist'] as const;
const BY = ['--by <who>', 'who changes the slice, for its log; by default from git'] as const;
const JSON_OPTION = ['--json', 'prints one JSON object a line', false] as const;
const NAME = ['<name>', 'name of the slice, such as mf-history', parseName] as const;
const ANY_NAME = ['[name]', 'one slice instead of all', parseName] as const;

function defineBuilds(program: Program, choose: Choose): void {
  program
    .command('build')
    .description('builds a slice')
    .argument(...NAME)
    .action((slice) => choose({ verb: 'build', slice, run: () => build(slice) }));
  program
    .command('publish')
    .description('writes a build to the store, where it can be deployed')
    .argument(...NAME)
    .option(...DIST)
    .action((slice, { dist }) => choose({ verb: 'publish', slice, run: () => publish(slice, dist) }));
}

function defineChanges(program: Program, choose: Choose): void {
  const chooseChange = (verb: 'deploy' | 'canary' | 'promote' | 'rollback', options: ChangeOptions) =>
    choose({
      verb,
      slice: options.name,
      run: (by) => changeSlice(verb, by === undefined ? options : { ...options, by }),
    });
  program
    .command('deploy')
    .description('serves a published build to everybody')
    .argument(...NAME)
    .argument('[version]', 'version, or its beginning; by default that of the build in --dist')
    .option(...DIST)
    .option(...BY)
    .action((name, version, options) => chooseChange('deploy', { name, version, ...options }));
  program
    .command('canary')
    .description('serves a published build to some users')
    .argument(...NAME)
    .argument('[version]', 'version, or its beginning; by default that of the build in --dist')
    .requiredOption('--share <percent>', 'percentage of the users, from 1 to 99', parseShare)
    .option(...DIST)
    .option(...BY)
    .action((name, version, options) => chooseChange('canary', { name, version, ...options }));
  for (const [verb, description] of [
    ['promote', 'serves the canary to everybody'],
    ['rollback', 'serves the build before'],
  ] as const)
    program
      .command(verb)
      .description(description)
      .argument(...NAME)
      .option(...BY)
      .action((name, options) => chooseChange(verb, { name, ...options }));
}

function defineChecks(program: Program, choose: Choose): void {
  program
    .command('list')
    .description('prints what is deployed')
    .argument(...ANY_NAME)
    .option('--log', 'prints every change instead', false)
    .option(...JSON_OPTION)
    .action((slice, options) => choose({ verb: 'list', slice, run: () => list(slice, options) }));
  program
    .command('verify')
    .description('compares the store with what was published')
    .argument(...ANY_NAME)
    .action((slice) => choose({ verb: 'verify', slice, run: () => verify(slice) }));
  program
    .command('check-shell')
    .description('searches for imports of deployed slices that a built shell lacks')
    .argument('<folder>', 'folder of the built shell')
    .action((folder) => choose({ verb: 'check-shell', run: () => checkShell(folder) }));
}

function defineKeys(program: Program, choose: Choose): void {
  program
    .command('sign')
    .description('signs what is deployed, with SLICE_KEY')
    .action(() => choose({ verb: 'sign', run: sign }));
  const keys = program.command('keys').description('manages the keys that sign builds');
  keys
    .command('make')
    .description('writes a new key and prints its public half')
    .argument('<file>', 'new file')
    .option('--slices <names>', 'slices that the key may sign, separated by commas', (text) =>
      text.split(','),
    )
    .action((file, { slices }) => choose({ verb: 'keys', run: () => makeKey(file, slices) }));
  keys
    .command('trust')
    .description('prints SLICE_JWKS with a further key')
    .argument('<file>', 'file with the public half')
    .action((file) => choose({ verb: 'keys', run: () => trustKey(file) }));
  keys
    .command('list')
    .description('prints the trusted keys')
    .action(() => choose({ verb: 'keys', run: listKeys }));
}

export const sliceCommandLine: CommandLine<SliceCommand> = {
  name: 'slice',
  description: 'Publishes and deploys slices. Exit code 1: something was rejected or found wrong, or failed.',
  examples: [
    'publish mf-history',
    'deploy mf-history',
    'canary mf-history --share 10',
    'rollback mf-history',
  ],
  define: (program, choose) => {
    defineBuilds(program, choose);
    defineChanges(program, choose);
    defineChecks(program, choose);
    defineKeys(program, choose);
  },
};

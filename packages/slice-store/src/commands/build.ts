import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CommandError } from '@archaka/command-line';
import { readDist } from '../build/read-dist.ts';
import { type CommandOptions, getSliceName } from './options.ts';

const root = path.join(import.meta.dirname, '../../../..');

export const getDistFolder = (options: CommandOptions): string =>
  path.resolve(options.dist ?? path.join(root, getSliceName(options), 'dist'));

export async function build(options: CommandOptions): Promise<number> {
  const name = getSliceName(options);
  const npm = spawn('npm', ['run', 'build', '-w', name], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new CommandError(`Building ${name} failed.`);
  const built = await readDist(name, getDistFolder(options));
  console.log(`${name} ${built.build.facts.version} is built: ${built.version}`);
  return 0;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import { readDist } from '../build/read-dist.ts';

const root = path.join(import.meta.dirname, '../../../..');

export const getDistFolder = (name: string, dist?: string): string =>
  path.resolve(dist ?? path.join(root, name, 'dist'));

export async function build(name: string): Promise<number> {
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

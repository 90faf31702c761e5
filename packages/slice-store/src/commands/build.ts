import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readDist } from '../build/read-dist.ts';
import { Refusal } from '../refusal.ts';
import { type Asked, sliceIn } from './asked.ts';

/** The checkout. */
const root = path.join(import.meta.dirname, '../../../..');

/** Where the build of the slice lies. */
export const distOf = (asked: Asked): string =>
  path.resolve(asked.dist ?? path.join(root, sliceIn(asked), 'dist'));

/** Builds a slice from its folder and tells the version that its content gives it. */
export async function build(asked: Asked): Promise<number> {
  const name = sliceIn(asked);
  const npm = spawn('npm', ['run', 'build', '-w', name], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Refusal(`${name} could not be built.`);
  const built = await readDist(name, distOf(asked));
  console.log(`${name} ${built.build.facts.version} is built: ${built.version}`);
  return 0;
}

import { join } from 'node:path';
import { handOver } from '../../bootstrap/hand-over.mjs';
import { Sentence } from '../sentence.ts';
import { readSettings, root } from '../settings.ts';
import { frontEnvironment, frontMain, frontOffset } from './front.ts';

const patienceMs = 5000;

/** @throws Sentence when no portal answers there */
export async function checkPortal(portal: URL): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(new URL('/slices.json', portal), { signal }).catch(() => undefined);
  if (answer?.ok) return;
  throw new Sentence(`No portal answers at ${portal.origin}: start one (npm start), or leave --portal out.`);
}

/** Becomes the front before a portal that runs already. */
export function workBeside(portal: URL, remotes: readonly string[]): void {
  const { port } = readSettings([], process.env);
  const front = frontEnvironment({ url: portal.origin, origin: portal.origin, remotes });
  Object.assign(process.env, front, { PORT: String(port + frontOffset) });
  handOver(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, frontMain)]);
}

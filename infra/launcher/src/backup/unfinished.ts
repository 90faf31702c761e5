import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sentence } from '../sentence.ts';

const markIn = (dataDir: string) => join(dataDir, 'restore.unfinished');

/** From the first change of a restore to its end: nobody must take half a portal for a whole one. */
export const markUnfinished = (dataDir: string): void => writeFileSync(markIn(dataDir), '');
export const markFinished = (dataDir: string): void => rmSync(markIn(dataDir), { force: true });

/** @throws Sentence when a restore into this data folder was interrupted */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(markIn(dataDir))) return;
  throw new Sentence(
    `A restore into ${dataDir} was interrupted: run npm run restore again with --over, or begin empty with npm start -- --fresh.`,
  );
}

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';

const getMarkerPath = (dataDir: string) => join(dataDir, 'restore.unfinished');

/** Exists from the first change of a restore to its end: it prevents the start of a partial portal. */
export const createRestoreMarker = (dataDir: string): void => writeFileSync(getMarkerPath(dataDir), '');
export const removeRestoreMarker = (dataDir: string): void => rmSync(getMarkerPath(dataDir), { force: true });

/** @throws CommandError when a restore into this data folder was interrupted */
export function assertRestoreFinished(dataDir: string): void {
  if (!existsSync(getMarkerPath(dataDir))) return;
  throw new CommandError(
    `A restore into ${dataDir} was interrupted: run npm run restore again with --over, or start empty with npm start -- --fresh.`,
  );
}

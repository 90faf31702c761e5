import { CommandError } from '@archaka/operators';
import { getArchivePath, hashFile, readArchive } from './archive-file.ts';
import type { AuditArchive } from './audit-models.ts';
import type { ReportFault } from './walk-chain.ts';

interface ArchivesToVerify {
  readonly archives: readonly AuditArchive[];
  readonly folder: string;
  readonly service: string;
  readonly report: ReportFault;
}

/** Compares each file with its record and its blocks with the chain. `archives`: by month. */
export async function verifyArchives({ archives, folder, service, report }: ArchivesToVerify): Promise<void> {
  let previous = '';
  for (const { _id: month, first, last, hash, sha256 } of archives) {
    const path = getArchivePath(folder, service, month);
    const fileHash = await hashFile(path).catch(() => undefined);
    if (fileHash === undefined) report('missing-archive', `${path} cannot be read.`);
    else if (fileHash !== sha256) report('changed-archive', `${path} was changed after it was written.`);
    else
      await readArchive(path, { first, last, previous }).catch((error: unknown) => {
        if (!(error instanceof CommandError)) throw error;
        report('changed-archive', `${path}: ${error.message}`);
      });
    previous = hash;
  }
}

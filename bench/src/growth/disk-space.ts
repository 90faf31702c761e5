import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Includes indexes, oplog and journal. */
const BYTES_PER_APPLICANT = 24_000;
const RESERVED_BYTES = 5e9;

const formatBytes = (bytes: number): string => `${(bytes / 1e9).toFixed(0)} GB`;

/** Advice if the disk is too small for so many applicants; else undefined. */
export function describeShortage(applicants: number, freeBytes: number): string | undefined {
  const needed = RESERVED_BYTES + applicants * BYTES_PER_APPLICANT;
  if (freeBytes >= needed) return undefined;
  return `${applicants} applicants need ${formatBytes(needed)} of disk in ${tmpdir()}, and ${formatBytes(freeBytes)} are free: use smaller --sizes, or set TMPDIR.`;
}

/** @throws Error with this advice */
export async function assertDiskSpace(applicants: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const shortage = describeShortage(applicants, bavail * bsize);
  if (shortage) throw new Error(shortage);
}

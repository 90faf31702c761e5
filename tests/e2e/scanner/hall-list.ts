import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HALL_LIST_FILE } from '@archaka/contracts';
import type { PortalAddresses } from '@archaka/test-kit';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const BOOTSTRAP = fileURLToPath(new URL('../../../infra/local/bootstrap.mjs', import.meta.url));

/** The list for scanners from `npm run hall-pack`. */
export async function exportHallList({ dataDir }: PortalAddresses, centre: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hall-pack-'));
  try {
    const args = [BOOTSTRAP, 'hall-pack', '--centre', centre, '--out', folder];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } });
    return await readFile(join(folder, 'scanner-list.zip'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file with one entry replaced or removed. */
function replaceEntries(zip: Buffer, change: (entries: Record<string, Uint8Array>) => void): Buffer {
  const entries = unzipSync(zip);
  change(entries);
  return Buffer.from(zipSync(entries, { level: 0 }));
}

/** Header, payload and signature of the list. */
const replaceParts = (zip: Buffer, change: (parts: string[]) => string[]) =>
  replaceEntries(zip, (entries) => {
    const parts = strFromU8(entries[HALL_LIST_FILE] as Uint8Array).split('.');
    entries[HALL_LIST_FILE] = strToU8(change(parts).join('.'));
  });

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decodePart = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Variants of the file with each possible fault. */
export const createWrongLists = (zip: Buffer) => ({
  'with another name in it': replaceParts(zip, ([header = '', payload, signature = '']) => {
    const list = decodePart(payload);
    list.tickets[0].name = 'Somebody Else';
    return [header, encodePart(list), signature];
  }),
  'with another photo in it': replaceEntries(zip, (entries) => {
    const photo = Object.keys(entries).find((name) => name.endsWith('.jpg')) ?? '';
    entries[photo] = strToU8('another');
  }),
  'with a photo missing': replaceEntries(zip, (entries) => {
    delete entries[Object.keys(entries).find((name) => name.endsWith('.jpg')) ?? ''];
  }),
  'of an unknown key': replaceParts(zip, ([header, payload = '', signature = '']) => [
    encodePart({ ...decodePart(header), kid: '0000' }),
    payload,
    signature,
  ]),
  'cut short': zip.subarray(0, zip.length - 200),
  'without a list': replaceEntries(zip, (entries) => {
    delete entries[HALL_LIST_FILE];
  }),
  'that is a PDF': Buffer.from('%PDF-1.7 …'),
});

/** Writes a file for the file picker. */
export async function writeTestFile(folder: string, name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

import { readFile, writeFile } from 'node:fs/promises';
import { CommandError } from '@archaka/service-kit/command-line';
import { createSliceKey, type SliceKey, sliceKey, toPublicSliceKey } from '../signature.ts';
import { findTrustedKeys, parseJson } from './environment.ts';

const describe = ({ kid, slices }: SliceKey): string => `${kid}: ${slices.join(', ')}`;

export function listKeys(): number {
  const trusted = findTrustedKeys(process.env);
  console.log(trusted?.map(describe).join('\n') || 'SLICE_JWKS names no key: signatures are not checked.');
  return 0;
}

/** Only the file's owner may read the private half. */
export async function makeKey(file: string, slices: string[] | undefined): Promise<number> {
  const key = readKey(() => createSliceKey(slices));
  await writeFile(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new CommandError(`${file} exists already.`) : error;
    },
  );
  console.error(`${file} holds SLICE_KEY of ${describe(key)}. Its public half, for slice keys trust:`);
  console.log(JSON.stringify(toPublicSliceKey(key)));
  return 0;
}

function readKey(make: () => ReturnType<typeof createSliceKey>): ReturnType<typeof createSliceKey> {
  try {
    return make();
  } catch {
    throw new CommandError('--slices must be a comma-separated list of slices, which begin with mf-.');
  }
}

export async function trustKey(file: string): Promise<number> {
  const { d: _secret, ...added } = parseJson(sliceKey, file, await readFile(file, 'utf8'));
  const others = (findTrustedKeys(process.env) ?? []).filter(({ kid }) => kid !== added.kid);
  console.log(JSON.stringify({ keys: [...others, added] }));
  return 0;
}

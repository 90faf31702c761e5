import { readFile, writeFile } from 'node:fs/promises';
import { Refusal } from '../refusal.ts';
import { makeSliceKey, publicSliceKey, type SliceKey, sliceKey } from '../signature/slice-key.ts';
import { type Asked, USAGE } from './asked.ts';
import { readJson, trustedKeysOf } from './variables.ts';

const describe = ({ kid, slices }: SliceKey): string => `${kid}: ${slices.join(', ')}`;

/** Makes a team's key, tells which keys are trusted, and adds one to them. */
export async function keys(asked: Asked): Promise<number> {
  const { name: verb, version: file } = asked;
  if (verb === 'list' && !file) return list();
  if (verb === 'make' && file) return make(file, asked.slices?.split(','));
  if (verb === 'trust' && file) return trust(file);
  throw new Refusal(USAGE);
}

function list(): number {
  const trusted = trustedKeysOf(process.env);
  console.log(trusted?.map(describe).join('\n') || 'SLICE_JWKS names no key: no signature is looked at.');
  return 0;
}

/** Writes the private half where its owner alone reads it, and prints the public one. */
async function make(file: string, slices: string[] | undefined): Promise<number> {
  const key = readKey(() => makeSliceKey(slices));
  await writeFile(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Refusal(`${file} is there already.`) : error;
    },
  );
  console.error(`${file} holds SLICE_KEY of ${describe(key)}. Its public half, for slice keys trust:`);
  console.log(JSON.stringify(publicSliceKey(key)));
  return 0;
}

function readKey(make: () => ReturnType<typeof makeSliceKey>): ReturnType<typeof makeSliceKey> {
  try {
    return make();
  } catch {
    throw new Refusal('--slices is a list of slices with commas between: these begin with mf-.');
  }
}

/** Prints SLICE_JWKS with a public key added, for the settings of the shell. */
async function trust(file: string): Promise<number> {
  const { d: _secret, ...added } = readJson(sliceKey, file, await readFile(file, 'utf8'));
  const others = (trustedKeysOf(process.env) ?? []).filter(({ kid }) => kid !== added.kid);
  console.log(JSON.stringify({ keys: [...others, added] }));
  return 0;
}

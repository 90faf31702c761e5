import type { PortalSealing } from '@archaka/test-kit/portal-sealing';
import { isPlainObject } from './ids.ts';
import { mapTexts, type Replace } from './replace-texts.ts';

interface PersonalBox {
  readonly owner: string;
  readonly box: Buffer;
}

const isPersonal = (value: unknown): value is PersonalBox =>
  isPlainObject(value) && typeof value.owner === 'string' && Buffer.isBuffer(value.box);

/** The possible field names of a sealed value at a path. */
const listFields = (path: readonly string[]): string[] => [
  ...path.toReversed(),
  ...path.map((name) => name.replace(/^sealed_/, '')),
  'bytes',
];

interface ResealContext {
  readonly personal: PortalSealing['personal'];
  readonly collection: string;
  readonly oldId: string;
  readonly newId: string;
  readonly owner: string;
  readonly replace: Replace;
}

interface Opened {
  readonly field: string;
  readonly bytes: Buffer;
}

async function open(value: PersonalBox, path: readonly string[], context: ResealContext): Promise<Opened> {
  const { personal, collection, oldId: id } = context;
  for (const field of listFields(path)) {
    const bytes = await personal.openBytes(value, { collection, id, field }).catch(() => undefined);
    if (bytes) return { field, bytes };
  }
  throw new Error(`${path.join('.')} of ${collection} cannot be unsealed`);
}

/** Fields with the other person's texts; files unchanged. */
function replaceTexts(bytes: Buffer, replace: Replace): Buffer {
  if (bytes[0] !== '{'.charCodeAt(0)) return bytes;
  return Buffer.from(JSON.stringify(mapTexts(JSON.parse(bytes.toString('utf8')), replace)));
}

/** Reseals the template's sealed values for the copy's person. @returns the copy */
export async function resealRow(
  template: unknown,
  copy: unknown,
  context: ResealContext,
  path: readonly string[] = [],
): Promise<unknown> {
  if (isPersonal(template)) {
    const { field, bytes } = await open(template, path, context);
    const { personal, collection, newId: id, owner, replace } = context;
    return personal.sealBytes(owner, replaceTexts(bytes, replace), { collection, id, field });
  }
  if (!isPlainObject(template) || !isPlainObject(copy)) return copy;
  const entries = Object.entries(copy).map(async ([key, value]) => [
    key,
    await resealRow(template[key], value, context, [...path, key]),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

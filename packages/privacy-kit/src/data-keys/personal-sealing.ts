import { openBox, sealBox, toBuffer } from '@archaka/service-kit';
import type { DataKeys } from './data-keys.ts';

/** Where a value is stored: it opens only there. */
export interface Place {
  readonly collection: string;
  readonly id: string;
  readonly field: string;
}

/** Sealed under the data key of `owner`, a user id. */
export interface PersonalValue {
  readonly owner: string;
  readonly box: Buffer;
}

export const personalValueFields = {
  owner: { type: String, required: true },
  box: { type: Buffer, required: true },
} as const;

/** Every call @throws PersonErased, or `DependencyUnavailable` of `kms` or of the store. */
export interface PersonalSealing {
  readonly sealBytes: (owner: string, bytes: Uint8Array, place: Place) => Promise<PersonalValue>;
  /** @throws also for another place or a changed value. */
  readonly openBytes: (value: PersonalValue, place: Place) => Promise<Buffer>;
  /** For JSON values. */
  readonly sealFields: (owner: string, fields: object, place: Place) => Promise<PersonalValue>;
  /** The sealed fields; the caller knows their shape. */
  readonly openFields: <Fields extends object>(value: PersonalValue, place: Place) => Promise<Fields>;
}

const toAad = ({ collection, id, field }: Place): string => JSON.stringify([collection, id, field]);

export function createPersonalSealing(keys: Pick<DataKeys, 'get' | 'getOrCreate'>): PersonalSealing {
  const sealBytes: PersonalSealing['sealBytes'] = async (owner, bytes, place) => ({
    owner,
    box: sealBox(await keys.getOrCreate(owner), bytes, toAad(place)),
  });
  const openBytes: PersonalSealing['openBytes'] = async ({ owner, box }, place) =>
    openBox(await keys.get(owner), toBuffer(box), toAad(place));

  return {
    sealBytes,
    openBytes,
    sealFields: (owner, fields, place) => sealBytes(owner, Buffer.from(JSON.stringify(fields)), place),
    openFields: async (value, place) => JSON.parse((await openBytes(value, place)).toString('utf8')),
  };
}

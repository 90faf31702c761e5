import { randomUUID } from 'node:crypto';
import type { Service } from '@archaka/contracts';
import { DependencyUnavailable, toBuffer } from '@archaka/service-kit';
import { type Bucket, openBucket, parseBucketAddress } from '@archaka/service-kit/bucket';
import * as z from 'zod';
import type { PersonalSealing, Place } from './personal-sealing.ts';

/** For every command and service that stores files. */
export const fileVariables = {
  FILES_URL: z
    .string()
    .refine((address) => parseBucketAddress(address) !== undefined, 'is not s3://bucket/prefix')
    .optional()
    .meta({
      description:
        'bucket for papers, photos and tickets, `s3://bucket/prefix`; without it they are stored in MongoDB ([0073](adr/0073-seal-personal-data-under-a-key-for-each-person.md)); region, address and credentials by the variables of the AWS SDK',
    }),
};
export type FileConfig = z.infer<z.ZodObject<typeof fileVariables>>;

const unavailable = (cause: unknown): never => {
  throw new DependencyUnavailable('files', cause);
};

/** Undefined where files are stored in MongoDB. Its calls @throw `DependencyUnavailable` of `files`. */
export async function openServiceBucket(
  service: Service,
  { FILES_URL = '' }: FileConfig,
): Promise<ServiceBucket | undefined> {
  const location = parseBucketAddress(FILES_URL);
  if (!location) return undefined;
  const bucket = await openBucket(location);
  return {
    folder: service,
    read: (key) => bucket.read(key).catch(unavailable),
    write: (key, content) => bucket.write(key, content).catch(unavailable),
    list: (folder, options) => bucket.list(folder, options),
    remove: (keys) => bucket.remove(keys).catch(unavailable),
  };
}

/** A file in its row: sealed under the data key of `owner`, stored inline or as an object of the bucket. */
export interface StoredFile {
  readonly owner: string;
  readonly box?: Buffer;
  /** The object's key. */
  readonly object?: string;
}

export const storedFileFields = {
  owner: { type: String, required: true },
  box: Buffer,
  object: String,
} as const;

/** Every call @throws PersonErased, or `DependencyUnavailable` of `files`, of `kms` or of the store. */
export interface FileStorage {
  /** Call outside of a transaction: the object is written before its row, and swept if the row is never written. */
  readonly writeFile: (owner: string, bytes: Uint8Array, place: Place) => Promise<StoredFile>;
  /** @throws also for another place or a changed file. */
  readonly readFile: (file: StoredFile, place: Place) => Promise<Buffer>;
}

/** The part of the bucket that one service writes. */
export interface ServiceBucket extends Pick<Bucket, 'read' | 'write' | 'list' | 'remove'> {
  /** Without slash: the service. */
  readonly folder: string;
}

/** Derived from the row's place, so that a sweep finds the row; each version of a file has its own. */
const createObjectKey = (folder: string, { collection, id }: Pick<Place, 'collection' | 'id'>): string =>
  `${folder}/${collection}/${encodeURIComponent(id)}/${randomUUID()}`;

export function createFileStorage(
  personal: Pick<PersonalSealing, 'sealBytes' | 'openBytes'>,
  bucket: ServiceBucket | undefined,
): FileStorage {
  const readObject = async (key: string): Promise<Buffer> => {
    if (!bucket)
      throw new DependencyUnavailable('files', new Error('FILES_URL is needed: a file is in a bucket'));
    const content = await bucket.read(key);
    if (content === undefined) throw new Error('the bucket lacks the object of a row');
    return content;
  };

  return {
    writeFile: async (owner, bytes, place) => {
      const sealed = await personal.sealBytes(owner, bytes, place);
      if (!bucket) return sealed;
      const object = createObjectKey(bucket.folder, place);
      await bucket.write(object, sealed.box);
      return { owner, object };
    },
    readFile: async ({ owner, box, object }, place) =>
      personal.openBytes(
        { owner, box: object === undefined ? toBuffer(box) : await readObject(object) },
        place,
      ),
  };
}

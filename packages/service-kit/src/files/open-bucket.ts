import type { Service } from '@archaka/contracts';
import * as z from 'zod';
import { openBucket, parseBucketAddress } from '../bucket/open-bucket.ts';
import { DependencyUnavailable } from '../errors.ts';
import type { ServiceBucket } from './file-storage.ts';

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

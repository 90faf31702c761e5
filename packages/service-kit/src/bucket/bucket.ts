import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

/** S3's codes for an existing object and for a concurrent write. */
const PRECONDITION_FAILED = 412;
const CONFLICT = 409;
const RETRY_DELAY_MS = 50;

export interface BucketLocation {
  readonly name: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
}

interface ObjectHeaders {
  readonly mediaType?: string | undefined;
  readonly cacheControl?: string;
  /** Until then no account can delete the object or shorten this time; the bucket must have object lock. */
  readonly lockedUntil?: Date;
}

interface ListOptions {
  /** With false, only the objects directly in the folder. */
  readonly isDeep: boolean;
}

/** Keys are below the prefix of the address. Region, credentials and address are the SDK's variables (`AWS_REGION`, …). */
export class Bucket {
  /** `s3://<bucket>/<prefix>` */
  readonly address: string;
  readonly #name: string;
  readonly #prefix: string;
  readonly #client: S3Client;

  constructor({ name, prefix }: BucketLocation) {
    this.address = `s3://${name}/${prefix}`;
    this.#name = name;
    this.#prefix = prefix;
    this.#client = new S3Client({
      // Other providers seldom have a host name for each bucket.
      forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
      requestHandler: { connectionTimeout: 2000, requestTimeout: 5000 },
    });
  }

  /** Undefined where there is no such object. */
  async read(key: string): Promise<Buffer | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#locate(key)));
      return Body && Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async write(key: string, content: Buffer): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#locate(key), Body: content }));
  }

  /** Atomic; the bucket must support `If-None-Match: *`. @returns false when the object exists */
  async create(key: string, content: Buffer, headers: ObjectHeaders): Promise<boolean> {
    const { mediaType = 'application/octet-stream', cacheControl, lockedUntil } = headers;
    const put = new PutObjectCommand({
      ...this.#locate(key),
      Body: content,
      IfNoneMatch: '*',
      ContentType: mediaType,
      CacheControl: cacheControl,
      ...(lockedUntil && { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: lockedUntil }),
    });
    for (;;) {
      try {
        await this.#client.send(put);
        return true;
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (status === PRECONDITION_FAILED) return false;
        if (status !== CONFLICT) throw error;
        await pause(RETRY_DELAY_MS * (1 + Math.random()));
      }
    }
  }

  /** Sorted keys of the folder, up to 1,000 a page. */
  async *list(folder: string, { isDeep }: ListOptions): AsyncGenerator<string[]> {
    const query = { ...this.#toQuery(folder), ...(!isDeep && { Delimiter: '/' }) };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, query))
      yield this.#toKeys(Contents);
  }

  /** As `list`, with objects that a delete marker hides; an object with several versions repeats. */
  async *listVersions(folder: string): AsyncGenerator<string[]> {
    // The SDK has no paginator for versions.
    let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
    while (markers) {
      const page: ListObjectVersionsCommandOutput = await this.#client.send(
        new ListObjectVersionsCommand({ ...this.#toQuery(folder), ...markers }),
      );
      yield this.#toKeys(page.Versions ?? []);
      markers = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
        : undefined;
    }
  }

  /** At most 1,000. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Delete = { Objects: keys.map((key) => ({ Key: this.#prefix + key })), Quiet: true };
    const command = new DeleteObjectsCommand({ Bucket: this.#name, Delete });
    const { Errors = [] } = await this.#client.send(command);
    if (Errors.length > 0) throw new Error(`deleting ${Errors.length} objects failed: ${Errors[0]?.Code}`);
  }

  #locate(key: string) {
    return { Bucket: this.#name, Key: this.#prefix + key };
  }

  #toQuery(folder: string) {
    return { Bucket: this.#name, Prefix: `${this.#prefix}${folder}/` };
  }

  #toKeys(objects: readonly { readonly Key?: string | undefined }[]): string[] {
    return objects.flatMap(({ Key }) => (Key ? [Key.slice(this.#prefix.length)] : []));
  }
}

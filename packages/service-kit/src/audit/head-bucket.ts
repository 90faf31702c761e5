import type { AuditHead } from '@archaka/contracts';
import { openBucket, parseBucketAddress } from '../bucket/open-bucket.ts';
import { type BlockHead, HEAD_DAYS } from './audit-models.ts';

const PATTERN = /\/(\d+)-(\d+)-([0-9a-f]{64})$/;

/** A key holds the head, so that a listing suffices to read it. A second head of a block is a second object. */
const toKey = (service: string, { sequence, sealedAt, hash }: BlockHead): string =>
  `${service}/${String(sequence).padStart(12, '0')}-${sealedAt.getTime()}-${hash}`;

function toHead(key: string): AuditHead[] {
  const [, sequence, sealedAt, hash] = PATTERN.exec(key) ?? [];
  if (!sequence || !sealedAt || !hash) return [];
  return [{ sequence: Number(sequence), hash, sealed_at: new Date(Number(sealedAt)).toISOString() }];
}

/** Heads of audit logs as locked objects: nobody can delete them before retention deletes their blocks. */
export class HeadBucket {
  readonly #address: string;

  /** @param address `s3://bucket/prefix` */
  constructor(address: string) {
    this.#address = address;
  }

  async store(service: string, head: BlockHead): Promise<void> {
    const bucket = await this.#open();
    await bucket.create(toKey(service, head), Buffer.from(head.signature), {
      mediaType: 'application/jose',
      lockedUntil: new Date(Date.now() + HEAD_DAYS * 24 * 3_600_000),
    });
  }

  /** Also heads that a delete marker hides: their locked versions remain. */
  async *list(service: string): AsyncGenerator<AuditHead> {
    const bucket = await this.#open();
    for await (const keys of bucket.listVersions(service)) yield* keys.flatMap(toHead);
  }

  async #open() {
    const location = parseBucketAddress(this.#address);
    if (!location) throw new Error('AUDIT_BUCKET_URL is not s3://bucket/prefix');
    return openBucket(location);
  }
}

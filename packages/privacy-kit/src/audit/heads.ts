import { type AuditHead, type AuditHeadCalls, MAX_AUDIT_HEADS } from '@archaka/contracts';
import {
  type CallHandler,
  type Counter,
  createCounter,
  handleCall,
  invalid,
  isDuplicateKey,
  type Log,
  ok,
  type ServiceClient,
} from '@archaka/service-kit';
import { openBucket, parseBucketAddress } from '@archaka/service-kit/bucket';
import { type AuditModels, type BlockHead, HEAD_DAYS } from './audit-models.ts';
import { findChainHead } from './seal-entries.ts';
import { type CheckAuditSignature, toSignedHead } from './signatures.ts';

const contradictedHeads: Counter<Record<string, never>> = createCounter({
  name: 'audit_heads_contradicted_total',
  description: 'Heads of audit logs that differ from one stored by another service, or are lower than one',
});

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

const TIMEOUT_MS = 2000;

interface HandOverOptions {
  readonly models: AuditModels;
  readonly service: string;
  readonly calls: AuditHeadCalls;
  readonly services: Pick<ServiceClient, 'call'>;
  readonly bucket: HeadBucket | undefined;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Hands the end of the chain to another service and to the bucket: one head proves all blocks up to it. */
export class HeadHandOver {
  readonly #options: HandOverOptions;
  #last = 0;

  constructor(options: HandOverOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { models, service, bucket, log } = this.#options;
    const head = await findChainHead(models);
    if (!head || head.sequence === this.#last) return;
    const [called, stored] = await Promise.allSettled([this.#call(head), bucket?.store(service, head)]);
    for (const result of [called, stored]) if (result.status === 'rejected') throw result.reason;
    this.#last = head.sequence;
    log.info({ block: head.sequence, head: head.hash }, 'audit head handed over');
  }

  async #call({ sequence, hash, sealedAt, signature }: BlockHead): Promise<void> {
    const { calls, services, log } = this.#options;
    const head = { sequence, hash, sealed_at: sealedAt.toISOString(), signature };
    const { data } = await services.call(calls.store, head, { timeoutMs: TIMEOUT_MS });
    const [{ is_stored: isStored, last } = { is_stored: false, last: 0 }] = data ?? [];
    if (isStored && last <= sequence) return;
    contradictedHeads.add();
    log.error(
      { block: sequence, last, at: `svc-${calls.service}` },
      'the audit log was cut or replaced: another service has a different head of it; run npm run audit -- verify',
    );
  }
}

interface ForeignHeadsOptions {
  readonly models: AuditModels;
  readonly createSignatureCheck: (service: string) => CheckAuditSignature;
  readonly log: Pick<Log, 'error'>;
}

/** Stores heads of other services' audit logs. Nothing is ever replaced. */
export class ForeignHeads {
  readonly #rows: AuditModels['foreignHeads'];
  readonly #createSignatureCheck: ForeignHeadsOptions['createSignatureCheck'];
  readonly #log: ForeignHeadsOptions['log'];

  constructor({ models, createSignatureCheck, log }: ForeignHeadsOptions) {
    this.#rows = models.foreignHeads;
    this.#createSignatureCheck = createSignatureCheck;
    this.#log = log;
  }

  /** False when another head of this height is stored. @throws HttpProblem 400 for a signature of somebody else */
  async store(service: string, head: BlockHead): Promise<boolean> {
    const check = this.#createSignatureCheck(service);
    if ((await check(toSignedHead(service, head), head.signature)) !== 'valid')
      throw invalid([{ field: 'signature', message: 'This is not the signature of the calling service.' }]);
    const _id = `${service}:${head.sequence}`;
    try {
      await this.#rows.insertMany([{ _id, service, ...head, receivedAt: new Date() }], { lean: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.#rows.findById(_id).lean();
    if (stored?.hash === head.hash) return true;
    contradictedHeads.add();
    this.#log.error({ service, block: head.sequence }, 'a different audit head of this block is stored');
    return false;
  }

  /** 0 without one. */
  async findLast(service: string): Promise<number> {
    const last = await this.#rows.findOne({ service }).sort({ sequence: -1 }).lean();
    return last?.sequence ?? 0;
  }

  /** A page in the order of the blocks. */
  async list(service: string, after: number): Promise<AuditHead[]> {
    const page = await this.#rows
      .find({ service, sequence: { $gt: after } })
      .sort({ sequence: 1 })
      .limit(MAX_AUDIT_HEADS)
      .lean();
    return page.map(({ sequence, hash, sealedAt }) => ({
      sequence,
      hash,
      sealed_at: sealedAt.toISOString(),
    }));
  }
}

export const createHeadHandlers = ({ store, list }: AuditHeadCalls, heads: ForeignHeads): CallHandler[] => [
  handleCall(store, {
    handle: async ({ caller = '', body: { sealed_at, ...head } }) => {
      const isStored = await heads.store(caller, { ...head, sealedAt: new Date(sealed_at) });
      return ok({ data: [{ is_stored: isStored, last: await heads.findLast(caller) }] });
    },
  }),
  handleCall(list, {
    handle: async ({ caller = '', body: { after } }) => ok({ data: await heads.list(caller, after) }),
  }),
];

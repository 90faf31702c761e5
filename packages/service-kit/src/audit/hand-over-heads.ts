import type { AuditHeadCalls } from '@archaka/contracts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service-client.ts';
import type { AuditModels, BlockHead } from './audit-models.ts';
import type { HeadBucket } from './head-bucket.ts';
import { contradictedHeads } from './head-metrics.ts';
import { findChainHead } from './seal-entries.ts';

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

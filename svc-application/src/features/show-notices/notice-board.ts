import { isNoticeInEffect, type PublicNotice } from '@archaka/contracts';
import type { Log } from '@archaka/service-kit';
import type { NoticeRepository } from '../../persistence/notice-repository.ts';

const FRESH_MS = 1000;

interface NoticeBoardDependencies {
  readonly notices: Pick<NoticeRepository, 'listOpen'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The notices of the department, in memory: neither load nor a store that is down delays a response. */
export class NoticeBoard {
  readonly #deps: NoticeBoardDependencies;
  #open: readonly PublicNotice[] | undefined;
  #freshUntil = 0;
  #refreshing: Promise<void> | undefined;

  constructor(deps: NoticeBoardDependencies) {
    this.#deps = deps;
  }

  /** In effect now. Waits for the store only before its first response. */
  async list(): Promise<PublicNotice[]> {
    if (performance.now() >= this.#freshUntil) this.#refreshing ??= this.#refresh();
    if (!this.#open) await this.#refreshing;
    return (this.#open ?? []).filter((notice) => isNoticeInEffect(notice, Date.now()));
  }

  async #refresh(): Promise<void> {
    try {
      this.#open = await this.#deps.notices.listOpen(new Date());
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the notices could not be read; those read before are shown');
    } finally {
      this.#freshUntil = performance.now() + FRESH_MS;
      this.#refreshing = undefined;
    }
  }
}

import type { Log } from '@archaka/service-kit/server';
import { findRevision, newestReadable, type Revision, type SliceStore } from '@archaka/slice-store';
import { makeOffer } from './make-offer.ts';
import { nothing, type Offer } from './offer.ts';
import type { Trust } from './trust.ts';

/** How soon a deployment is seen; the look is one small read that finds nothing. */
const everyMs = 250;

export interface FollowedRegistry {
  /** What the newest revision that could be read offers. */
  readonly offer: () => Offer;
  readonly stop: () => void;
}

interface Following {
  readonly store: SliceStore;
  readonly trust: Trust;
  /** Address below which browsers find the files of slices. */
  readonly files: string;
  readonly log: Log;
}

/** Takes up each new revision of the registry; while the store is silent or the log is damaged, the last one stays. */
export async function followRegistry({ store, trust, files, log }: Following): Promise<FollowedRegistry> {
  let offer = nothing;
  let trouble = '';
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function takeUp(revision: Revision): Promise<void> {
    offer = await makeOffer(revision, { store, trust, files, log });
    log.info(
      { revision: revision.revision, slice: revision.slice, action: revision.action },
      'slices taken up',
    );
  }

  async function look(): Promise<void> {
    try {
      if (offer.revision === 0) await begin();
      else await goOn();
      trouble = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== trouble)
        log.error({ err: error }, 'the slice registry cannot be read; what was read stays');
      trouble = message;
    }
    if (!stopped) timer = setTimeout(() => void look(), everyMs);
  }

  async function begin(): Promise<void> {
    const { revision, faults } = await newestReadable(store);
    for (const fault of faults) log.error({ fault }, 'the slice registry is damaged');
    if (revision) await takeUp(revision);
  }

  async function goOn(): Promise<void> {
    let next = await findRevision(store, offer.revision + 1);
    while (next) {
      await takeUp(next.revision);
      next = await findRevision(store, offer.revision + 1);
    }
  }

  await look();
  return {
    offer: () => offer,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

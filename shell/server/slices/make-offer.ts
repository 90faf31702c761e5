import type { Log } from '@archaka/service-kit/server';
import { getBuild, Refusal, type Revision, type SliceStore } from '@archaka/slice-store';
import type { Offer } from './offer.ts';
import { releaseOf, type SliceRelease } from './release.ts';
import type { Trust } from './trust.ts';

interface Source {
  readonly store: SliceStore;
  readonly trust: Trust;
  readonly files: string;
  readonly log: Log;
}

/** Reads the builds a revision names; one that is not signed or not as it was published is left out, and its place says so. */
export async function makeOffer({ revision, slices }: Revision, source: Source): Promise<Offer> {
  const entries = await Promise.all(
    Object.entries(slices).map(async ([name, { version, canary }]) => ({
      name,
      stable: await findRelease(name, version, source),
      canary: canary && { share: canary.share, release: await findRelease(name, canary.version, source) },
    })),
  );
  return {
    revision,
    stable: Object.fromEntries(entries.flatMap(({ name, stable }) => (stable ? [[name, stable]] : []))),
    canaries: entries.flatMap(({ name, canary }) =>
      canary?.release ? [{ name, share: canary.share, release: canary.release }] : [],
    ),
  };
}

async function findRelease(
  name: string,
  version: string,
  { store, trust, files, log }: Source,
): Promise<SliceRelease | undefined> {
  try {
    await trust(name, version);
    return releaseOf(await getBuild(store, name, version), version, files);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.error(
      { slice: name, version, err: error },
      'a build is not as it was published, and is not given to anybody',
    );
    return undefined;
  }
}

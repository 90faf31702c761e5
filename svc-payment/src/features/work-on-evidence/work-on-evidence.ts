import type { Log } from '@archaka/service-kit';
import type { EvidenceStore } from '../../store/evidence.ts';
import { oneByOne } from '../one-by-one.ts';
import type { Digest } from './digest.ts';

interface Parts {
  readonly evidence: EvidenceStore;
  readonly digest: Digest;
  readonly log: Log;
}

/**
 * Works on one piece of evidence, unless somebody else does already. Failing is not its caller's
 * trouble: the piece stays due, and the sweeper comes back to it.
 */
export function workOnEvidence({ evidence, digest, log }: Parts) {
  return async (key: string): Promise<void> => {
    try {
      const piece = await evidence.take(key);
      if (piece) await digest(piece);
    } catch (error) {
      log.warn({ err: error }, 'evidence is left for the sweeper');
    }
  };
}
export type WorkOn = ReturnType<typeof workOnEvidence>;
/** The same after the request is answered. */
export type WorkSoon = (key: string) => void;

/** Works on all that is due. Stops at the first failure, since the next one would most likely fail too. */
export function sweepEvidence({ takeDue, digest }: Pick<EvidenceStore, 'takeDue'> & Pick<Parts, 'digest'>) {
  return async (signal: AbortSignal): Promise<void> => {
    for await (const piece of oneByOne(takeDue, signal)) await digest(piece);
  };
}

import type { Envelope, EventDefinition } from '@archaka/contracts';
import { createSealingKeys, type KeyRing } from '../sealing/key-ring.ts';
import { createSealing, type Sealed } from '../sealing/sealing.ts';

const PURPOSE = 'event data';

/** Beneath the contracts: producers and consumers see the plain data. */
export interface EventSealing {
  /** Data of other events stays as it is. */
  readonly sealData: (envelope: Envelope, definition: Pick<EventDefinition, 'isPersonal'>) => Envelope;
  /** Data that is not sealed stays as it is. @throws for a missing key or data of another event. */
  readonly openData: (envelope: Envelope) => Envelope;
}

interface EventSealingOptions {
  readonly ring: KeyRing;
}

/** Matches the JSON of an event whose data another key than the first of the ring seals. */
export function createOldDataPattern(ring: KeyRing): RegExp {
  const [current] = createSealingKeys(ring, PURPOSE);
  return new RegExp(`"data":\\{"sealed":\\{"kid":"(?!${current?.kid}")`);
}

const findSealed = (data: unknown): Sealed | undefined => {
  const { sealed, ...others } = Object(data) as { sealed?: Sealed };
  return Object.keys(others).length === 0 ? sealed : undefined;
};

const toContext = ({ id, type }: Envelope) => ({ collection: type, id });

export function createEventSealing({ ring }: EventSealingOptions): EventSealing {
  const sealing = createSealing(createSealingKeys(ring, PURPOSE));
  return {
    sealData: (envelope, { isPersonal }) => {
      if (!isPersonal) return envelope;
      const sealed = sealing.seal(JSON.stringify(envelope.data), toContext(envelope));
      return { ...envelope, data: { sealed } };
    },
    openData: (envelope) => {
      const sealed = findSealed(envelope.data);
      if (!sealed) return envelope;
      return { ...envelope, data: JSON.parse(sealing.unseal(sealed, toContext(envelope))) };
    },
  };
}

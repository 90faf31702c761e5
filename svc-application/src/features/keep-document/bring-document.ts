import { type DocumentStore, documentIdOf } from '../../store/documents.ts';
import type { Stores } from '../../store/stores.ts';
import type { FileInspector } from '../inspect-file/inspect-file.ts';
import type { Arrived } from '../inspect-file/inspected.ts';
import { countUpload } from './count-upload.ts';
import { type Kept, keepDocument } from './keep-document.ts';

interface Bringing {
  readonly inspectFile: FileInspector;
  readonly stores: Pick<Stores, 'uploadQuota'> & { readonly documents: DocumentStore };
}

/**
 * Counts a file that a form brings, and stores it when it is fit.
 * @throws Refusal 429 when the user has brought too many today.
 */
export type BringDocument = (arrived: Arrived) => Promise<Kept>;

/** A form that is sent several times at once has its files counted and inspected once. */
export function createBringDocument(bringing: Bringing): BringDocument {
  const inFlight = new Map<string, Promise<Kept>>();

  async function bring(arrived: Arrived): Promise<Kept> {
    await countUpload(bringing.stores, arrived.ownerId);
    return keepDocument(bringing, arrived);
  }

  return (arrived) => {
    const key = `${documentIdOf(arrived.ownerId, arrived.bytes)} ${arrived.kind.name}`;
    const earlier = inFlight.get(key);
    if (earlier) return earlier;
    const brought = bring(arrived).finally(() => inFlight.delete(key));
    inFlight.set(key, brought);
    return brought;
  };
}

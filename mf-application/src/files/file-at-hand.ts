import type { PreparedPhoto } from './photo/prepare-photo.ts';
import type { Progress } from './sending/sent-file.ts';

/** A file that was picked on this page, as far as it has got. */
export interface FileAtHand {
  /** Stops what is done with it. */
  readonly signal: AbortSignal;
  readonly name: string;
  /** What is sent. */
  readonly content?: Blob;
  /** A picture of it. */
  readonly look?: Blob;
  readonly photo?: PreparedPhoto;
  readonly progress?: Progress;
  /** Once it is stored. */
  readonly documentId?: string;
}

/** What has become known of it. */
export type MoreOfFile = Partial<Omit<FileAtHand, 'signal' | 'name'>>;

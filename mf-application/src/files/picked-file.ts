import type { PreparedPhoto } from './photo/prepare-photo.ts';
import type { UploadProgress } from './upload/upload-result.ts';

/** A file that was picked on this page, as far as it has got. */
export interface PickedFile {
  /** Stops what is done with it. */
  readonly signal: AbortSignal;
  readonly name: string;
  /** What is sent. */
  readonly content?: Blob;
  /** A picture of it. */
  readonly preview?: Blob;
  readonly photo?: PreparedPhoto;
  readonly progress?: UploadProgress;
  /** Once it is stored. */
  readonly documentId?: string;
}

/** What has become known of it. */
export type PickedFileUpdate = Partial<Omit<PickedFile, 'signal' | 'name'>>;

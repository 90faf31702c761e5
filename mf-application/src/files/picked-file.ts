import type { PreparedPhoto } from './photo/prepare-photo.ts';
import type { UploadProgress } from './upload/upload-result.ts';

export interface PickedFile {
  readonly signal: AbortSignal;
  readonly name: string;
  /** The file to send. */
  readonly content?: Blob;
  readonly preview?: Blob;
  readonly photo?: PreparedPhoto;
  readonly progress?: UploadProgress;
  /** Once it is stored. */
  readonly documentId?: string;
}

export type PickedFileUpdate = Partial<Omit<PickedFile, 'signal' | 'name'>>;

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Upload } from '../../persistence/upload-repository.ts';

const storage = new AsyncLocalStorage<Upload>();

/** Reads the upload once for a request: only its outcome changes later, and a second chunk at its offset conflicts. */
export const runWithUpload = (upload: Upload, work: () => void): void => storage.run(upload, work);

/** Undefined in the request that creates the upload. */
export const getRequestUpload = (): Upload | undefined => storage.getStore();

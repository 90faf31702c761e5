import { buildPdf, buildPhoto } from '@archaka/test-kit';

export interface TestFiles {
  readonly photo: Buffer;
  readonly paper: Buffer;
}

/** Small files, which leave disk and cache to rows. */
export const createTestFiles = async (): Promise<TestFiles> => ({
  photo: await buildPhoto('jpeg', 120, 160),
  paper: buildPdf(),
});

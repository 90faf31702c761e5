import { sliceName, sliceVersion } from '@archaka/slice-store';
import * as z from 'zod';

/** How a slice may fail in a page. */
const sliceErrorKinds = ['missing', 'unreachable', 'unusable', 'threw'] as const;

/** What a page tells of a slice that failed: nothing that an applicant typed, and no address. */
export const sliceError = z.strictObject({
  slice: z.string().max(40).regex(sliceName),
  /** Of the build; none for a slice that the registry lacks. */
  version: z.string().regex(sliceVersion).optional(),
  kind: z.enum(sliceErrorKinds),
  /** The name of the error's class. */
  error: z.string().regex(/^[A-Za-z]{1,40}$/),
});
export type SliceError = z.infer<typeof sliceError>;

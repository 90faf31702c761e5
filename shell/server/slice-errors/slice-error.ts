import { sliceName, sliceVersion } from '@archaka/slice-store';
import * as z from 'zod';

const sliceErrorKinds = ['missing', 'unreachable', 'unusable', 'threw'] as const;

/** Contains no input of the applicant and no address. */
export const sliceError = z.strictObject({
  slice: z.string().max(40).regex(sliceName),
  /** Absent for a slice that the registry lacks. */
  version: z.string().regex(sliceVersion).optional(),
  kind: z.enum(sliceErrorKinds),
  error: z.string().regex(/^[A-Za-z]{1,40}$/),
});
export type SliceError = z.infer<typeof sliceError>;

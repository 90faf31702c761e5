import * as z from 'zod';

export const grievanceSubject = z.enum(['payment', 'ticket', 'correction', 'sign-in', 'other']);
export type GrievanceSubject = z.infer<typeof grievanceSubject>;

/** `call-back`: the help desk telephones on a day; `closed`: answered. */
export const grievanceState = z.enum(['open', 'call-back', 'closed']);
export type GrievanceState = z.infer<typeof grievanceState>;

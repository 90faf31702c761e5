import * as z from 'zod';

/** The candidate's scribe: none, the candidate's own, or the department's. */
export const scribe = z.literal(['none', 'own', 'department'], 'Choose whether you need a scribe');
export type Scribe = z.infer<typeof scribe>;

/** A disabled candidate's requests; absent for none. Sensitive personal data. */
export const accommodation = z.object({
  scribe,
  compensatory_time: z.boolean('Choose whether you need extra time'),
});
export type Accommodation = z.infer<typeof accommodation>;

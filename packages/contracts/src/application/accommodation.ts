import * as z from 'zod';

/** Who writes for the candidate: nobody, a person whom the candidate brings, or one whom the department sends. */
export const scribe = z.literal(['none', 'own', 'department'], 'Choose whether you need a scribe');
export type Scribe = z.infer<typeof scribe>;

/** What a candidate with a disability asks for; absent for none. Sensitive personal data. */
export const accommodation = z.object({
  scribe,
  compensatory_time: z.boolean('Choose whether you need extra time'),
});
export type Accommodation = z.infer<typeof accommodation>;

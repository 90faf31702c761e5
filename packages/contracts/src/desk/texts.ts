import * as z from 'zod';
import { findTextFaults, MAX_WORDING, textNames } from '../rules/texts.ts';

const examinationText = z.strictObject({
  /** Of the template that is registered with the operators (DLT); without it the message is not sent. */
  template: z.string().optional(),
  /** As registered, with its variables as `##date##`. */
  wording: z.string().trim().max(MAX_WORDING),
});

/** A message that is absent is not sent, either. */
export const examinationTexts = z
  .partialRecord(z.enum(textNames), examinationText)
  .superRefine((texts, { addIssue }) => {
    for (const { field, message } of findTextFaults(texts))
      addIssue({ code: 'custom', path: field.split('.'), message });
  });
export type ExaminationTexts = z.infer<typeof examinationTexts>;

import type { Word } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { formWords } from '../words.ts';

interface FormPart {
  readonly id: string;
  readonly title: Word;
  readonly fields: readonly (keyof FormValues)[];
}

/** The parts of the form, and which fields make each complete. */
export const parts = {
  whoYouAre: {
    id: 'part-who',
    title: formWords.whoYouAre,
    fields: ['number', 'aadhar', 'name', 'father_name', 'dob'],
  },
  whereYouLive: {
    id: 'part-where',
    title: formWords.whereYouLive,
    fields: ['postal_address', 'district', 'mandal'],
  },
  yourExamination: {
    id: 'part-examination',
    title: formWords.yourExamination,
    fields: ['exam_type', 'exam_regular', 'pasthallticket', 'language', 'centre_district', 'agamamu'],
  },
  yourPapers: {
    id: 'part-papers',
    title: formWords.yourPapers,
    fields: ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'],
  },
} as const satisfies Record<string, FormPart>;

export const lastPart = { id: 'part-pay', title: formWords.checkAndPay };

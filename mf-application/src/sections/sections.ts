import type { Word } from '@archaka/platform';
import type { FormValues } from '../form/form-values.ts';
import { formMessages } from '../messages.ts';

interface SectionDefinition {
  readonly id: string;
  readonly title: Word;
  readonly fields: readonly (keyof FormValues)[];
}

/** The parts of the form, and which fields make each complete. */
export const sections = {
  personalDetails: {
    id: 'part-who',
    title: formMessages.personalDetails,
    fields: ['number', 'aadhar', 'identity_kind', 'identity_number', 'name', 'father_name', 'dob'],
  },
  address: {
    id: 'part-where',
    title: formMessages.address,
    fields: ['postal_address', 'district', 'mandal'],
  },
  examination: {
    id: 'part-examination',
    title: formMessages.examination,
    fields: ['exam_type', 'exam_regular', 'pasthallticket', 'language', 'centre_district', 'agamamu'],
  },
  documents: {
    id: 'part-papers',
    title: formMessages.documents,
    fields: ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'],
  },
} as const satisfies Record<string, SectionDefinition>;

/** The first field to type in: those before it are prefilled. */
export const firstFieldId = 'field-aadhar';

export const paymentSection = { id: 'part-pay', title: formMessages.checkAndPay };

import * as z from 'zod';
import { type Examination, examinationFields } from './examination.ts';
import { identityPaperKind } from './fields.ts';
import { fitsEarlierTickets } from './rules/application-checks.ts';
import { fitsPattern, normalizeIdentityNumber } from './rules/optional-checks.ts';

const text = z.string().trim().min(1);

function isFittingExample({ pattern, example }: { pattern: string; example: string }): boolean {
  try {
    return fitsPattern(pattern, normalizeIdentityNumber(example));
  } catch {
    return false;
  }
}

const isTicketExample = (earlier_hall_tickets: { pattern: string; example: string }): boolean => {
  try {
    return fitsEarlierTickets(earlier_hall_tickets.example, { earlier_hall_tickets });
  } catch {
    return false;
  }
};

const paperKind = identityPaperKind
  .extend({ kind: z.string().regex(/^[a-z][a-z-]{1,29}$/), name: text, name_te: text })
  .refine(isFittingExample, { path: ['pattern'], error: 'Does not fit the example' });

const paperKinds = z
  .array(paperKind)
  .min(1)
  .refine((kinds) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length, 'Two papers share a kind');

const isPaperInNotice = ({ identity_papers, privacy_notice }: Examination): boolean =>
  !identity_papers || !privacy_notice || privacy_notice.parts.identity_papers !== undefined;

/** `exams/<year>.json`. A notice must mention the identity papers that the examination accepts. */
export const examinationSchema = examinationFields
  .extend({
    identity_papers: paperKinds.optional(),
    earlier_hall_tickets: examinationFields.shape.earlier_hall_tickets.refine(
      (tickets) => !tickets || isTicketExample(tickets),
      { path: ['pattern'], error: 'Does not fit the example' },
    ),
  })
  .refine(isPaperInNotice, {
    path: ['privacy_notice', 'parts', 'identity_papers'],
    error: 'The notice does not mention the identity papers',
  });

import { type FilledForm, getCompensatoryMinutes } from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  Facts,
  type PublicExamination,
  useFormContext,
  useWatch,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type FormValues, isFilled } from '../../form/form-values.ts';
import {
  accommodationMessages,
  describeScribe,
  minutesMessage,
} from '../../sections/accommodation-section.tsx';

const title = msg`Check your answers`;

const toAccommodationFacts = (
  { scribe, compensatory_time }: FormValues,
  examination: PublicExamination,
): { label: Word; value: ReactNode }[] => [
  {
    label: accommodationMessages.scribe,
    value: scribe && <Bilingual word={describeScribe(scribe)} />,
  },
  {
    label: accommodationMessages.extraTime,
    value: compensatory_time && <Bilingual word={minutesMessage(getCompensatoryMinutes(examination))} />,
  },
];

/** Reads back the answers that are most often wrong and hard to correct later, before the submission. */
export function CheckAnswers({ examination }: { examination: PublicExamination }) {
  const { getValues } = useFormContext<FormValues>();
  useWatch<FormValues>();
  const values = getValues();
  if (!isFilled(values)) return null;
  const level = examination.exam_types.find(({ id }) => String(id) === values.exam_type);
  return (
    <section className="read-back stack" aria-labelledby="check-answers-title">
      <h4 id="check-answers-title">
        <Bilingual word={title} />
      </h4>
      <Facts
        facts={[
          { label: words.name, value: values.name },
          { label: words.mobileNumber, value: values.number },
          toIdentityFact(values, examination),
          { label: words.dateOfBirth, value: dateText(values.dob) },
          {
            label: words.examType,
            value: level && <Bilingual word={{ te: level.name_te, en: level.name }} />,
          },
          { label: words.centreDistrict, value: values.centre_district },
          ...toAccommodationFacts(values, examination),
        ].filter(({ value }) => value)}
      />
    </section>
  );
}

type Identity = Pick<FilledForm, 'aadhar' | 'identity_kind' | 'identity_number'>;

/** 1234 1234 1234, as on the card. */
const formatAadhaar = (aadhaar: string): string => aadhaar.replace(/\d{4}(?=\d)/g, '$& ');

/** The Aadhaar number or the paper that replaces it, for the summary. */
export function toIdentityFact(
  { aadhar, identity_kind, identity_number = '' }: Identity,
  { identity_papers }: PublicExamination,
): { label: Word; value: string } {
  const paper = identity_papers?.find(({ kind }) => kind === identity_kind);
  return paper
    ? { label: { te: paper.name_te, en: paper.name }, value: identity_number }
    : { label: words.aadhaarNumber, value: formatAadhaar(aadhar) };
}

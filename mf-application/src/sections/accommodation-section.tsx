import { getCompensatoryMinutes } from '@archaka/contracts/calls';
import {
  Bilingual,
  Paragraph,
  type PublicExamination,
  RadioGroup,
  useFormContext,
  useWatch,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { UploadField } from '../files/upload-field.tsx';
import type { FormValues } from '../form/form-values.ts';
import { EXTRA_TIME, isAccommodationChosen, SCRIBES } from '../form/form-values.ts';
import { useFieldError } from '../form/use-checked-form.ts';

export const accommodationMessages = {
  title: msg`Scribe or extra time (disability)`,
  entitled: msg`Any disability counts, and no percentage is asked for. A scribe writes down what you say.`,
  scribe: msg`Scribe`,
  noScribe: msg`No scribe`,
  ownScribe: msg`I bring my own scribe`,
  departmentScribe: msg`The department provides a scribe`,
  extraTime: msg`Extra time`,
  noExtraTime: msg`No extra time`,
  certificate: msg`Certificate for scribe or extra time`,
  certificateHint: msg`PDF, up to 2 MB: a disability certificate, a UDID card, or a government doctor's letter that writing is difficult for you`,
} as const satisfies Record<string, Word>;

export const minutesMessage = (minutes: number): Word => msg`${minutes} minutes more for each hour`;

export const describeScribe = (scribe: string): Word =>
  scribe === SCRIBES.own ? accommodationMessages.ownScribe : accommodationMessages.departmentScribe;

/** The optional part after the specified form; folded, and not sent, until it is used. */
export function AccommodationSection({ examination }: { examination: PublicExamination }) {
  const { getValues } = useFormContext<FormValues>();
  const [fold, setFold] = useState<'unopened' | 'open' | 'closed'>(() =>
    isAccommodationChosen(getValues()) ? 'open' : 'unopened',
  );
  const error = useFieldError()('accommodationcertificate');
  useEffect(() => {
    if (error) setFold('open');
  }, [error]);
  const handleToggle = ({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>) =>
    setFold((current) => (open ? 'open' : current === 'open' ? 'closed' : current));
  return (
    <div className="form-part" id="part-accommodation">
      <details className="fold" open={fold === 'open'} onToggle={handleToggle}>
        <summary>
          <span>
            <Bilingual word={accommodationMessages.title} />
          </span>
        </summary>
        <div className="stack">
          {/* An upload continues when its part is folded again. */}
          {fold !== 'unopened' && <AccommodationFields examination={examination} />}
        </div>
      </details>
    </div>
  );
}

function AccommodationFields({ examination }: { examination: PublicExamination }) {
  const { register } = useFormContext<FormValues>();
  const [scribe, compensatory_time] = useWatch<FormValues, ['scribe', 'compensatory_time']>({
    name: ['scribe', 'compensatory_time'],
  });
  return (
    <>
      <Paragraph word={accommodationMessages.entitled} />
      <RadioGroup
        label={accommodationMessages.scribe}
        options={scribeOptions}
        {...register('scribe', { deps: 'accommodationcertificate' })}
      />
      <RadioGroup
        label={accommodationMessages.extraTime}
        options={[
          { value: '', label: accommodationMessages.noExtraTime },
          { value: EXTRA_TIME, label: minutesMessage(getCompensatoryMinutes(examination)) },
        ]}
        {...register('compensatory_time', { deps: 'accommodationcertificate' })}
      />
      {isAccommodationChosen({ scribe, compensatory_time }) && (
        <UploadField
          name="accommodationcertificate"
          label={accommodationMessages.certificate}
          hint={accommodationMessages.certificateHint}
        />
      )}
    </>
  );
}

const scribeOptions = [
  { value: '', label: accommodationMessages.noScribe },
  { value: SCRIBES.own, label: accommodationMessages.ownScribe },
  { value: SCRIBES.department, label: accommodationMessages.departmentScribe },
];

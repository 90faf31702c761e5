import { calculateAge, toIndianDay } from '@archaka/contracts/calls';
import {
  Banner,
  dateText,
  Paragraph,
  type PublicExamination,
  Sentence,
  type TwoNames,
  type Word,
} from '@archaka/platform';
import type { SpecifiedFileName } from '../../form/form-values.ts';
import { findRevealedFields } from '../../form/request-body.ts';
import {
  certificateMessage,
  readinessMessages,
  tooYoungMessage,
  writesEverythingMessage,
  writesOralMessage,
  writesRemainingMessage,
} from './readiness-messages.ts';

interface RequirementsListProps {
  choices: ReadinessChoices;
  examination: PublicExamination;
}

export function RequirementsList({ choices, examination }: RequirementsListProps) {
  const { latest_dob, age_threshold } = examination;
  const requirements = findRequirements(choices, examination, toIndianDay(new Date()));
  if (choices.dob > latest_dob) {
    return (
      <Banner tone="warning">
        <Paragraph word={tooYoungMessage(dateText(latest_dob))} />
      </Banner>
    );
  }
  if (!requirements) return <Paragraph word={readinessMessages.choicesMissing} />;
  const { files, certificateLevel, hallTicket, writes, age } = requirements;
  const needed: Record<SpecifiedFileName, Word> = {
    image: readinessMessages.photoNeeded,
    birthcertificate: readinessMessages.birthNeeded,
    perviouscertificate: certificateMessage(certificateLevel ?? { te: '', en: '' }),
    markmemos: readinessMessages.memoNeeded,
  };
  const parts = {
    'what-is-left': writesRemainingMessage,
    everything: writesEverythingMessage(age, age_threshold),
    oral: writesOralMessage(age, age_threshold),
  };
  return (
    <Banner tone="info" title={readinessMessages.requirementsTitle}>
      <ul>
        {files.map((field) => (
          <li key={field}>
            <Sentence word={needed[field]} />
          </li>
        ))}
        {hallTicket && (
          <li>
            <Sentence word={readinessMessages.hallTicketNeeded} />
          </li>
        )}
      </ul>
      <Paragraph word={parts[writes]} />
    </Banner>
  );
}

/** The answers that determine the needed papers and fields; choices as the values of their controls. */
export interface ReadinessChoices {
  readonly dob: string;
  readonly exam_type: string;
  readonly exam_regular: string;
}

interface Requirements {
  readonly files: readonly SpecifiedFileName[];
  readonly certificateLevel: TwoNames | undefined;
  /** The number of the earlier hall ticket. */
  readonly hallTicket: boolean;
  readonly writes: 'everything' | 'oral' | 'what-is-left';
  readonly age: number;
}

/**
 * Lists an applicant's requirements (specification, section 1: the notes on the form; section 4: its fields).
 * An age of exactly the threshold counts as under it.
 * @param today yyyy-mm-dd
 * @returns nothing until all is chosen, and for an invalid date of birth
 */
export function findRequirements(
  choices: ReadinessChoices,
  examination: PublicExamination,
  today: string,
): Requirements | undefined {
  const { dob, exam_type, exam_regular } = choices;
  if (!dob || !exam_type || !exam_regular || dob > examination.latest_dob) return undefined;
  const { certificateLevel, compartmental } = findRevealedFields(choices, examination);
  const age = calculateAge(dob, today);
  const all: readonly [SpecifiedFileName, boolean][] = [
    ['image', true],
    ['birthcertificate', true],
    ['perviouscertificate', certificateLevel !== undefined],
    ['markmemos', compartmental],
  ];
  return {
    files: all.filter(([, needed]) => needed).map(([field]) => field),
    certificateLevel,
    hallTicket: compartmental,
    writes: compartmental ? 'what-is-left' : age > examination.age_threshold ? 'everything' : 'oral',
    age,
  };
}

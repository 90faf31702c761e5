import { calculateAge, toIndianDay } from '@archaka/contracts/calls';
import {
  Banner,
  dateText,
  inBoth,
  Paragraph,
  type PublicExamination,
  Sentence,
  type TwoNames,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { SpecifiedFileName } from '../../form/form-values.ts';
import { findRevealedFields } from '../../form/request-body.ts';

const messages = {
  choicesMissing: msg`Choose all three, and what you need is listed here.`,
  title: msg`Have these ready`,
  photoNeeded: msg`Photo: JPEG or PNG, the face well lit`,
  birthNeeded: msg`Birth certificate: PDF, up to 2 MB`,
  memoNeeded: msg`Marks memo: PDF, up to 2 MB`,
  hallTicketNeeded: msg`Number of the previous hall ticket`,
} as const satisfies Record<string, Word>;

const certificateMessage = (level: TwoNames): Word =>
  inBoth((language) => {
    const name = level[language];
    return msg`${name} certificate: PDF, up to 2 MB`;
  });

const tooYoungMessage = (latest: string): Word => msg`The date of birth can be ${latest} at the latest.`;

const writesEverythingMessage = (age: number, threshold: number): Word =>
  msg`You are ${age}, over ${threshold}: as a new applicant you write all papers (Sanskrit, Agama, oral, Shushkruti).`;

const writesOralMessage = (age: number, threshold: number): Word =>
  msg`You are ${age}, not over ${threshold}: as a new applicant you take oral and Shushkruti only.`;

const writesRemainingMessage: Word = msg`As a compartmental applicant you write only the parts that are left; you choose them in the form.`;

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
  if (!requirements) return <Paragraph word={messages.choicesMissing} />;
  const { files, certificateLevel, hallTicket, writes, age } = requirements;
  const needed: Record<SpecifiedFileName, Word> = {
    image: messages.photoNeeded,
    birthcertificate: messages.birthNeeded,
    perviouscertificate: certificateMessage(certificateLevel ?? { te: '', en: '' }),
    markmemos: messages.memoNeeded,
  };
  const parts = {
    'what-is-left': writesRemainingMessage,
    everything: writesEverythingMessage(age, age_threshold),
    oral: writesOralMessage(age, age_threshold),
  };
  return (
    <Banner tone="info" title={messages.title}>
      <ul>
        {files.map((field) => (
          <li key={field}>
            <Sentence word={needed[field]} />
          </li>
        ))}
        {hallTicket && (
          <li>
            <Sentence word={messages.hallTicketNeeded} />
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

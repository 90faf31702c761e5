import { toIndianDay } from '@archaka/contracts/calls';
import { Banner, dateText, Paragraph, type PublicExamination, Sentence, type Word } from '@archaka/platform';
import type { SpecifiedFileName } from '../../form/form-values.ts';
import {
  certificateMessage,
  readinessMessages,
  tooYoungMessage,
  writesEverythingMessage,
  writesOralMessage,
  writesRemainingMessage,
} from './readiness-messages.ts';
import { findRequirements, type ReadinessChoices, type Requirements } from './requirements.ts';

export function RequirementsList({
  choices,
  examination,
}: {
  choices: ReadinessChoices;
  examination: PublicExamination;
}) {
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
  return (
    <Banner tone="info" title={readinessMessages.requirementsTitle}>
      <ul>
        {toItems(requirements).map(({ id, word }) => (
          <li key={id}>
            <Sentence word={word} />
          </li>
        ))}
      </ul>
      <Paragraph word={describeParts(requirements, age_threshold)} />
    </Banner>
  );
}

function toItems({ files, certificateLevel, hallTicket }: Requirements): { id: string; word: Word }[] {
  const messageByField: Record<SpecifiedFileName, Word> = {
    image: readinessMessages.photoNeeded,
    birthcertificate: readinessMessages.birthNeeded,
    perviouscertificate: certificateLevel
      ? certificateMessage(certificateLevel)
      : readinessMessages.birthNeeded,
    markmemos: readinessMessages.memoNeeded,
  };
  const items = files.map((id) => ({ id: String(id), word: messageByField[id] }));
  return hallTicket ? [...items, { id: 'pasthallticket', word: readinessMessages.hallTicketNeeded }] : items;
}

function describeParts({ writes, age }: Requirements, threshold: number): Word {
  if (writes === 'what-is-left') return writesRemainingMessage;
  return writes === 'everything'
    ? writesEverythingMessage(age, threshold)
    : writesOralMessage(age, threshold);
}

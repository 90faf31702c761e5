import { indianDay } from '@archaka/contracts';
import { Banner, dateText, Paragraph, type PublicExamination, Sentence, type Word } from '@archaka/platform';
import type { FileFieldName } from '../../form/form-values.ts';
import { type Needs, needsOf, type Plan } from './needs.ts';
import {
  certificateNeeded,
  readyWords,
  tooYoung,
  writesEverything,
  writesOral,
  writesWhatIsLeft,
} from './ready-words.ts';

/** What this applicant has to have ready, and which papers are to be written. */
export function YourNeeds({ plan, examination }: { plan: Plan; examination: PublicExamination }) {
  const { latest_dob, age_threshold } = examination;
  const needs = needsOf(plan, examination, indianDay(new Date()));
  if (plan.dob > latest_dob) {
    return (
      <Banner tone="warning">
        <Paragraph word={tooYoung(dateText(latest_dob))} />
      </Banner>
    );
  }
  if (!needs) return <Paragraph word={readyWords.chooseFirst} />;
  return (
    <Banner tone="info" title={readyWords.youNeed}>
      <ul>
        {thingsOf(needs).map(({ id, word }) => (
          <li key={id}>
            <Sentence word={word} />
          </li>
        ))}
      </ul>
      <Paragraph word={writingOf(needs, age_threshold)} />
    </Banner>
  );
}

function thingsOf({ files, certificateOf, hallTicket }: Needs): { id: string; word: Word }[] {
  const wordOf: Record<FileFieldName, Word> = {
    image: readyWords.photoNeeded,
    birthcertificate: readyWords.birthNeeded,
    perviouscertificate: certificateOf ? certificateNeeded(certificateOf) : readyWords.birthNeeded,
    markmemos: readyWords.memoNeeded,
  };
  const things = files.map((id) => ({ id: String(id), word: wordOf[id] }));
  return hallTicket ? [...things, { id: 'pasthallticket', word: readyWords.hallTicketNeeded }] : things;
}

function writingOf({ writes, age }: Needs, threshold: number): Word {
  if (writes === 'what-is-left') return writesWhatIsLeft;
  return writes === 'everything' ? writesEverything(age, threshold) : writesOral(age, threshold);
}

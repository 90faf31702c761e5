import type { ApplicationRecord, PaperField } from '@archaka/contracts/calls';
import {
  Bilingual,
  Icon,
  inBoth,
  Paragraph,
  Sentence,
  Text,
  useBothTexts,
  useExamination,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { toDeclaredValue, toFieldLabel } from '../../labels.ts';
import { KeyName, useKeys } from '../../use-keys.tsx';
import { listPapers, type Paper, toPaperUrl } from './paper-files.ts';
import { PaperViewer } from './paper-viewer.tsx';

const title: Word = msg`Papers`;
const missingPaper: Word = msg`missing`;
const noPapers: Word = msg`This application has no papers.`;
const compare: Word = msg`Compare with what is declared`;

const MAX_NUMBERED = 9;

function usePaperChoice(papers: readonly Paper[]) {
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, papers.length - 1);
  const choose = (next: number) => {
    if (next >= 0 && next < papers.length) setChosen(next);
  };
  const numbered = papers.slice(0, MAX_NUMBERED).map((_paper, at) => [String(at + 1), () => choose(at)]);
  useKeys({
    ...Object.fromEntries(numbered),
    j: () => choose(index + 1),
    k: () => choose(index - 1),
  });
  return { index, choose };
}

/** The papers that this type requires, those that are missing, and one of them large. */
export function Papers({ record }: { record: ApplicationRecord }) {
  const { examination } = useExamination();
  const { papers, missing } = listPapers(record, examination);
  const { index, choose } = usePaperChoice(papers);
  const paper = papers[index];
  return (
    <section className="case-papers" aria-labelledby="papers-title">
      <h2 id="papers-title" className="visually-hidden">
        <Sentence word={title} />
      </h2>
      <PaperList papers={papers} missing={missing} shown={index} onChoose={choose} />
      {paper ? (
        <>
          <Checks record={record} field={paper.field} />
          <PaperViewer
            key={paper.file.document_id}
            address={toPaperUrl(record.application_id, paper.file.document_id)}
            name={toPaperName(paper)}
          />
        </>
      ) : (
        <Paragraph word={noPapers} />
      )}
    </section>
  );
}

function toPaperName({ field, number, count }: Paper): Word {
  const label = toFieldLabel(field);
  return count === 1 ? label : inBoth(() => msg`Sheet ${number} of ${count}`);
}

interface PaperListProps {
  papers: readonly Paper[];
  missing: readonly PaperField[];
  shown: number;
  onChoose: (index: number) => void;
}

function PaperList({ papers, missing, shown, onChoose }: PaperListProps) {
  const bothTexts = useBothTexts();
  return (
    <ol className="paper-list plain" aria-label={bothTexts(title)}>
      {papers.map((paper, index) => (
        <li key={paper.file.document_id}>
          <button
            type="button"
            className="button paper-choice"
            aria-current={index === shown ? 'true' : undefined}
            aria-keyshortcuts={index < MAX_NUMBERED ? String(index + 1) : undefined}
            onClick={() => onChoose(index)}
          >
            <span className="key-word">
              <span>
                <Bilingual word={toFieldLabel(paper.field)} />
                {paper.count > 1 && ` ${paper.number}/${paper.count}`}
              </span>
              {index < MAX_NUMBERED && <KeyName name={String(index + 1)} />}
            </span>
          </button>
        </li>
      ))}
      {missing.map((field) => (
        <li key={field} className="paper-missing">
          <Icon name="alert" />
          <span>
            <Bilingual word={toFieldLabel(field)} />: <Sentence word={missingPaper} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The examination's checks of a paper, each with the declared value that the paper proves. */
function Checks({ record, field }: { record: ApplicationRecord; field: PaperField }) {
  const { examination } = useExamination();
  const rules = deskApi.useRulesQuery({}).data?.data?.[0];
  const bothTexts = useBothTexts();
  const checks = rules?.checks.filter(({ paper }) => paper === field) ?? [];
  if (checks.length === 0) return null;
  return (
    <ul className="checks plain" aria-label={bothTexts(compare)}>
      {checks.map(({ id, name, name_te, field: proved }) => (
        <li key={id}>
          <span className="hint">
            <Bilingual word={{ en: name, te: name_te }} />
          </span>
          {proved && (
            <strong>
              <Text of={toDeclaredValue(record, proved, examination)} />
            </strong>
          )}
        </li>
      ))}
    </ul>
  );
}

import { routes } from '@archaka/contracts/calls';
import { type PublicExamination, useExamination } from '@archaka/platform/core';
import {
  Banner,
  Bilingual,
  Button,
  Facts,
  Icon,
  inBoth,
  type Language,
  Paragraph,
  Skeleton,
  Telephones,
  type Word,
  words,
} from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { HomeSection } from './sections.tsx';

interface ResultsProps {
  results: PublicExamination['results'];
  examTypes: PublicExamination['exam_types'];
  isPublished: boolean;
}

const findResult: Word = msg`Find a result by roll number`;

function Results({ results: { year, links }, examTypes, isPublished }: ResultsProps) {
  return (
    <div>
      <h3>
        <Bilingual word={msg`Results ${year}`} />
      </h3>
      <ul className="row plain">
        {links.map(({ exam_type, url }) => {
          const type = examTypes.find(({ id }) => id === exam_type);
          return (
            <li key={url}>
              <a className="link" href={url} rel="noreferrer">
                <Bilingual word={{ te: type?.name_te ?? year, en: type?.name ?? year }} />
              </a>
            </li>
          );
        })}
      </ul>
      {isPublished && (
        <p>
          {/* A page of svc-ticket. */}
          <a className="link" href={routes.resultsPage.path}>
            <Bilingual word={findResult} />
          </a>
        </p>
      )}
    </div>
  );
}

const about = msg`Examinations are held every year for the archakas who perform worship in temples. Application, payment and hall ticket are in one place on this portal.`;
const failed = msg`The facts of the examination could not be loaded`;
const example = msg`These addresses and numbers are examples only.`;

interface AboutProps {
  /** Folded on phones, without the help, which is beside it. */
  folded?: boolean;
}

export function About({ folded = false }: AboutProps) {
  const { examination, failed: hasFailed, retry } = useExamination();
  return (
    <HomeSection id="about" title={words.about} folded={folded}>
      {examination ? (
        <ExaminationFacts examination={examination} hasHelp={!folded} />
      ) : (
        <Paragraph word={about} />
      )}
      {!examination && !hasFailed && <Skeleton lines={4} />}
      {hasFailed && !examination && (
        <Banner tone="warning" title={failed}>
          <div className="row">
            <Button word={words.retry} onClick={retry} />
          </div>
        </Banner>
      )}
    </HomeSection>
  );
}

interface ExaminationFactsProps {
  examination: PublicExamination;
  hasHelp: boolean;
}

function ExaminationFacts({
  examination: { results, contacts, exam_types, result_papers },
  hasHelp,
}: ExaminationFactsProps) {
  return (
    <>
      <div className={hasHelp ? 'two-columns' : 'stack'}>
        <div className="stack">
          <Paragraph word={about} />
          <Paragraph word={describeLevels(exam_types)} />
          <Results results={results} examTypes={exam_types} isPublished={result_papers !== undefined} />
        </div>
        {hasHelp && <Help contacts={contacts} />}
      </div>
      {(results.example || contacts.example) && <Paragraph word={example} />}
    </>
  );
}

const describeLevels = (levels: PublicExamination['exam_types']): Word =>
  inBoth((language) => {
    const names = formatLevels(language, levels);
    return msg`The levels are ${names}.`;
  });

export const helpTitle = msg`Help`;
const office = msg`Office`;
const phones = msg`Phone`;
const technical = msg`Technical support`;
const email = msg`E-mail`;

interface HelpProps {
  contacts: PublicExamination['contacts'];
}

const Help = ({ contacts }: HelpProps) => (
  <div className="help-box" id="help" tabIndex={-1}>
    <Icon name="phone" />
    <h3>
      <Bilingual word={helpTitle} />
    </h3>
    <HelpFacts contacts={contacts} />
  </div>
);

export const HelpFacts = ({ contacts }: HelpProps) => (
  <Facts
    facts={[
      { label: office, value: <Numbers of={[contacts.office]} /> },
      { label: phones, value: <Numbers of={contacts.phones} /> },
      { label: technical, value: <Numbers of={contacts.technical} /> },
      {
        label: email,
        value: (
          <a className="link" href={`mailto:${contacts.email}`}>
            {contacts.email}
          </a>
        ),
      },
    ]}
  />
);

function Numbers({ of: numbers }: { of: readonly string[] }) {
  return (
    <span className="row">
      <Telephones numbers={numbers} />
    </span>
  );
}

export const formatLevels = (language: Language, levels: PublicExamination['exam_types']): string =>
  levels.map(({ name, name_te }) => (language === 'te' ? name_te : name)).join(', ');

import { ButtonLink, type PublicExamination, Telephones, useExamination } from '@archaka/platform/core';
import { Link } from '@archaka/platform/shell';
import { Bilingual, Paragraph, useBothTexts, type Word, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { policies } from './policies.ts';

const title = msg`Privacy, terms, refund`;
const onThisPage = msg`On this page`;
const credit = msg`Developed for the Endowments Department by the Archaka portal team.`;

export default function Policy() {
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={title} />
      </h1>
      <Contents />
      {policies.map(({ id, title: heading, clauses }) => (
        <section key={id} id={id} className="section" tabIndex={-1} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            <Bilingual word={heading} />
          </h2>
          {clauses.map((clause) => (
            <ClauseText key={clause.text.id} clause={clause} />
          ))}
          {id === 'privacy' && <ExaminationClauses />}
        </section>
      ))}
      <div className="hint">
        <Paragraph word={credit} />
      </div>
      <div className="row">
        <ButtonLink to="/" word={words.home} />
      </div>
    </div>
  );
}

function Contents() {
  const bothTexts = useBothTexts();
  return (
    <nav aria-label={bothTexts(onThisPage)}>
      <ul className="plain">
        {policies.map(({ id, title: heading }) => (
          <li key={id}>
            <Link className="link" to={`#${id}`}>
              <Bilingual word={heading} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The parts of the privacy policy that depend on the examination's file. */
function ExaminationClauses() {
  const { examination } = useExamination();
  const papers = examination?.privacy_notice?.parts.identity_papers;
  return (
    <>
      {papers && (
        <ClauseText
          clause={{
            title: { te: papers.title_te, en: papers.title },
            text: { te: papers.text_te, en: papers.text },
          }}
        />
      )}
      {examination && <GrievanceOfficer contacts={examination.contacts} />}
    </>
  );
}

function ClauseText({ clause: { title: heading, text } }: { clause: { title?: Word; text: Word } }) {
  return (
    <div>
      {heading && (
        <h3>
          <Bilingual word={heading} />
        </h3>
      )}
      <Paragraph word={text} />
    </div>
  );
}

const officerTitle = msg`Grievance officer`;
const instructions = msg`Call or write to the examination's office and ask for the grievance officer. The answer comes within 30 days; where it does not, or does not help, you may complain to the Data Protection Board of India.`;

/** The contact for questions about personal data: docs/privacy/grievances.md. */
const GrievanceOfficer = ({ contacts }: { contacts: PublicExamination['contacts'] }) => (
  <div id="grievances" tabIndex={-1}>
    <h3>
      <Bilingual word={officerTitle} />
    </h3>
    <Paragraph word={instructions} />
    <p className="row">
      <Telephones numbers={[contacts.office, ...contacts.phones]} />
      <a className="link" href={`mailto:${contacts.email}`}>
        {contacts.email}
      </a>
    </p>
  </div>
);

import './locales/catalogs.ts';
import { ButtonLink } from '@archaka/platform/core';
import { Bilingual, Paragraph, useBothTexts, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { type Clause, policies } from './policies.ts';

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
      <ul className="links">
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

function ClauseText({ clause: { title: heading, text } }: { clause: Clause }) {
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

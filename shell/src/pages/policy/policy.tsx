import { Bilingual, Paragraph, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { type Clause, policies } from './policies.ts';

const title = msg`Privacy, terms, refund`;
const credit = msg`Developed for the Endowments Department by the Archaka portal team.`;

export function Policy() {
  return (
    <div className="stack">
      <h1 className="title">
        <Bilingual word={title} />
      </h1>
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
      <Paragraph word={credit} />
      <p>
        <Link to="/">
          <Bilingual word={words.home} />
        </Link>
      </p>
    </div>
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

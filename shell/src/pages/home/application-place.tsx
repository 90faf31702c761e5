import { Bilingual, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const title = msg`Application Form · Archaka examinations 2024`;
const pleaseLogin = msg`Please Login to apply`;

/** Where the application form is: for a visitor the way to it. */
export function ApplicationPlace({ children }: { children: ReactNode }) {
  return (
    <section className="section" id="application-form" tabIndex={-1} aria-labelledby="application-title">
      <h2 id="application-title">
        <Bilingual word={children ? title : words.applicationForm} />
      </h2>
      {children || (
        <p>
          <Link to="/#login">
            <Bilingual word={pleaseLogin} />
          </Link>
        </p>
      )}
    </section>
  );
}

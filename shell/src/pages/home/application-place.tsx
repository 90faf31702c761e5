import { Bilingual, words } from '@archaka/web-kit';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const title = { te: 'దరఖాస్తు ఫారం · అర్చక పరీక్షలు 2024', en: 'Application Form · Archaka examinations 2024' };
const pleaseLogin = { te: 'దరఖాస్తు ఇవ్వడానికి దయచేసి లాగిన్ అవ్వండి', en: 'Please Login to apply' };

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

import { useUser } from '@archaka/platform';
import { Bilingual, Paragraph, type Word } from '@archaka/web-kit';
import type { ReactNode } from 'react';
import { Login } from './home/login.tsx';

const pleaseLogin = { te: 'దయచేసి లాగిన్ అవ్వండి', en: 'Please Login' };

/** A page of the applicant's own: a visitor is asked to sign in where the page would be. */
export function OwnPage({ title, children }: { title: Word; children: ReactNode }) {
  const user = useUser();
  return (
    <div className={user ? 'stack page-wide' : 'stack'}>
      <h1 className="title">
        <Bilingual word={title} />
      </h1>
      {user ? (
        children
      ) : (
        <>
          <Paragraph word={pleaseLogin} />
          <Login />
        </>
      )}
    </div>
  );
}

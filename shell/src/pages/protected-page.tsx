import { useUser } from '@archaka/platform';
import { Bilingual, Message, type Word } from '@archaka/web-kit';
import type { ReactNode } from 'react';
import { Login } from './home/login.tsx';

/** A page of the applicant's own: a visitor is asked to sign in where the page would be. */
export function ProtectedPage({ title, children }: { title: Word; children: ReactNode }) {
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
          <p>
            <Message of="Please Login" />
          </p>
          <Login />
        </>
      )}
    </div>
  );
}

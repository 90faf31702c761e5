import type { CallDefinition, StaffMember } from '@archaka/contracts/calls';
import { Banner, Button, Paragraph, Sentence, Skeleton, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { mayCall } from './roles.ts';

interface DeskSectionProps {
  title: Word;
  member: StaffMember;
  /** Whose roles see the page. */
  call: CallDefinition;
  className?: string;
  children: ReactNode;
}

const notAllowed: Word = msg`Your roles do not include this page.`;

/** A page of the desk for the roles of a call. */
export function DeskSection({ title, member, call, className = '', children }: DeskSectionProps) {
  const titleId = useId();
  return (
    <section className={`${className} stack`.trim()} aria-labelledby={titleId}>
      <h1 id={titleId}>
        <Sentence word={title} />
      </h1>
      {mayCall(member, call) ? children : <Paragraph word={notAllowed} />}
    </section>
  );
}

const failed: Word = msg`This could not be loaded`;
const retried: Word = msg`It is tried again by itself. What you typed is still here.`;

interface LoadingProps {
  query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
  lines: number;
}

/** In the place of what a query has not read yet. */
export function Loading({ query: { error, isFetching, refetch }, lines }: LoadingProps) {
  if (!error) return <Skeleton lines={lines} />;
  return (
    <Banner tone="error" title={failed} level={2}>
      <Paragraph word={retried} />
      <div className="row">
        <Button word={words.retry} busy={isFetching} onClick={() => void refetch()} />
      </div>
    </Banner>
  );
}

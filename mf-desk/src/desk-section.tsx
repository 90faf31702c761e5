import type { CallDefinition, StaffMember } from '@archaka/contracts/calls';
import { Paragraph, Sentence, Skeleton, type Word } from '@archaka/platform';
import { type ReactNode, useId } from 'react';
import { LoadFailed } from './load-failed.tsx';
import { mayCall } from './roles.ts';

interface DeskSectionProps {
  title: Word;
  member: StaffMember;
  /** Whose roles see the page. */
  call: CallDefinition;
  /** In its place for others. */
  notAllowed: Word;
  className?: string;
  children: ReactNode;
}

/** A page of the desk for the roles of a call. */
export function DeskSection({ title, member, call, notAllowed, className = '', children }: DeskSectionProps) {
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

interface LoadingProps {
  query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
  lines: number;
}

/** In the place of what a query has not read yet. */
export const Loading = ({ query: { error, isFetching, refetch }, lines }: LoadingProps) =>
  error ? <LoadFailed busy={isFetching} onRetry={refetch} /> : <Skeleton lines={lines} />;

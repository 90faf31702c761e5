import type { CallDefinition, StaffMember } from '@archaka/contracts/calls';
import {
  Banner,
  Button,
  Paragraph,
  RecordTable,
  Sentence,
  Skeleton,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
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
export const DeskSection = ({ title, member, call, className = '', children }: DeskSectionProps) => (
  <Section title={title} level={1} className={`${className} stack`.trim()}>
    {mayCall(member, call) ? children : <Paragraph word={notAllowed} />}
  </Section>
);

interface SectionProps {
  title: Word;
  level?: 1 | 2 | 3;
  className?: string;
  children: ReactNode;
}

/** Named by its heading. */
export function Section({ title, level = 2, className = 'stack', children }: SectionProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={className} aria-labelledby={titleId}>
      <Heading id={titleId}>
        <Sentence word={title} />
      </Heading>
      {children}
    </section>
  );
}

interface DeskTableProps<Row> extends ComponentProps<typeof RecordTable<Row>> {
  ref?: Ref<HTMLDivElement>;
}

/** With lower rows than a table for applicants. */
export const DeskTable = <Row,>({ ref, ...table }: DeskTableProps<Row>) => (
  <div ref={ref} className="desk-table">
    <RecordTable {...table} />
  </div>
);

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

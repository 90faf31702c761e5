import { addCatalogs, Banner, Bilingual, Paragraph, Skeleton, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { anotherOtpSent } from '../sign-in/use-sign-in.ts';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const notThere = msg`This part of the portal does not answer at the moment. It is tried again by itself.`;

interface SectionProps {
  title: Word;
  /** Opened by a press: a long list. */
  folded?: boolean;
  children: ReactNode;
}

export function Section({ title, folded = false, children }: SectionProps) {
  const titleId = useId();
  const heading = (
    <h2 id={titleId}>
      <Bilingual word={title} />
    </h2>
  );
  if (!folded)
    return (
      <section className="card stack" aria-labelledby={titleId}>
        {heading}
        {children}
      </section>
    );
  return (
    <section aria-labelledby={titleId}>
      <details className="fold">
        <summary>{heading}</summary>
        <div className="stack">{children}</div>
      </details>
    </section>
  );
}

export const AnotherOtpNotice = () => (
  <Banner tone="warning" title={anotherOtpSent.title}>
    <Paragraph word={anotherOtpSent.text} />
  </Banner>
);

interface QueryState<Data> {
  data?: Data | undefined;
  isError: boolean;
}

export function Loaded<Data>({
  query,
  children,
}: {
  query: QueryState<{ data?: Data[] | undefined }>;
  children: (data: readonly Data[]) => ReactNode;
}) {
  if (query.data) return children(query.data.data ?? []);
  return query.isError ? <Paragraph word={notThere} /> : <Skeleton lines={3} />;
}

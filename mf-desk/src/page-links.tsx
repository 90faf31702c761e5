import type { GrievanceSummary } from '@archaka/contracts/calls';
import { ButtonLink, type Column, Link, type Word, words } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { toCaseAddress, toGrievanceAddress } from './desk-address.ts';

/** In lists and tables. */
export const CaseLink = ({ id }: { id: string }) => (
  <Link className="row-link" to={toCaseAddress(id)}>
    <span translate="no">{id}</span>
  </Link>
);

/** Of a table with an application in each row. */
export const caseColumn: Column<{ readonly application_id: string }> = {
  id: 'application',
  label: words.applicationId,
  cell: ({ application_id }) => <CaseLink id={application_id} />,
};

const nextPage: Word = msg`Next page`;
const firstPage: Word = msg`First page`;

interface PageLinksProps {
  /** Addresses; undefined on the first page and on the last one. */
  first: string | undefined;
  next: string | undefined;
}

/** Between the pages of a list. */
export const PageLinks = ({ first, next }: PageLinksProps) => (
  <div className="row">
    {first !== undefined && <ButtonLink to={first} word={firstPage} />}
    {next !== undefined && <ButtonLink to={next} word={nextPage} />}
  </div>
);

interface DownloadsProps {
  /** With `:format` in its path. */
  address: string;
  onClick?: () => void;
}

/** A table as a file, in each format. */
export const Downloads = ({ address, onClick }: DownloadsProps) =>
  ['csv', 'xlsx'].map((format) => (
    <a key={format} className="button" href={address.replace(':format', format)} onClick={onClick} download>
      {format.toUpperCase()}
    </a>
  ));

interface GrievanceLinkProps {
  grievance: Pick<GrievanceSummary, 'number' | 'application_id' | 'mobile_masked'>;
}

/** To its application, or to the page of a caller who has none. */
export const GrievanceLink = ({ grievance }: GrievanceLinkProps) => {
  const { number, application_id, mobile_masked } = grievance;
  if (application_id !== undefined) return <CaseLink id={application_id} />;
  return (
    <Link className="row-link" to={toGrievanceAddress(number)}>
      <span translate="no">{mobile_masked}</span>
    </Link>
  );
};

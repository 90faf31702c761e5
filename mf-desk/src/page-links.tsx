import { ButtonLink, Link, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { toCaseAddress } from './desk-address.ts';

/** In lists and tables. */
export const CaseLink = ({ id }: { id: string }) => (
  <Link className="row-link" to={toCaseAddress(id)}>
    <span translate="no">{id}</span>
  </Link>
);

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

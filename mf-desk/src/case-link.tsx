import { Link } from '@archaka/platform';
import { toCaseAddress } from './desk-address.ts';

/** In lists and tables. */
export const CaseLink = ({ id }: { id: string }) => (
  <Link className="row-link" to={toCaseAddress(id)}>
    <span translate="no">{id}</span>
  </Link>
);

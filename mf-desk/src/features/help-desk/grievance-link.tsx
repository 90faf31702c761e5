import type { GrievanceSummary } from '@archaka/contracts/calls';
import { Link } from '@archaka/platform';
import { toGrievanceAddress } from '../../desk-address.ts';
import { CaseLink } from '../../page-links.tsx';

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

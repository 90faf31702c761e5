import './section.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { EraseData } from './erasure.tsx';
import { ExportData } from './export-data.tsx';
import { MyAccount } from './my-account.tsx';
import { MyApplications } from './my-applications.tsx';
import { MyConsents } from './my-consents.tsx';
import { StoredKinds } from './stored-kinds.tsx';

/** The page /my-data: the stored data of the applicant, and the actions on it. */
export default function MyData() {
  return (
    <>
      <div className="tiles">
        <MyAccount />
        <MyApplications />
        <ExportData />
        <EraseData />
      </div>
      <div>
        <MyConsents />
        <AuditEntries />
        <StoredKinds />
      </div>
    </>
  );
}

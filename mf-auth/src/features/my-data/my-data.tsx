import './catalogs.ts';
import { AuditEntries } from './audit-entries.tsx';
import { MyAccount } from './my-account.tsx';
import { MyConsents } from './my-consents.tsx';
import { StoredKinds } from './stored-kinds.tsx';

/** The page /my-data: what is stored about the applicant, and what they can do with it. */
export default function MyData() {
  return (
    <>
      <MyAccount />
      <MyConsents />
      <AuditEntries />
      <StoredKinds />
    </>
  );
}

import type { StaffMember } from '@archaka/contracts/calls';
import {
  Button,
  ButtonLink,
  Paragraph,
  Sentence,
  useLocation,
  useNotice,
  type Word,
} from '@archaka/platform';
import { storedTexts } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { type PageName, readDeskPage } from './desk-address.ts';
import { deskApi } from './desk-api.ts';
import { Loading } from './desk-section.tsx';
import { BatchPage } from './features/accept-batch/batch-page.tsx';
import { Batches } from './features/accept-batch/batches.tsx';
import { Halls } from './features/allot-halls/halls.tsx';
import { StaffAudit } from './features/audit-staff/staff-audit.tsx';
import { Refunds } from './features/decide-refunds/refunds.tsx';
import { GrievancePage, HelpDesk } from './features/help-desk/help-desk.tsx';
import { Queues } from './features/list-queues/queues.tsx';
import { Notices } from './features/manage-notices/notices.tsx';
import { Passkeys } from './features/manage-passkeys/passkeys.tsx';
import { ExaminationPage } from './features/manage-settings/settings.tsx';
import { Staff } from './features/manage-staff/staff.tsx';
import { Results } from './features/publish-results/results.tsx';
import { Revaluations } from './features/publish-results/revaluations.tsx';
import { Reconciliation } from './features/reconcile-day/reconciliation.tsx';
import { Attendance } from './features/record-attendance/attendance.tsx';
import { Search } from './features/search-cases/search.tsx';
import { Reports } from './features/show-reports/reports.tsx';
import { SignIn } from './features/sign-in/sign-in.tsx';
import { CasePage } from './features/view-case/case-page.tsx';
import { KeysProvider } from './use-keys.tsx';

/** Whether the session ended while a page was open; its focus comes back after the sign-in. */
function useSessionEnd(): boolean {
  const [hasEnded, setHasEnded] = useState(false);
  const focused = useRef<Element>(null);
  useNotice('staff-sign-in-needed', () => {
    if (!hasEnded) focused.current = document.activeElement;
    setHasEnded(true);
  });
  useNotice('staff-signed-in', () => setHasEnded(false));
  useEffect(() => {
    if (!hasEnded && focused.current instanceof HTMLElement) focused.current.focus();
  }, [hasEnded]);
  return hasEnded;
}

/** The department's desk; a page that loses its session stays, hidden, with what was typed. */
export function Desk() {
  const query = deskApi.useSessionQuery(undefined);
  const { data, error } = query;
  const hasEnded = useSessionEnd();
  const member = data?.data?.[0];
  const isSignedOut = error !== undefined && 'kind' in error && error.kind === 'signed-out';

  if (!member && isSignedOut) return <SignIn previous={undefined} />;
  if (!member) return <Loading query={query} lines={8} />;
  return (
    <>
      <div hidden={hasEnded}>
        <DeskPages member={member} isActive={!hasEnded} />
      </div>
      {hasEnded && <SignIn previous={member} />}
    </>
  );
}

const STORED_CHOICE = 'desk-keys';
const keysOn: Word = msg`Single keys act on this page`;
const turnOff: Word = msg`Turn keys off`;
const keysOff: Word = msg`Single keys are off`;
const turnOn: Word = msg`Turn keys on`;

function DeskPages({ member, isActive }: { member: StaffMember; isActive: boolean }) {
  const [areKeysOn, setKeysOn] = useState(() => storedTexts.read(STORED_CHOICE) !== 'off');
  const toggleKeys = () => {
    storedTexts.write(STORED_CHOICE, areKeysOn ? 'off' : 'on');
    setKeysOn(!areKeysOn);
  };
  return (
    <KeysProvider isOn={areKeysOn && isActive}>
      <div className="desk">
        <CurrentPage member={member} />
        <p className="desk-keys hint">
          <Sentence word={areKeysOn ? keysOn : keysOff} />
          <Button tone="link" word={areKeysOn ? turnOff : turnOn} onClick={toggleKeys} />
        </p>
      </div>
    </KeysProvider>
  );
}

const unknownTitle: Word = msg`The desk has no such page`;
const toDesk: Word = msg`To the desk`;

const UnknownPage = () => (
  <div className="stack">
    <h1>
      <Sentence word={unknownTitle} />
    </h1>
    <Paragraph word={msg`The address may have been typed wrongly.`} />
    <ButtonLink to="/desk" word={toDesk} tone="main" />
  </div>
);

const Home = ({ member }: { member: StaffMember }) => (
  <>
    <Search />
    <Queues member={member} />
  </>
);

const pages: Readonly<Record<PageName, ComponentType<{ member: StaffMember }>>> = {
  home: Home,
  'sign-in': Home,
  search: Search,
  queue: Queues,
  batches: Batches,
  help: HelpDesk,
  payments: Refunds,
  reconciliation: Reconciliation,
  reports: Reports,
  audit: StaffAudit,
  notices: Notices,
  examination: ExaminationPage,
  results: Results,
  revaluations: Revaluations,
  attendance: Attendance,
  halls: Halls,
  staff: Staff,
  passkeys: Passkeys,
  unknown: UnknownPage,
};

function CurrentPage({ member }: { member: StaffMember }) {
  const current = readDeskPage(useLocation().pathname);
  switch (current.page) {
    case 'case':
      return <CasePage key={current.applicationId} applicationId={current.applicationId} member={member} />;
    case 'batch':
      return <BatchPage key={current.batchId} batchId={current.batchId} member={member} />;
    case 'grievance':
      return <GrievancePage key={current.number} number={current.number} member={member} />;
    default: {
      const Page = pages[current.page];
      return <Page member={member} />;
    }
  }
}

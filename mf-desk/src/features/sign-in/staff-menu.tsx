import type { StaffMember } from '@archaka/contracts/calls';
import * as calls from '@archaka/contracts/calls';
import {
  Button,
  Link,
  Sentence,
  useBothTexts,
  useLocation,
  usePortalDispatch,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { readDeskPage } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { mayCall, toRoleName } from '../../roles.ts';

const pages = [
  { to: '/desk', page: 'home', word: msg`Desk`, call: calls.getStaffSession },
  { to: '/desk/queue', page: 'queue', word: msg`Queues`, call: calls.getScrutinyQueues },
  { to: '/desk/batches', page: 'batches', word: msg`Batches`, call: calls.getBatches },
  { to: '/desk/search', page: 'search', word: msg`Search`, call: calls.searchCases },
  { to: '/desk/help', page: 'help', word: msg`Grievances`, call: calls.getGrievances },
  { to: '/desk/payments', page: 'payments', word: msg`Payments`, call: calls.getRefundsToDecide },
  {
    to: '/desk/reconciliation',
    page: 'reconciliation',
    word: msg`Reconciliation`,
    call: calls.getReconciliation,
  },
  { to: '/desk/reports', page: 'reports', word: msg`Reports`, call: calls.getDeskReport },
  { to: '/desk/audit', page: 'audit', word: msg`Audit`, call: calls.getDeskAudit },
  { to: '/desk/notices', page: 'notices', word: msg`Notices`, call: calls.getNotices },
  {
    to: '/desk/examination',
    page: 'examination',
    word: msg`Examination`,
    call: calls.getExaminationSettings,
  },
  { to: '/desk/results', page: 'results', word: msg`Results`, call: calls.getMarkSheets },
  { to: '/desk/revaluations', page: 'revaluations', word: msg`Revaluations`, call: calls.getRevaluations },
  { to: '/desk/attendance', page: 'attendance', word: msg`Attendance`, call: calls.getAttendance },
  { to: '/desk/halls', page: 'halls', word: msg`Halls`, call: calls.getHalls },
  { to: '/desk/staff', page: 'staff', word: msg`Staff`, call: calls.getStaffAccounts },
  { to: '/desk/passkeys', page: 'passkeys', word: msg`Passkeys`, call: calls.getPasskeys },
] as const;

type Page = (typeof pages)[number];

/** For members who have more pages than fit into one row; pages of no group stand before them. */
const MAX_IN_ROW = 8;
const groups: readonly { readonly word: Word; readonly pages: readonly Page['page'][] }[] = [
  { word: msg`Cases`, pages: ['queue', 'batches', 'help'] },
  { word: msg`Halls & results`, pages: ['halls', 'attendance', 'results', 'revaluations'] },
  { word: msg`Money`, pages: ['payments', 'reconciliation'] },
  {
    word: msg`Office`,
    pages: ['notices', 'examination', 'reports', 'audit', 'staff', 'passkeys'],
  },
];

const PageLink = ({ page: { to, word, page }, current }: { page: Page; current: string }) => (
  <Link to={to} className="menu-link" aria-current={page === current ? 'page' : undefined}>
    <Sentence word={word} />
  </Link>
);

function DeskMenu({ member }: { member: StaffMember }) {
  const { page: current } = readDeskPage(useLocation().pathname);
  const bothTexts = useBothTexts();
  const own = pages.filter(({ call }) => mayCall(member, call));
  const grouped = own.length > MAX_IN_ROW ? groups : [];
  const toLinks = (listed: readonly Page[]) =>
    listed.map((page) => <PageLink key={page.to} page={page} current={current} />);
  return (
    <nav className="desk-menu" aria-label={bothTexts(words.menu)}>
      {toLinks(own.filter(({ page }) => !grouped.some((group) => group.pages.includes(page))))}
      {grouped.map((group) => {
        const members = own.filter(({ page }) => group.pages.includes(page));
        if (members.length < 2) return toLinks(members);
        const isCurrent = members.some(({ page }) => page === current);
        return (
          <MenuGroup key={group.pages[0]} word={group.word} isCurrent={isCurrent}>
            {toLinks(members)}
          </MenuGroup>
        );
      })}
    </nav>
  );
}

/** In the masthead: the pages of the desk, who is signed in with which roles, and the way out. */
export function StaffMenu() {
  const { data, error } = deskApi.useSessionQuery(undefined);
  const [signOut, { isLoading }] = deskApi.useSignOutMutation();
  const dispatch = usePortalDispatch();
  const member = data?.data?.[0];
  if (!member || error) return null;

  const leave = async () => {
    const { error: failure } = await signOut({});
    if (!failure) dispatch(deskApi.util.resetApiState());
  };

  return (
    <>
      <DeskMenu member={member} />
      <div className="staff-menu">
        <p className="staff-member">
          <span className="user-name">{member.name}</span>
          <span className="staff-roles">
            {member.roles.map((role) => (
              <span key={role} className="staff-role">
                <Sentence word={toRoleName(role)} />
              </span>
            ))}
          </span>
        </p>
        <Button word={words.logout} busy={isLoading} onClick={leave} />
      </div>
    </>
  );
}

const close = ({ currentTarget: group }: { currentTarget: HTMLDetailsElement }) => {
  group.open = false;
};

const closeAndFocus = (event: { currentTarget: HTMLDetailsElement }) => {
  event.currentTarget.querySelector('summary')?.focus();
  close(event);
};

interface MenuGroupProps {
  word: Word;
  /** Has the link of the page that is shown. */
  isCurrent: boolean;
  children: ReactNode;
}

/** Links behind a word of the masthead; a choice, Escape, or the focus elsewhere closes them. */
const MenuGroup = ({ word, isCurrent, children }: MenuGroupProps) => (
  <details
    className="menu-group"
    name="desk-menu"
    onKeyDown={(event: KeyboardEvent<HTMLDetailsElement>) => event.key === 'Escape' && closeAndFocus(event)}
    onClick={(event: MouseEvent<HTMLDetailsElement>) =>
      event.target instanceof Element && event.target.closest('a') && closeAndFocus(event)
    }
    // Without another target a browser that focuses no pressed link would hide it before the click.
    onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) =>
      relatedTarget && !currentTarget.contains(relatedTarget) && close({ currentTarget })
    }
  >
    <summary className="menu-link" aria-current={isCurrent ? 'true' : undefined}>
      <Sentence word={word} />
    </summary>
    <div className="menu-group-links">{children}</div>
  </details>
);

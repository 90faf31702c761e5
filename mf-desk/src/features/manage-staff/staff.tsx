import {
  type CallAnswer,
  type CallRequest,
  type changeStaffAccount,
  getStaffAccounts,
  type StaffMember,
  type StaffRole,
  staffRoles,
} from '@archaka/contracts/calls';
import {
  Button,
  Checkbox,
  type Column,
  ConfirmDialog,
  Facts,
  Paragraph,
  RecordTable,
  Sentence,
  skipToken,
  TextField,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { mayCall, roleNames, toRoleName } from '../../roles.ts';
import { DistrictField } from '../search-cases/facets.tsx';
import { changeFailures, OwnNumbers } from './own-numbers.tsx';

type Account = NonNullable<CallAnswer<typeof getStaffAccounts>['data']>[number];
type Change = CallRequest<typeof changeStaffAccount>['action'];
interface NewCredentials {
  readonly name: string;
  readonly password: string;
  readonly authenticator: string;
}

const title: Word = msg`Accounts of the staff`;
const addTitle: Word = msg`New account`;
const add: Word = msg`Add the account`;
const nameLabel: Word = msg`Name to sign in with`;
const nameHint: Word = msg`Lower-case letters, digits, dots and hyphens`;
const noRole: Word = msg`Choose a role`;
const allDistricts: Word = msg`All districts`;

const inUse: Word = msg`This name is in use.`;

/** Who may sign in to the desk, with which roles; an administrator cannot change their own account. */
export function Staff({ member }: { member: StaffMember }) {
  const isAllowed = mayCall(member, getStaffAccounts);
  const query = deskApi.useStaffQuery(isAllowed ? {} : skipToken);
  const [credentials, setCredentials] = useState<NewCredentials>();
  const [failure, setFailure] = useState<Word>();
  const accounts = query.data?.data;
  const show = (changed: NewCredentials | undefined) => {
    setFailure(undefined);
    setCredentials(changed);
  };
  return (
    <DeskSection title={title} member={member} call={getStaffAccounts}>
      <div role="status">
        {failure && <Sentence word={failure} />}
        {credentials && <Credentials {...credentials} />}
      </div>
      {!accounts && <Loading query={query} lines={5} />}
      {accounts && (
        <>
          <AccountTable accounts={accounts} own={member.name} onChanged={show} onFailed={setFailure} />
          <AddAccount onAdded={show} />
        </>
      )}
    </DeskSection>
  );
}

/** Shown until another account changes or the page is left. */
function Credentials({ name, password, authenticator }: NewCredentials) {
  return (
    <div className="stack staff-credentials">
      <Paragraph word={msg`${name} needs both now; they are not shown again.`} />
      <Facts
        facts={[
          { label: msg`Password`, value: <code translate="no">{password}</code> },
          { label: msg`For the authenticator app`, value: <code translate="no">{authenticator}</code> },
        ]}
      />
    </div>
  );
}

interface AccountTableProps {
  accounts: readonly Account[];
  /** The administrator's name. */
  own: string;
  onChanged: (credentials: NewCredentials | undefined) => void;
  onFailed: (failure: Word) => void;
}

const changeWords: Readonly<Record<Change, Word>> = {
  disable: msg`Disable`,
  enable: msg`Enable`,
  reset: msg`New password`,
};

function AccountTable({ accounts, own, onChanged, onFailed }: AccountTableProps) {
  const districts = deskApi.useDistrictsQuery(undefined).data?.data ?? [];
  const [change] = deskApi.useChangeStaffMutation();
  const [resetting, setResetting] = useState<string>();
  const [numbering, setNumbering] = useState<string>();
  const apply = async (name: string, action: Change) => {
    const { data, error } = await change({ name, action });
    const [shown] = data?.data ?? [];
    if (data?.status === 200) onChanged(shown && { name, ...shown });
    else onFailed(changeFailures[data?.status ?? 0] ?? toFailure(error));
  };
  const columns: Column<Account>[] = [
    { id: 'name', label: words.name, cell: ({ name }) => name },
    {
      id: 'roles',
      label: msg`Roles`,
      cell: ({ roles }) =>
        roles.map((role) => (
          <span key={role} className="staff-role">
            <Sentence word={toRoleName(role)} />
          </span>
        )),
    },
    {
      id: 'districts',
      label: words.district,
      cell: ({ districts: ids }) =>
        ids ? (
          ids.map((id) => districts.find((each) => each.id === id)?.distrct_nm ?? id).join(', ')
        ) : (
          <Sentence word={allDistricts} />
        ),
    },
    {
      id: 'numbers',
      label: msg`Own mobile numbers`,
      cell: ({ own_numbers }) => own_numbers.join(', ') || '—',
    },
    {
      id: 'state',
      label: msg`State`,
      cell: ({ is_disabled }) => <Sentence word={is_disabled ? msg`Disabled` : msg`May sign in`} />,
    },
    {
      id: 'change',
      label: msg`Change`,
      cell: ({ name, is_disabled }) =>
        name !== own && (
          <span className="row">
            <Button
              tone="link"
              word={changeWords[is_disabled ? 'enable' : 'disable']}
              onClick={() => void apply(name, is_disabled ? 'enable' : 'disable')}
            />
            <Button tone="link" word={changeWords.reset} onClick={() => setResetting(name)} />
            <Button tone="link" word={msg`Own numbers`} onClick={() => setNumbering(name)} />
          </span>
        ),
    },
  ];
  return (
    <div className="desk-table">
      <RecordTable caption={title} columns={columns} rows={accounts} keyOf={({ name }) => name} />
      {numbering && <OwnNumbers key={numbering} name={numbering} onClose={() => setNumbering(undefined)} />}
      {resetting && (
        <ConfirmDialog
          open
          title={msg`A new password for ${resetting}?`}
          confirm={changeWords.reset}
          onClose={() => setResetting(undefined)}
          onConfirm={() => {
            setResetting(undefined);
            void apply(resetting, 'reset');
          }}
        >
          <Sentence word={msg`The old password and authenticator stop at once.`} />
        </ConfirmDialog>
      )}
    </div>
  );
}

function AddAccount({ onAdded }: { onAdded: (credentials: NewCredentials) => void }) {
  const [addStaff, { isLoading }] = deskApi.useAddStaffMutation();
  const [failure, setFailure] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const name = String(values.get('name') ?? '').trim();
    const roles = values.getAll('role') as StaffRole[];
    const district = Number(values.get('district'));
    if (roles.length === 0) return setFailure(noRole);
    const { data, error } = await addStaff({ name, roles, ...(district > 0 && { districts: [district] }) });
    const [shown] = data?.data ?? [];
    if (!shown) return setFailure(data?.status === 420 ? inUse : toFailure(error));
    setFailure(undefined);
    form.current?.reset();
    onAdded({ name, ...shown });
  };

  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate aria-labelledby="add-staff-title">
      <h2 id="add-staff-title">
        <Sentence word={addTitle} />
      </h2>
      <div className="facets">
        <TextField
          name="name"
          label={nameLabel}
          hint={nameHint}
          error={failure}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
        <DistrictField choose={allDistricts} />
      </div>
      <fieldset className="staff-roles-choice">
        <legend>
          <Sentence word={msg`Roles`} />
        </legend>
        {staffRoles.map((role) => (
          <Checkbox key={role} name="role" value={role} label={roleNames[role]} />
        ))}
      </fieldset>
      <Button type="submit" tone="main" word={add} busy={isLoading} />
    </form>
  );
}

import {
  type addPasskey,
  type CallRequest,
  getPasskeys,
  type Passkey,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  Button,
  type Column,
  ConfirmDialog,
  dateTimeText,
  Paragraph,
  RecordTable,
  Sentence,
  TextField,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useRef, useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';

const title: Word = msg`My passkeys`;
const explanation: Word = msg`With a passkey you sign in by fingerprint, face or the lock of your device, without password and code.`;
const nothing: Word = msg`You have no passkey yet.`;
const never: Word = msg`Never`;
const synced: Word = msg`On all devices of its owner`;
const onOneDevice: Word = msg`On one device`;
const oldBrowser: Word = msg`This browser cannot add a passkey.`;
const added: Word = msg`The passkey is added. You can sign in with it from now on.`;

const incomplete: Word = msg`Fill in name and code`;
const notCreated: Word = msg`The browser has not created a passkey. Try again with the next code.`;
const codeFailures: Readonly<Record<number, Word>> = {
  420: msg`The code is wrong, or it was used already. Try again with the next code.`,
  421: msg`Too many wrong attempts. Try again in a quarter of an hour.`,
};
const addFailures: Readonly<Record<number, Word>> = {
  420: msg`The desk could not verify the passkey. Try again with the next code.`,
  421: msg`You have ten passkeys. Remove one first.`,
};

/** A member's own passkeys. */
export function Passkeys({ member }: { member: StaffMember }) {
  const query = deskApi.usePasskeysQuery({});
  const passkeys = query.data?.data;
  return (
    <DeskSection title={title} member={member} call={getPasskeys}>
      <Paragraph word={explanation} />
      {!passkeys && <Loading query={query} lines={3} />}
      {passkeys?.length === 0 && <Paragraph word={nothing} />}
      {passkeys && passkeys.length > 0 && <PasskeyTable passkeys={passkeys} />}
      {hasPasskeys() ? <AddPasskey /> : <Paragraph word={oldBrowser} />}
    </DeskSection>
  );
}

function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removePasskey] = deskApi.useRemovePasskeyMutation();
  const [removing, setRemoving] = useState<Passkey>();
  const [failure, setFailure] = useState<Word>();
  const remove = async ({ id }: Passkey) => {
    setRemoving(undefined);
    const { error } = await removePasskey({ id });
    setFailure(error && toFailure(error));
  };
  const columns: Column<Passkey>[] = [
    { id: 'name', label: words.name, cell: ({ name }) => name },
    {
      id: 'kind',
      label: msg`Where it is`,
      cell: ({ is_synced }) => <Sentence word={is_synced ? synced : onOneDevice} />,
    },
    { id: 'added', label: msg`Added`, cell: ({ added_at }) => dateTimeText(added_at) },
    {
      id: 'used',
      label: msg`Last use`,
      cell: ({ used_at }) => (used_at ? dateTimeText(used_at) : <Sentence word={never} />),
    },
    {
      id: 'change',
      label: msg`Change`,
      cell: (passkey) => <Button tone="link" word={words.remove} onClick={() => setRemoving(passkey)} />,
    },
  ];
  return (
    <div className="desk-table">
      <div role="status">{failure && <Sentence word={failure} />}</div>
      <RecordTable caption={title} columns={columns} rows={passkeys} keyOf={({ id }) => id} />
      {removing && (
        <ConfirmDialog
          open
          title={msg`Remove the passkey ${removing.name}?`}
          confirm={words.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => void remove(removing)}
        >
          <Sentence word={msg`Nobody can sign in with it any more.`} />
        </ConfirmDialog>
      )}
    </div>
  );
}

function AddPasskey() {
  const [start] = deskApi.useStartPasskeyMutation();
  const [add] = deskApi.useAddPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<Word>();
  const form = useRef<HTMLFormElement>(null);

  /** @returns what to show */
  async function create(name: string, code: string): Promise<Word> {
    const started = await start({ code });
    const options = started.data?.data?.[0];
    if (!options) return codeFailures[started.data?.status ?? 0] ?? toFailure(started.error);
    const credential = await createPasskey<CallRequest<typeof addPasskey>['credential']>(options);
    if (!credential) return notCreated;
    const { data, error } = await add({ name, credential });
    if (data?.status !== 200) return addFailures[data?.status ?? 0] ?? toFailure(error);
    form.current?.reset();
    return added;
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [name = '', code = ''] = ['name', 'code'].map((field) => String(values.get(field)).trim());
    if (!name || !code) return setMessage(incomplete);
    setBusy(true);
    setMessage(await create(name, code));
    setBusy(false);
  };

  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate aria-labelledby="add-passkey-title">
      <h2 id="add-passkey-title">
        <Sentence word={msg`New passkey`} />
      </h2>
      <div className="facets">
        <TextField
          name="name"
          label={words.name}
          hint={msg`For example the device on which it is`}
          maxLength={40}
          autoComplete="off"
        />
        <TextField
          name="code"
          label={msg`Code of the authenticator`}
          hint={msg`6 digits of the app on your phone`}
          digits={6}
          autoComplete="one-time-code"
        />
      </div>
      <div role="status">{message && <Sentence word={message} />}</div>
      <Button type="submit" tone="main" busy={isBusy} word={msg`Add the passkey`} />
    </form>
  );
}

type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

/** Browsers older than 2025 may have passkeys without their JSON: they sign in by password and code. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Has the browser sign the challenge by a passkey that the person chooses. */
export function signByPasskey<Body>(options: unknown): Promise<Body | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestOptions);
  return toJSON(navigator.credentials.get({ publicKey }));
}

function createPasskey<Body>(options: unknown): Promise<Body | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions);
  return toJSON(navigator.credentials.create({ publicKey }));
}

/** Undefined when the person cancels, or no passkey fits. */
async function toJSON<Body>(ceremony: Promise<Credential | null>): Promise<Body | undefined> {
  const credential = await ceremony.catch(() => null);
  return (credential as PublicKeyCredential | null)?.toJSON() as Body | undefined;
}

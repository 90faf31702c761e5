import { type CallAnswer, getMessageSettings, getSessions } from '@archaka/contracts/calls';
import { callQuery, createPortalApi, dateTimeText, RecordTable } from '@archaka/platform';
import {
  addCatalogs,
  Button,
  Checkbox,
  Dialog,
  Paragraph,
  Sentence,
  Skeleton,
  Text,
  useCommand,
  type Word,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { endSessions, setMessageSettings } from '../../auth-commands.ts';
import { mySignIns, SignOutDialog } from '../sign-out/sign-out.tsx';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const authApi = createPortalApi({
  name: 'auth',
  endpoints: (build) => ({
    getSessions: callQuery(build, getSessions, { keepUnusedDataFor: 0 }),
    getMessageSettings: callQuery(build, getMessageSettings, { keepUnusedDataFor: 0 }),
  }),
});
const { useGetSessionsQuery, useGetMessageSettingsQuery } = authApi;

type MySession = NonNullable<CallAnswer<typeof getSessions>['data']>[number];

const unknownDevice = msg`An unknown device`;
const inUseNow = msg`In use now, on this device`;
const ended = msg`Signed out`;

const toUntranslatedText = (text: string): Word => ({ te: text, en: text });

/** `Chrome on Android`, as far as it is known. */
function describeDevice({ browser, system }: Pick<MySession, 'browser' | 'system'>): Word {
  const known = browser || system;
  if (!browser || !system) return known ? toUntranslatedText(known) : unknownDevice;
  return msg`${browser} on ${system}`;
}

function describeLastUse({ is_current, last_used_at }: MySession): Word {
  if (is_current) return inUseNow;
  return last_used_at ? toUntranslatedText(dateTimeText(last_used_at)) : ended;
}

const explanation = msg`Where your number has signed in during the last 90 days. If you do not know one of them, sign out everywhere.`;
const everywhere = msg`Sign out everywhere`;
const question = msg`Sign out on every phone and computer?`;
const signedInAt = msg`Signed in`;
const device = msg`Device`;
const state = msg`Last used`;

const columns = [
  {
    id: 'at',
    label: signedInAt,
    cell: ({ signed_in_at }: MySession) => dateTimeText(signed_in_at),
  },
  { id: 'device', label: device, cell: (session: MySession) => <Text of={describeDevice(session)} /> },
  { id: 'state', label: state, cell: (session: MySession) => <Text of={describeLastUse(session)} /> },
];

/** The applicant's own sign-ins with a button that ends all sessions; open while it is mounted. */
export function MySessions({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={mySignIns} wide>
      <SessionList />
      <TextChoice />
    </Dialog>
  );
}

function SessionList() {
  const { data } = useGetSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [confirming, setConfirming] = useState(false);
  const [endAll, { isLoading }] = useCommand(endSessions);

  return (
    <>
      <Paragraph word={explanation} />
      {data ? (
        <RecordTable
          caption={mySignIns}
          columns={columns}
          rows={data.data ?? []}
          keyOf={({ signed_in_at }) => signed_in_at}
        />
      ) : (
        <Skeleton lines={3} />
      )}
      <div className="row">
        <Button tone="danger" word={everywhere} onClick={() => setConfirming(true)} />
      </div>
      <SignOutDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={everywhere}
        signOut={() => endAll(undefined)}
        busy={isLoading}
      />
    </>
  );
}

const textLabel = msg`Messages by SMS about my application`;
const textExplanation = msg`At most five: submitted, fee paid, hall ticket ready, last days to edit, examination day. The OTP always comes.`;
const saved = msg`Your choice is saved.`;

/** Whether the applicant gets messages about an application by SMS. A change is stored at once. */
function TextChoice() {
  const { currentData, refetch } = useGetMessageSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [store, { isLoading }] = useCommand(setMessageSettings);
  const [isStored, setStored] = useState(false);
  const choice = currentData?.data?.[0];
  if (!choice) return <Skeleton lines={1} />;

  const toggle = async () => {
    // Without a response the box shows the stored value; the call has reported why.
    setStored(false);
    const { error } = await store({ application_texts: !choice.application_texts });
    setStored(!error);
    await refetch();
  };

  return (
    <div className="field">
      <Checkbox
        label={textLabel}
        hint={textExplanation}
        checked={choice.application_texts}
        aria-disabled={isLoading}
        onChange={() => !isLoading && void toggle()}
      />
      <p className="hint" role="status">
        {isStored && <Sentence word={saved} />}
      </p>
    </div>
  );
}

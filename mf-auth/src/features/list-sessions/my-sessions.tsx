import type { CallAnswer, getSessions } from '@archaka/contracts/calls';
import { dateTimeText, RecordTable } from '@archaka/platform';
import { Button, Dialog, Sentence, Skeleton, Text, useCommand, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { useGetSessionsQuery } from '../../auth-api.ts';
import { endSessions } from '../../auth-commands.ts';
import { mySignIns } from '../sign-out/my-sign-ins.ts';
import './catalogs.ts';
import { SignOutDialog } from '../sign-out/sign-out-dialog.tsx';
import { TextChoice } from './text-choice.tsx';

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
      <p>
        <Sentence word={explanation} />
      </p>
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

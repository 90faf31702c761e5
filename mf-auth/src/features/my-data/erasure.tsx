import type { ErasureState, RemainingData, Service, ErasureState as State } from '@archaka/contracts/calls';
import { dateText, dateTimeText, skipToken } from '@archaka/platform';
import {
  Button,
  ConfirmDialog,
  Paragraph,
  Sentence,
  signedOut,
  storedTexts,
  Text,
  useCommand,
  type Word,
  words,
} from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { myDataApi, requestErasure } from './my-data-api.ts';
import { Loaded, Section } from './section.tsx';

/** What each service holds of a person; a service that holds nothing is not in the list. */
export const serviceMessages = {
  auth: msg`Account and sign-ins`,
  application: msg`Forms, applications, papers and photo`,
  payment: msg`Payments`,
  ticket: msg`Hall tickets`,
  desk: msg`Scrutiny of the papers`,
} as const satisfies Partial<Record<Service, Word>>;

export type HoldingService = keyof typeof serviceMessages;

const KEY = 'archaka-erasure-receipt';

/** Shows the state of the erasure on this device after the account is deleted. */
export const erasureReceipt = {
  read: (): string | undefined => storedTexts.read(KEY),
  store: (receipt: string): void => storedTexts.write(KEY, receipt),
};

const POLL_MS = 3000;

/** Polls until it is done; needs no session, which ends with the account. */
export function useErasureByReceipt(receipt: string | undefined): ErasureState | undefined {
  const [isDone, setDone] = useState(false);
  const { data } = myDataApi.useErasureQuery(receipt ? { receipt } : skipToken, {
    pollingInterval: isDone ? 0 : POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const state = data?.data?.[0];
  if (state?.done_at && !isDone) setDone(true);
  return state;
}

type ServiceState = State['services'][number];

const states: Readonly<Record<ServiceState['state'], Word>> = {
  asked: msg`Not answered yet; it catches up by itself.`,
  waiting: msg`Waits.`,
  done: msg`Done.`,
};

const accountWaits = msg`Goes last, when the other parts are done.`;
const waitsForPayment = msg`Waits until a payment has settled; that may take five days.`;
const waitsForApplication = msg`Waits until the application is deleted.`;

function describeRemaining({ because, until }: RemainingData): Word {
  if (because === 'open-payment') return waitsForPayment;
  if (because === 'application') return waitsForApplication;
  const date = until ? dateText(until) : '–';
  if (because === 'without-person')
    return msg`Amounts, numbers and times of payments stay in the books until ${date}, without you.`;
  return msg`The paid application and its hall ticket stay for the department until ${date}, then they are deleted.`;
}

function ServiceLine({ service, state, remaining }: ServiceState) {
  const lines = remaining.map(describeRemaining);
  const isBlocked = remaining.some(({ because }) => ['open-payment', 'application'].includes(because));
  return (
    <li>
      <Text of={serviceMessages[service]} />
      {': '}
      {!isBlocked && (
        <Sentence word={service === 'auth' && state !== 'done' ? accountWaits : states[state]} />
      )}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one response never change places
        <span key={at}>
          {' '}
          <Sentence word={line} />
        </span>
      ))}
    </li>
  );
}

const done = msg`Your account is erased. You are signed out; the mobile number and the e-mail are free again.`;
const requestedAt = (at: string): Word => msg`Asked for on ${at}.`;

export function ErasureProgress({ state }: { state: State }) {
  return (
    <div className="stack" role="status">
      <Paragraph word={state.done_at ? done : requestedAt(dateTimeText(state.requested_at))} />
      <ul>
        {state.services.map((each) => (
          <ServiceLine key={each.service} {...each} />
        ))}
      </ul>
    </div>
  );
}

const title = msg`Erase my data`;
const explanation = msg`Saved forms, unpaid applications, papers and your account are erased at once, and you are signed out everywhere. While a payment is open, this waits until the money has settled.`;
const paid = msg`A paid application stays for the department until its date, with the seat that you were given. Without an account you cannot see it any more: download your hall ticket first.`;
const otpNeeded = msg`If you signed in more than five minutes ago, you are asked for a one-time password first.`;
const button = msg`Ask for erasure`;
const question = msg`Erase all of your data?`;
const irrevocable = msg`This cannot be undone.`;

function useErasureState(requested: ErasureState | undefined) {
  const own = myDataApi.useOwnErasureQuery(undefined, { refetchOnMountOrArgChange: true });
  const known = requested ?? own.data?.data?.[0];
  return { own, state: useErasureByReceipt(known?.receipt) ?? known };
}

function RequestErasure({ onRequested }: { onRequested: (state: ErasureState) => void }) {
  const [confirming, setConfirming] = useState(false);
  const [send, { isLoading }] = useCommand(requestErasure);
  const handleConfirm = async () => {
    const { data } = await send(undefined);
    const state = data?.data?.[0];
    if (!state) return;
    erasureReceipt.store(state.receipt);
    setConfirming(false);
    onRequested(state);
  };
  return (
    <>
      <div className="row">
        <Button tone="danger" word={button} onClick={() => setConfirming(true)} />
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={button}
        onConfirm={() => void handleConfirm()}
        busy={isLoading}
      >
        <Paragraph word={irrevocable} />
        <Paragraph word={paid} />
      </ConfirmDialog>
    </>
  );
}

export function EraseData() {
  const [requested, setRequested] = useState<ErasureState>();
  const { own, state } = useErasureState(requested);
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Paragraph word={paid} />
      {state ? (
        <>
          <ErasureProgress state={state} />
          {state.done_at && (
            <div className="row">
              <Button word={words.goToWebsite} onClick={signedOut} />
            </div>
          )}
        </>
      ) : (
        <Loaded query={own}>
          {() => (
            <>
              <Paragraph word={otpNeeded} />
              <RequestErasure onRequested={setRequested} />
            </>
          )}
        </Loaded>
      )}
    </Section>
  );
}

import type { ErasureState } from '@archaka/contracts/calls';
import { Button, ConfirmDialog, Paragraph, signedOut, useCommand, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { ErasureProgress, erasureReceipt, useErasureByReceipt } from './erasure.tsx';
import { myDataApi, requestErasure } from './my-data-api.ts';
import { Loaded, Section } from './section.tsx';

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

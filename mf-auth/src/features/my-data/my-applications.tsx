import type { ApplicationRecord } from '@archaka/contracts/calls';
import { Button, ConfirmDialog, Paragraph, useCommand, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { myDataApi, withdrawApplication } from './my-data-api.ts';
import { Loaded, Section } from './section.tsx';

const title = msg`My applications`;
const explanation = msg`An application that is not paid can be withdrawn: it is deleted with its papers, and its mobile number and Aadhaar or other identity paper can be used for another application.`;
const none = msg`There is no application that can be withdrawn.`;
const question = msg`Withdraw this application?`;
const irrevocable = msg`It is deleted at once and cannot be brought back.`;

const outcomes: Readonly<Record<200 | 420 | 421, Word>> = {
  200: msg`The application is withdrawn.`,
  420: msg`The application is paid and cannot be withdrawn.`,
  421: msg`A payment is open, or may still be reported by the bank. Try again when it has settled, after five days at most.`,
};

const withdrawLabel = (id: string): Word => msg`Withdraw ${id}`;

interface WithdrawalProps {
  application: ApplicationRecord;
  onDone: (message: Word) => void;
}

function Withdrawal({ application: { application_id }, onDone }: WithdrawalProps) {
  const [confirming, setConfirming] = useState(false);
  const [send, { isLoading }] = useCommand(withdrawApplication);
  const label = withdrawLabel(application_id);
  const handleConfirm = async () => {
    const { data } = await send({ application_id });
    if (!data) return;
    setConfirming(false);
    onDone(outcomes[data.status]);
  };
  return (
    <>
      <Button tone="danger" word={label} onClick={() => setConfirming(true)} />
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={question}
        confirm={label}
        onConfirm={() => void handleConfirm()}
        busy={isLoading}
      >
        <Paragraph word={irrevocable} />
      </ConfirmDialog>
    </>
  );
}

/** The unpaid applications, each with a button that withdraws it. */
export function MyApplications() {
  const [message, setMessage] = useState<Word>();
  const query = myDataApi.useApplicationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const handleDone = (done: Word) => {
    setMessage(done);
    void query.refetch();
  };
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Loaded query={query}>
        {(applications) => {
          const unpaid = applications.filter(({ payment_status }) => payment_status !== 'S');
          if (unpaid.length === 0) return <Paragraph word={none} />;
          return unpaid.map((application) => (
            <div className="row" key={application.application_id}>
              <Withdrawal application={application} onDone={handleDone} />
            </div>
          ));
        }}
      </Loaded>
      <div role="status">{message && <Paragraph word={message} />}</div>
    </Section>
  );
}

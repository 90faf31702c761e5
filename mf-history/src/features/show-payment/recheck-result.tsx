import type { PaymentAttempt } from '@archaka/contracts/calls';
import { Banner, Paragraph, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { HelpNumbers } from '../../help-numbers.tsx';
import { describeAttempt } from './attempt-messages.ts';

const title: Word = msg`Razorpay was asked just now`;
const noPayments: Word = msg`No payment was begun for this order, so no money was taken for it.`;
const contactHelp: Word = msg`If your bank shows otherwise, call the office with the bank's reference.`;
const recheckFailed: Word = msg`Razorpay could not be asked just now. Nothing is lost: we keep asking by ourselves. Try again in a few minutes.`;

interface RecheckResultProps {
  attempts: readonly PaymentAttempt[];
  failed: boolean;
  /** Of its heading. */
  level: 2 | 3;
}

export function RecheckResult({ attempts, failed, level }: RecheckResultProps) {
  if (failed) {
    return (
      <Banner tone="warning">
        <Paragraph word={recheckFailed} />
        <HelpNumbers of="office" />
      </Banner>
    );
  }
  const nothingCaptured = attempts.every(({ state }) => state === 'not_taken');
  return (
    <Banner tone="info" title={title} level={level}>
      {attempts.length === 0 && <Paragraph word={noPayments} />}
      {attempts.map((attempt) => (
        <Paragraph key={attempt.payment_id} word={describeAttempt(attempt)} />
      ))}
      {nothingCaptured && (
        <>
          <Paragraph word={contactHelp} />
          <HelpNumbers of="office" />
        </>
      )}
    </Banner>
  );
}

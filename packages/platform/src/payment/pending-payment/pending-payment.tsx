import type { PaymentAttempt } from '@archaka/contracts/calls';
import { addCatalogs, Button, Dialog, Paragraph, type Word, words } from '@archaka/ui';
import { msg } from '@lingui/core/macro';
import { ButtonLink } from '../../links/link.tsx';
import { showAlert, toast } from '../../messages/show-message.ts';
import { sendNotice } from '../../notices/notices.ts';
import { isUnknownPayment } from '../../status/describe-application.ts';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

/** Null when the order is paid or pending at a bank, which it says. */
export function explainPendingPayment(orderId: string, attempts: readonly PaymentAttempt[]) {
  const hasAttempt = (wanted: PaymentAttempt['state']) => attempts.some(({ state }) => state === wanted);
  if (!hasAttempt('taken') && !hasAttempt('held'))
    return attempts.some(isUnknownPayment) ? PendingPaymentDialog : undefined;
  if (hasAttempt('taken')) toast('This application is paid already.');
  else
    showAlert({
      title: pendingTitle.id,
      text: 'Your bank holds a payment for this application. Please wait until it is taken or let go.',
    });
  sendNotice('payment-changed', { order_id: orderId });
  return null;
}

/** The English text is the message's id in the popup. */
const pendingTitle = msg({ id: 'An earlier payment is under way' });
const explanation: Word = msg`Your earlier payment is not known yet. If you pay now and it comes through after all, the portal notices the second payment and shows you what becomes of it.`;
const waitLabel: Word = msg`Wait for the earlier payment`;
const payAgainLabel: Word = msg`Pay again all the same`;

interface PendingPaymentDialogProps {
  orderId: string;
  onWait: () => void;
  onPay: () => void;
}

function PendingPaymentDialog({ orderId, onWait, onPay }: PendingPaymentDialogProps) {
  return (
    <Dialog open onClose={onWait} title={pendingTitle}>
      <Paragraph word={explanation} />
      <div className="row">
        <Button tone="main" word={waitLabel} onClick={onWait} />
        <ButtonLink
          to={`/paymentstatus?order_id=${encodeURIComponent(orderId)}`}
          word={words.paymentStatus}
          onClick={onWait}
        />
        <Button word={payAgainLabel} onClick={onPay} />
      </div>
    </Dialog>
  );
}

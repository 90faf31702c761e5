import { Button, Dialog, Paragraph, type Word, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { ButtonLink } from '../../links/button-link.tsx';

/** The English text is the message's id in the popup. */
export const pendingTitle = msg({ id: 'An earlier payment is under way' });
const explanation: Word = msg`Your earlier payment is not known yet. If you pay now and it comes through after all, the portal notices the second payment and shows you what becomes of it.`;
const waitLabel: Word = msg`Wait for the earlier payment`;
const payAgainLabel: Word = msg`Pay again all the same`;

interface PendingPaymentDialogProps {
  orderId: string;
  onWait: () => void;
  onPay: () => void;
}

export function PendingPaymentDialog({ orderId, onWait, onPay }: PendingPaymentDialogProps) {
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

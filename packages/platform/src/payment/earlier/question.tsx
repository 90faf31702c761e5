import { Button, Dialog, Paragraph, type Word, words } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';
import { ButtonLink } from '../../links/button-link.tsx';

/** Its English is its id: the popup knows what it says by that. */
export const underWay = msg({ id: 'An earlier payment is under way' });
const notKnown: Word = msg`Your earlier payment is not known yet. If you pay now and it comes through after all, the portal notices the second payment and shows you what becomes of it.`;
const wait: Word = msg`Wait for the earlier payment`;
const payAgain: Word = msg`Pay again all the same`;

interface QuestionProps {
  orderId: string;
  onWait: () => void;
  onPay: () => void;
}

/** Tells of an earlier payment before there is a second one; what costs nothing comes first. */
export function Question({ orderId, onWait, onPay }: QuestionProps) {
  return (
    <Dialog open onClose={onWait} title={underWay}>
      <Paragraph word={notKnown} />
      <div className="row">
        <Button tone="main" word={wait} onClick={onWait} />
        <ButtonLink
          to={`/paymentstatus?order_id=${encodeURIComponent(orderId)}`}
          word={words.paymentStatus}
          onClick={onWait}
        />
        <Button word={payAgain} onClick={onPay} />
      </div>
    </Dialog>
  );
}

import { Banner, Paragraph, type PortalError, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { HelpNumbers } from '../../help-numbers.tsx';
import { LoadFailed } from '../../load-failed.tsx';

const noOrder: Word = msg`This link names no order`;
const noSuchOrder: Word = msg`This order is not among your applications`;
const lookInHistory: Word = msg`Nothing of yours is lost: your applications and their payments stand in the application history.`;

type Failure = PortalError['kind'] | undefined;

const notOwn: readonly Failure[] = ['not-found', 'forbidden', 'invalid'];

/** The order is not the applicant's; a retry would not change that. */
export const isNotOwn = (failure: Failure): boolean => notOwn.includes(failure);

interface NoReceiptProps {
  orderId: string | null;
  failure: Failure;
  onRetry: () => unknown;
  busy: boolean;
}

/** The address names no order, the order is another applicant's, or it could not be read. */
export function NoReceipt({ orderId, failure, onRetry, busy }: NoReceiptProps) {
  if (orderId && failure && !isNotOwn(failure)) return <LoadFailed busy={busy} onRetry={onRetry} />;
  return (
    <Banner tone="warning" level={2} title={orderId ? noSuchOrder : noOrder}>
      <Paragraph word={lookInHistory} />
      <HelpNumbers of="office" />
    </Banner>
  );
}

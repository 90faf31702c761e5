import { Button, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useRecheckMutation } from '../../history-api.ts';

const charged: Word = msg`I was charged`;

/** Asks the provider at once, for whoever sees the money gone and no success. */
export function AskAgain({ orderId }: { orderId: string }) {
  const [recheck, { isLoading }] = useRecheckMutation();
  return <Button word={charged} busy={isLoading} onClick={() => recheck({ order_id: orderId })} />;
}

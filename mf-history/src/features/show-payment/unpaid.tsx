import type { ApplicationRecord } from '@archaka/contracts';
import { Button, PayNow, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useRecheckMutation } from '../../history-api.ts';
import { RecheckResult } from './recheck-result.tsx';

const charged: Word = msg`I was charged`;

interface UnpaidProps {
  application: ApplicationRecord;
  mayPay: boolean;
}

/** The way to the checkout, and a question to the provider for whoever sees the money gone and no success. */
export function Unpaid({ application: { order_id, number }, mayPay }: UnpaidProps) {
  const [recheck, { data, error, isLoading }] = useRecheckMutation();
  return (
    <>
      <div className="row">
        {mayPay && <PayNow orderId={order_id} number={number} />}
        <Button word={charged} busy={isLoading} onClick={() => recheck({ order_id })} />
      </div>
      <div role="status">
        {!isLoading && (data || error) && <RecheckResult attempts={data?.data ?? []} failed={!data} />}
      </div>
    </>
  );
}

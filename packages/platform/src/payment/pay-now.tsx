import type { CheckoutForm } from '@archaka/contracts';
import { Button, words } from '@archaka/web-kit';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../messages/say.ts';
import { sayError } from '../messages/say-error.ts';
import { sendNotice } from '../notices/notices.ts';
import { withSession } from '../session/with-session.ts';
import { useLeaveMutation } from './checkout-api.ts';
import { findEarlier } from './find-earlier.ts';
import { askPaymentHandler, type PaymentQuestion } from './payment-handler.ts';

/**
 * The way to the checkout: asks the applicant when an earlier payment may still be taken, asks the payment request
 * handler, opens an attempt, posts the hidden form.
 */
export function PayNow(question: PaymentQuestion) {
  const [asking, setAsking] = useState(false);
  const [Question, setQuestion] = useState<Awaited<ReturnType<typeof findEarlier>>>();
  const [checkout, setCheckout] = useState<CheckoutForm>();
  const [leave, leaving] = useLeaveMutation();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (checkout) form.current?.submit();
  }, [checkout]);

  // Back from the checkout, the browser may show this very page again as it was left.
  useEffect(() => {
    const shownAgain = () => setCheckout(undefined);
    addEventListener('pageshow', shownAgain);
    return () => removeEventListener('pageshow', shownAgain);
  }, []);

  /** What the page shows is older than what is true, so how the payment stands is read again. */
  const overtaken = (why: string) => {
    toast(why);
    sendNotice('payment-changed', { order_id: question.orderId });
  };

  const pay = async () => {
    setQuestion(undefined);
    setAsking(true);
    const { refusal, error } = await withSession(() => askPaymentHandler(question));
    setAsking(false);
    if (refusal) return overtaken(refusal);
    if (error) return sayError(error);
    const left = await leave({ order_id: question.orderId });
    if (left.error && 'kind' in left.error && left.error.kind === 'conflict') overtaken(left.error.title);
    setCheckout(left.data?.data?.[0]);
  };

  const begin = async () => {
    setAsking(true);
    try {
      const earlier = await findEarlier(question.orderId);
      if (earlier === undefined) return await pay();
      setQuestion(() => earlier);
    } catch {
      sayError({ kind: 'unexpected' });
    }
    setAsking(false);
  };

  return (
    <>
      <form ref={form} method="post" action={checkout?.action}>
        {Object.entries(checkout?.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button
          tone="main"
          word={words.payNow}
          busy={asking || leaving.isLoading || checkout !== undefined}
          onClick={begin}
        />
      </form>
      {Question && <Question orderId={question.orderId} onWait={() => setQuestion(undefined)} onPay={pay} />}
    </>
  );
}

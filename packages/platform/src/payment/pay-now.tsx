import type { CheckoutForm } from '@archaka/contracts';
import { Button, words } from '@archaka/web-kit';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../messages/say.ts';
import { sayError } from '../messages/say-error.ts';
import { useLeaveMutation } from './checkout-api.ts';
import { askPaymentHandler, type PaymentQuestion } from './payment-handler.ts';

/** The way to the checkout: asks the payment request handler, opens an attempt, posts the hidden form. */
export function PayNow(question: PaymentQuestion) {
  const [asking, setAsking] = useState(false);
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

  const pay = async () => {
    setAsking(true);
    const { refusal, error } = await askPaymentHandler(question);
    setAsking(false);
    if (refusal) return toast(refusal);
    if (error) return sayError(error);
    const { data } = await leave({ order_id: question.orderId });
    setCheckout(data?.data?.[0]);
  };

  return (
    <form ref={form} method="post" action={checkout?.action}>
      {Object.entries(checkout?.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        tone="main"
        word={words.payNow}
        busy={asking || leaving.isLoading || checkout !== undefined}
        onClick={pay}
      />
    </form>
  );
}

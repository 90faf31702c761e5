import { hasValidSignature } from '../../razorpay/signatures.ts';

interface WebhookSecrets {
  readonly RAZORPAY_WEBHOOK_SECRET: string;
  readonly RAZORPAY_WEBHOOK_SECRET_OLD?: string | undefined;
  readonly RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL?: Date | undefined;
}

interface SignedWebhook {
  readonly message: Buffer;
  readonly signature: string;
  readonly at: Date;
}

export type SignatureVerifier = (webhook: SignedWebhook) => boolean;

/** After a rotation the old secret stays valid for a while, since Razorpay repeats webhooks signed with it. */
export function createSignatureVerifier(secrets: WebhookSecrets): SignatureVerifier {
  const { RAZORPAY_WEBHOOK_SECRET: current, RAZORPAY_WEBHOOK_SECRET_OLD: old } = secrets;
  const until = secrets.RAZORPAY_WEBHOOK_SECRET_OLD_UNTIL ?? new Date(0);
  return ({ message, signature, at }) => {
    if (hasValidSignature({ message, signature, secret: current })) return true;
    return old !== undefined && at < until && hasValidSignature({ message, signature, secret: old });
  };
}

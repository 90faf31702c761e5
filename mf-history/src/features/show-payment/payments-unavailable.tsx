import { Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const unavailable: Word = msg`The payments of this order cannot be shown now. Nothing is lost; they come back by themselves.`;

/** Shown in place of the payments while svc-payment is unavailable. */
export const PaymentsUnavailable = () => (
  <p className="hint screen-only" role="status">
    <Sentence word={unavailable} />
  </p>
);

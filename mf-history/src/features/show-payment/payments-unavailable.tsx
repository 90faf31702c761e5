import { Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const unavailable: Word = msg`The payments of this order cannot be shown now. Nothing is lost; they come back by themselves.`;

/** In the place of the payments while svc-payment does not tell them. */
export const PaymentsUnavailable = () => (
  <p className="hint screen-only" role="status">
    <Sentence word={unavailable} />
  </p>
);

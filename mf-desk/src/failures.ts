import { type PortalError, tryAgainAfter, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

const unavailable: Word = msg`This could not be done just now. What you typed is still here; try again in a few minutes.`;
const forbidden: Word = msg`Your account may not do this.`;

/** For a place that shows its own failures. */
export function describeFailure(error: PortalError): Word {
  switch (error.kind) {
    case 'too-many':
      return tryAgainAfter(error.retryAfter);
    case 'forbidden':
      return forbidden;
    case 'invalid':
      return { te: error.title, en: error.title };
    default:
      return unavailable;
  }
}

/** Of a call that did not return what was asked for: its error, or none that is known. */
export const toFailure = (error: unknown): Word =>
  describeFailure((error as PortalError | undefined) ?? { kind: 'unexpected' });

import type { HallFacts, TextKind } from '../domain/texts.ts';

/** Without personal data. */
export interface Text {
  readonly kind: TextKind;
  /** Empty in a text about an account. */
  readonly application: string;
  /** dd-MM-yyyy */
  readonly date: string;
  /** The portal's origin. */
  readonly link: string;
  /** Time and place, in the kinds that state them. */
  readonly hall?: HallFacts | undefined;
}

/**
 * Sends one request. `unclear`: possibly sent.
 * @throws DependencyUnavailable while the provider accepts no messages; any other error when it rejected this one.
 */
export type SendText = (number: string, text: Text) => Promise<'sent' | 'unclear' | 'no-template'>;

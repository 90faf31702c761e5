import type { HallFacts, TextKind } from '../domain/texts.ts';

/** Without personal data. */
export interface Text {
  readonly kind: TextKind;
  readonly application: string;
  /** dd-MM-yyyy */
  readonly date: string;
  /** The portal's origin. */
  readonly link: string;
  /** When and where to come, in the kinds that say it. */
  readonly hall?: HallFacts | undefined;
}

/**
 * Asks once. `unclear`: possibly sent.
 * @throws DependencyUnavailable while the provider takes no messages; any other error when it refused this one.
 */
export type SendText = (number: string, text: Text) => Promise<'sent' | 'unclear' | 'no-template'>;

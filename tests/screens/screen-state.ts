import type { PortalAddresses } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import type { Persona, PersonaName } from './personas.ts';

export interface ScreenContext {
  readonly page: Page;
  readonly portal: PortalAddresses;
  readonly persona: Persona | undefined;
  /** Paths of a PDF and a photo. */
  readonly pdfPath: string;
  readonly photoPath: string;
}

/** One screen in one state. */
export interface ScreenState {
  /** Name of the picture's file. */
  readonly name: string;
  /** Caption. */
  readonly title: string;
  readonly persona: PersonaName;
  /** The screen changes the persona's data. */
  readonly isChanged?: boolean;
  /** `:order` is replaced by the persona's order. */
  readonly path: string;
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Requests stay pending. */
  readonly isBusy?: boolean;
  /** Shown in print media, on paper wider than a phone. */
  readonly isPrinted?: boolean;
  /** Brings the open page to the state. */
  readonly reachState?: (context: ScreenContext) => Promise<unknown>;
}

type Place = Pick<ScreenState, 'persona' | 'path'>;

/** Screens of one persona at one address. */
export const at = (place: Place, screens: readonly Omit<ScreenState, keyof Place>[]): ScreenState[] =>
  screens.map((screen) => ({ ...place, ...screen }));

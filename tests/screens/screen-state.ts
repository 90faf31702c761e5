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

/** One screen in one state, as an applicant meets it. */
export interface ScreenState {
  /** Of the picture's file. */
  readonly name: string;
  /** What is to be seen. */
  readonly title: string;
  readonly persona: PersonaName;
  /** What the persona has is another thing afterwards. */
  readonly isChanged?: boolean;
  /** `:order` stands for the actor's order. */
  readonly path: string;
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Something is on its way all the time. */
  readonly isBusy?: boolean;
  /** It is shown as it would be printed, on paper that no phone is as narrow as. */
  readonly isPrinted?: boolean;
  /** Brings the open page to the state. */
  readonly reachState?: (context: ScreenContext) => Promise<unknown>;
}

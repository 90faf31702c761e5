import type { PortalAddresses } from '@archaka/test-kit';
import type { Page } from 'puppeteer';
import type { Actor, Role } from './cast.ts';

export interface Stage {
  readonly page: Page;
  readonly portal: PortalAddresses;
  readonly actor: Actor | undefined;
  /** Paths of a PDF and a photo. */
  readonly paper: string;
  readonly picture: string;
}

/** One screen in one state, as an applicant meets it. */
export interface Scene {
  /** Of the picture's file. */
  readonly name: string;
  /** What is to be seen. */
  readonly title: string;
  readonly role: Role;
  /** `:order` stands for the actor's order. */
  readonly path: string;
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Something is on its way all the time. */
  readonly busy?: boolean;
  /** It is shown as it would be printed, on paper that no phone is as narrow as. */
  readonly onPaper?: boolean;
  /** Brings the open page to the state. */
  readonly show?: (stage: Stage) => Promise<unknown>;
}

import type { ComponentType } from 'react';
import type { User } from '../session/user.ts';

/** What mf-auth gives. `dialog`: asked for in the middle of something, so the page must stay as it is. */
export interface AuthModule {
  readonly SignIn: ComponentType<{ place: 'page' | 'dialog' }>;
  readonly UserMenu: ComponentType<{ user: User }>;
}

export interface UpdateApplicationProps {
  readonly applicationId: string;
  readonly onClose: () => void;
}

/**
 * What mf-application gives: the form of the home page, the dialog that changes a submitted one, and the page
 * /ready, which needs no session.
 */
export interface ApplicationModule {
  readonly Application: ComponentType;
  readonly UpdateApplication: ComponentType<UpdateApplicationProps>;
  readonly CheckReadiness: ComponentType;
}

/**
 * What mf-history gives: the pages /ticket and /paymentstatus, for a signed-in applicant.
 * The shell hands it the dialog of mf-application, since remotes do not know each other.
 */
export interface HistoryModule {
  readonly History: ComponentType<{ UpdateApplication: ComponentType<UpdateApplicationProps> }>;
  readonly PaymentStatus: ComponentType;
}

/** The door of each slice, by the slice's name. */
export interface ExposedModules {
  'mf-auth': AuthModule;
  'mf-application': ApplicationModule;
  'mf-history': HistoryModule;
}

export type SliceName = keyof ExposedModules;

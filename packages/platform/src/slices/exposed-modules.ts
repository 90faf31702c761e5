import type { ComponentType } from 'react';
import type { User } from '../session/user.ts';

/** mf-auth. `dialog`: the page behind it must not reload. */
export interface AuthModule {
  readonly SignIn: ComponentType<{ place: 'page' | 'dialog' }>;
  readonly UserMenu: ComponentType<{ user: User }>;
}

export interface UpdateApplicationProps {
  readonly applicationId: string;
  readonly onClose: () => void;
}

/** mf-application: the home page's form, the update dialog, and the page /ready, which needs no session. */
export interface ApplicationModule {
  readonly Application: ComponentType;
  readonly UpdateApplication: ComponentType<UpdateApplicationProps>;
  readonly CheckReadiness: ComponentType;
}

/** mf-history: /ticket and /paymentstatus. The shell injects mf-application's dialog, since remotes are independent. */
export interface HistoryModule {
  readonly History: ComponentType<{ UpdateApplication: ComponentType<UpdateApplicationProps> }>;
  readonly PaymentStatus: ComponentType;
}

export interface ExposedModules {
  'mf-auth': AuthModule;
  'mf-application': ApplicationModule;
  'mf-history': HistoryModule;
}

export type SliceName = keyof ExposedModules;

import type { ApplicationRecord } from '@archaka/contracts/calls';
import type { ComponentType } from 'react';
import type { User } from '../session/user.ts';

/** mf-auth. `dialog`: the page behind it must not reload. */
export interface AuthModule {
  readonly SignIn: ComponentType<{ place: 'page' | 'dialog' }>;
  readonly UserMenu: ComponentType<{ user: User }>;
  /** Below the masthead; empty unless who is signed in has somebody else fill in. Absent in earlier releases. */
  readonly NextPerson?: ComponentType<{ user: User }>;
  /** The page /my-data, and what a visitor sees on it. */
  readonly loadMyData: () => Promise<{ default: ComponentType }>;
  readonly loadVisitorData: () => Promise<{ default: ComponentType }>;
}

export interface UpdateApplicationProps {
  readonly applicationId: string;
  readonly onClose: () => void;
}

export interface TicketProps {
  readonly application: Pick<
    ApplicationRecord,
    'application_id' | 'payment_status' | 'version' | 'ticket_version' | 'ticket_withheld'
  >;
}

export interface MemoProps {
  readonly application: Pick<ApplicationRecord, 'application_id'>;
}

/** mf-application: status and form of the home page, the update dialog, and the page /ready, which needs no session. */
export interface ApplicationModule {
  readonly Application: ComponentType<{
    Ticket?: ComponentType<TicketProps> | undefined;
    Memo?: ComponentType<MemoProps> | undefined;
  }>;
  readonly UpdateApplication: ComponentType<UpdateApplicationProps>;
  readonly CheckReadiness: ComponentType;
}

/** mf-history: /ticket, /paymentstatus, downloads of ticket and memo. The shell injects what one remote provides to another. */
export interface HistoryModule {
  readonly History: ComponentType<{ UpdateApplication: ComponentType<UpdateApplicationProps> }>;
  readonly PaymentStatus: ComponentType;
  readonly Ticket: ComponentType<TicketProps>;
  readonly Memo: ComponentType<MemoProps>;
}

/** mf-desk: the department's desk below /desk, and who is signed in there. */
export interface DeskModule {
  readonly Desk: ComponentType;
  readonly StaffMenu: ComponentType;
}

export interface ExposedModules {
  'mf-auth': AuthModule;
  'mf-application': ApplicationModule;
  'mf-history': HistoryModule;
  'mf-desk': DeskModule;
}

export type SliceName = keyof ExposedModules;

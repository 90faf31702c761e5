import type { UnknownAction } from 'redux';
import { readStoredUser, type User } from './user.ts';

export interface UserState {
  readonly user: User | null;
  /** Whether svc-auth has returned the session's owner. */
  readonly isSessionRequested: boolean;
}

const SIGNED_IN = 'user/userSignedIn';
const SIGNED_OUT = 'user/userSignedOut';
const REQUESTED = 'user/sessionRequested';

export const userSignedIn = (user: User) => ({ type: SIGNED_IN, payload: user });
export const userSignedOut = () => ({ type: SIGNED_OUT });
export const sessionRequested = () => ({ type: REQUESTED });

const readInitialState = (): UserState => ({ user: readStoredUser() ?? null, isSessionRequested: false });

export function userReducer(
  state: UserState = readInitialState(),
  { type, payload }: UnknownAction,
): UserState {
  switch (type) {
    case SIGNED_IN:
      return { ...state, user: payload as User };
    case SIGNED_OUT:
      return { user: null, isSessionRequested: false };
    case REQUESTED:
      return { ...state, isSessionRequested: true };
    default:
      return state;
  }
}

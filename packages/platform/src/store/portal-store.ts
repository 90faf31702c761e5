import type { PublicExamination } from '@archaka/contracts/calls';
import type { Toast, Word } from '@archaka/ui';
import type { ThunkDispatch } from '@reduxjs/toolkit';
import {
  applyMiddleware,
  combineReducers,
  legacy_createStore as createStore,
  type Middleware,
  type Reducer,
  type Store,
  type UnknownAction,
} from 'redux';
import { type LanguageChoice, readStoredLanguage } from '../language/language-cookie.ts';
import { readStoredUser, type User } from '../session/user.ts';

/** The failure, what is still stored, and when to retry. */
export interface Explanation {
  readonly title: Word;
  readonly text: Word;
  /** Whose press failed. */
  readonly button?: HTMLButtonElement | undefined;
}

export interface PortalState {
  readonly user: {
    readonly user: User | null;
    /** Whether svc-auth has returned the session's owner. */
    readonly isSessionRequested: boolean;
  };
  readonly language: LanguageChoice;
  /** Number of calls that the page waits for. */
  readonly busy: { readonly calls: number };
  readonly messages: {
    readonly toasts: readonly Toast[];
    readonly alert: { readonly title: string; readonly text?: string | undefined } | null;
    /** Stays on the page after toast and alert, until the next success or step. */
    readonly explanation: Explanation | null;
  };
  readonly examination: {
    /** Null while unknown; a later failure does not reset it. */
    readonly examination: PublicExamination | null;
    readonly status: 'unread' | 'loading' | 'read' | 'failed';
  };
}

const readInitialState = (): PortalState => ({
  user: { user: readStoredUser() ?? null, isSessionRequested: false },
  language: readStoredLanguage(),
  busy: { calls: 0 },
  messages: { toasts: [], alert: null, explanation: null },
  examination: { examination: null, status: 'unread' },
});

/** Each part changes by merging. */
const toReducer =
  <Part>(name: string, initial: Part): Reducer<Part> =>
  (part = initial, { type, payload }: UnknownAction) =>
    type === toActionType(name) ? { ...part, ...(payload as Partial<Part>) } : part;

const toActionType = (name: string) => `portal/${name}Changed`;

interface Injectable {
  readonly reducerPath: string;
  readonly reducer: Reducer;
  readonly middleware: Middleware;
}

type PortalStore = Store<PortalState, UnknownAction> & {
  readonly dispatch: ThunkDispatch<PortalState, unknown, UnknownAction>;
};

const runThunks: Middleware = (api) => (next) => (action) =>
  typeof action === 'function' ? action(api.dispatch, api.getState) : next(action);

// Redux Toolkit and its dependencies are as large as the first screen's own code: they load with the first
// screen that has queries.
function createPortalStore() {
  const reducers: Record<string, Reducer> = Object.fromEntries(
    Object.entries(readInitialState()).map(([name, initial]) => [name, toReducer(name, initial)]),
  );
  const injectedMiddleware = new Map<string, ReturnType<Middleware>>();
  const runInjected: Middleware = () => (next) => (action) =>
    [...injectedMiddleware.values()].reduceRight((rest, middleware) => middleware(rest), next)(action);
  const store = createStore(
    combineReducers(reducers),
    applyMiddleware(runThunks, runInjected),
  ) as unknown as PortalStore;

  function injectApi({ reducerPath, reducer, middleware }: Injectable): void {
    reducers[reducerPath] = reducer;
    injectedMiddleware.set(reducerPath, middleware(store));
    store.replaceReducer(combineReducers(reducers) as unknown as Reducer<PortalState>);
  }
  return { store, injectApi };
}

const portal = createPortalStore();

export const portalStore = portal.store;

/** Adds reducer and middleware together. A remote that loads again after a failure replaces its first try. */
export const injectApi = portal.injectApi;

export function changeState<Name extends keyof PortalState>(
  name: Name,
  change: Partial<PortalState[Name]>,
): void {
  portalStore.dispatch({ type: toActionType(name), payload: change });
}

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
import { busyReducer } from '../calls/busy-slice.ts';
import { examinationReducer } from '../examination/examination-slice.ts';
import { languageReducer } from '../language/language-slice.ts';
import { messagesReducer } from '../messages/messages-slice.ts';
import { userReducer } from '../session/user-slice.ts';

interface Injectable {
  readonly reducerPath: string;
  readonly reducer: Reducer;
  readonly middleware: Middleware;
}

// Redux Toolkit and its dependencies are as large as the first screen's own code: they load with the first
// screen that has queries.
const reducers = {
  user: userReducer,
  language: languageReducer,
  busy: busyReducer,
  messages: messagesReducer,
  examination: examinationReducer,
};

type Reducers = typeof reducers;
export type PortalState = { readonly [Name in keyof Reducers]: ReturnType<Reducers[Name]> };
type PortalStore = Store<PortalState, UnknownAction> & {
  readonly dispatch: ThunkDispatch<PortalState, unknown, UnknownAction>;
};

const runThunks: Middleware = (api) => (next) => (action) =>
  typeof action === 'function' ? action(api.dispatch, api.getState) : next(action);

function createPortalStore() {
  const injectedReducers: Record<string, Reducer> = {};
  const injectedMiddleware = new Map<string, ReturnType<Middleware>>();
  const runInjected: Middleware = () => (next) => (action) =>
    [...injectedMiddleware.values()].reduceRight((rest, middleware) => middleware(rest), next)(action);
  const store = createStore(
    combineReducers(reducers),
    applyMiddleware(runThunks, runInjected),
  ) as unknown as PortalStore;

  function injectApi({ reducerPath, reducer, middleware }: Injectable): void {
    injectedReducers[reducerPath] = reducer;
    injectedMiddleware.set(reducerPath, middleware(store));
    const allReducers = combineReducers({ ...injectedReducers, ...reducers });
    store.replaceReducer(allReducers as unknown as Reducer<PortalState>);
  }
  return { store, injectApi };
}

const portal = createPortalStore();

export const portalStore = portal.store;

/** Adds reducer and middleware together. A remote that loads again after a failure replaces its first try. */
export const injectApi = portal.injectApi;

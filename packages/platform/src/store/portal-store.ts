import {
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type Middleware,
  type MiddlewareAPI,
  type Reducer,
} from '@reduxjs/toolkit';
import { busySlice } from '../calls/busy-slice.ts';
import { languageSlice } from '../language/language-slice.ts';
import { messagesSlice } from '../messages/messages-slice.ts';
import { userSlice } from '../session/user-slice.ts';

interface Injectable {
  readonly reducerPath: string;
  readonly reducer: Reducer;
  readonly middleware: Middleware;
}

function createPortalStore() {
  const reducers = combineSlices(userSlice, languageSlice, busySlice, messagesSlice);
  const dynamic = createDynamicMiddleware();
  const latestMiddleware = new Map<string, Middleware>();
  const store = configureStore({
    reducer: reducers,
    middleware: (defaults) => defaults().concat(dynamic.middleware),
  });

  function injectApi({ reducerPath, reducer, middleware }: Injectable): void {
    reducers.inject({ reducerPath: reducerPath as never, reducer }, { overrideExisting: true });
    const isKnown = latestMiddleware.has(reducerPath);
    latestMiddleware.set(reducerPath, middleware);
    if (!isKnown)
      dynamic.addMiddleware(
        createDelegatingMiddleware(() => latestMiddleware.get(reducerPath) ?? middleware),
      );
    // An injected reducer has no state before the next action.
    store.dispatch({ type: 'portal/injected' });
  }
  return { store, injectApi };
}

function createDelegatingMiddleware(current: () => Middleware): Middleware {
  const started = new WeakMap<Middleware, ReturnType<Middleware>>();
  const startOnce = (middleware: Middleware, api: MiddlewareAPI) => {
    const running = started.get(middleware) ?? middleware(api);
    started.set(middleware, running);
    return running;
  };
  return (api) => (next) => {
    const handlers = new WeakMap<Middleware, (action: unknown) => unknown>();
    return (action) => {
      const middleware = current();
      const handle = handlers.get(middleware) ?? startOnce(middleware, api)(next);
      handlers.set(middleware, handle);
      return handle(action);
    };
  };
}

const portal = createPortalStore();

export const portalStore = portal.store;

export type PortalState = ReturnType<typeof portalStore.getState>;

/** Adds reducer and middleware together. A remote that loads again after a failure replaces its first try. */
export const injectApi = portal.injectApi;

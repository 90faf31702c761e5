export { startTranslator } from '@archaka/ui/testing';

import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { changeState, portalStore } from '../store/portal-store.ts';

/** As in a newly opened page without it. */
export function forgetExamination(): void {
  changeState('examination', { examination: null, status: 'unread' });
}

export function PortalFrame({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <Provider store={portalStore}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </Provider>
  );
}

interface ScreenProps {
  /** Sets up what the services answer. */
  readonly open: () => unknown;
  readonly at?: string;
  readonly children: ReactNode;
}

/** A screen of a fixture in a newly opened page. */
export function Screen({ open, ...page }: ScreenProps) {
  useState(() => {
    open();
    forgetExamination();
  });
  return <PortalFrame {...page} />;
}

type Body = Record<string, unknown>;
export type Responses = Readonly<Record<string, (body: Body) => object | Response | Promise<Response>>>;
type Respond = (call: string, body: Body) => Promise<Response>;

interface FakePortalOptions {
  /** Answers other requests than calls; undefined: none of them. */
  readonly intercept?: (path: string, init: RequestInit, respond: Respond) => Promise<Response> | undefined;
}

/** Answers the portal's addresses without a network; what is missing fails. Records the requests. */
export function fakeResponses(responses: Responses, { intercept }: FakePortalOptions = {}) {
  const requests: { readonly call: string; readonly body: Body }[] = [];
  const respond: Respond = async (call, body) => {
    requests.push({ call, body });
    const response = await responses[call]?.(body);
    if (!response) throw new TypeError('Failed to fetch');
    return response instanceof Response ? response : Response.json(response);
  };
  globalThis.fetch = async (address, init = {}) => {
    const call = String(address).replace(/^\/(api\/(dashboard\/)?)?/, '');
    return intercept?.(call, init, respond) ?? respond(call, JSON.parse(String(init.body ?? '{}')));
  };
  return {
    requests,
    findBodies: (call: string): Body[] =>
      requests.filter((request) => request.call === call).map(({ body }) => body),
  };
}

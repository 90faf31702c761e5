export { startTranslator } from '@archaka/ui/testing';

import { type Language, LanguageContext } from '@archaka/ui';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { changeState, portalStore } from '../store/portal-store.ts';

/** As in a newly opened page without it. */
export function forgetExamination(): void {
  changeState('examination', { examination: null, status: 'unread' });
}

interface PortalFrameProps {
  readonly at?: string;
  /** Default: Telugu first. */
  readonly language?: Language;
  readonly children: ReactNode;
}

export function PortalFrame({ at = '/', language = 'te', children }: PortalFrameProps) {
  return (
    <Provider store={portalStore}>
      <LanguageContext value={language}>
        <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
      </LanguageContext>
    </Provider>
  );
}

interface ScreenProps extends PortalFrameProps {
  /** Sets up what the services answer. */
  readonly open: () => unknown;
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

import { type AnswerBody, type Applicant, applicant, applicationForm, type Stage } from '@archaka/test-kit';

export interface Answered {
  readonly http: number;
  readonly headers: Headers;
  readonly body: AnswerBody;
}

/** What an upload answers, 201 or problem details. */
export interface Uploaded {
  readonly http: number;
  readonly headers: Headers;
  readonly document_id: string;
  readonly filetype: string;
  readonly bytes: number;
  readonly title?: string;
}

export type Form = Record<string, unknown>;

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  return { http: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

/** A signed-in applicant as the gateway hands their requests on. */
export async function makeUser(stage: Stage, own: Partial<Applicant> = {}) {
  const person = applicant(own);
  const auth = await stage.signedIn(person, 'svc-application');

  const go = (path: string, init: RequestInit = {}) =>
    fetch(`${stage.urls.application}${path}`, { ...init, headers: { ...auth, ...init.headers } });

  const call = async (name: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    answered(
      await go(`/api/dashboard/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: stage.urls.shell, ...headers },
        body: JSON.stringify(body),
      }),
    );

  const form = (changes: Form = {}): Promise<Form> => applicationForm(person, changes);

  return {
    person,
    auth,
    /** Any address of the service, signed in. */
    fetch: go,
    call,
    /** This applicant's ordinary form. */
    form,
    save: async (changes: Form = {}) => call('saveapplicationform', await form(changes)),
    submit: async (changes: Form = {}) =>
      call('submitapplicationform', await form({ save_id: 2, ...changes })),
    pay: async (changes: Form = {}) =>
      call('paidSubmitapplicationform', await form({ save_id: 2, ...changes })),
    /** Uploads a file as it is picked. */
    upload: async (kind: string, bytes: Buffer, filename = 'file'): Promise<Uploaded> => {
      const body = new FormData();
      body.set('kind', kind);
      body.set('file', new Blob([new Uint8Array(bytes)]), filename);
      const response = await go('/api/documents', {
        method: 'POST',
        body,
        headers: { origin: stage.urls.shell },
      });
      return {
        http: response.status,
        headers: response.headers,
        ...((await response.json()) as Omit<Uploaded, 'http' | 'headers'>),
      };
    },
    /** The user's applications as the list has them now. */
    listed: async () => {
      const { body } = await call('getticketsandprofile');
      return body.data;
    },
    draft: async () => {
      const { body } = await call('getsaveformdata');
      return body.data;
    },
  };
}
export type TestUser = Awaited<ReturnType<typeof makeUser>>;

import {
  type Applicant,
  buildApplicant,
  buildApplicationForm,
  type DashboardResponseBody,
  type TestEnvironment,
} from '@archaka/test-kit';

export type Form = Record<string, unknown>;

const UNCHANGED_FILES = {
  image: [],
  birthcertificate: [],
  image_ind: 0,
  birthcertificate_ind: 0,
};

/** A signed-in applicant, with requests as the gateway forwards them. */
export async function createUser(stage: TestEnvironment, overrides: Partial<Applicant> = {}) {
  const person = buildApplicant(overrides);
  const auth = await stage.authorizeUser(person, 'svc-application');

  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${stage.urls.application}${path}`, { ...init, headers: { ...auth, ...init.headers } });

  const call = async (name: string, body: unknown = {}) => {
    const response = await send(`/api/dashboard/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stage.urls.shell },
      body: JSON.stringify(body),
    });
    const { status: http, headers } = response;
    return { http, headers, body: (await response.json()) as DashboardResponseBody };
  };

  const form = (changes: Form = {}): Promise<Form> => buildApplicationForm(person, changes);

  return {
    person,
    auth,
    /** Requests any address of the service with the session. */
    fetch: send,
    call,
    /** This applicant's ordinary form. */
    form,
    save: async (changes: Form = {}) => call('saveapplicationform', await form(changes)),
    submit: async (changes: Form = {}) =>
      call('submitapplicationform', await form({ save_id: 2, ...changes })),
    pay: async (changes: Form = {}) =>
      call('paidSubmitapplicationform', await form({ save_id: 2, ...changes })),
    edit: async (id: string, changes: Form = {}) =>
      call('upadteapplication', await form({ id, save_id: 2, ...UNCHANGED_FILES, ...changes })),
    readForm: async (application_id: string) =>
      (await call('getapplicationform', { application_id })).body.data[0],
    /** Uploads a file as the form does when it is picked: 201 or problem details. */
    upload: async (kind: string, bytes: Buffer, filename = 'file') => {
      const body = new FormData();
      body.set('kind', kind);
      body.set('file', new Blob([new Uint8Array(bytes)]), filename);
      const headers = { origin: stage.urls.shell };
      const response = await send('/api/documents', { method: 'POST', body, headers });
      const uploaded = (await response.json()) as { document_id: string; filetype: string; title?: string };
      return { http: response.status, headers: response.headers, ...uploaded };
    },
    /** The user's applications as currently listed. */
    listApplications: async () => (await call('getticketsandprofile')).body.data,
    /** What is stored of the form as typed. */
    readUnfinished: async () => (await call('getunfinishedform')).body.data[0],
    getDraft: async () => (await call('getsaveformdata')).body.data,
  };
}
export type TestUser = Awaited<ReturnType<typeof createUser>>;
export type CallResult = Awaited<ReturnType<TestUser['call']>>;

import {
  type Applicant,
  buildApplicant,
  buildApplicationForm,
  type DashboardResponseBody,
  type TestEnvironment,
} from '@archaka/test-kit';

export interface CallResult {
  readonly http: number;
  readonly headers: Headers;
  readonly body: DashboardResponseBody;
}

/** The response to an upload: 201 or problem details. */
export interface UploadResult {
  readonly http: number;
  readonly headers: Headers;
  readonly document_id: string;
  readonly filetype: string;
  readonly bytes: number;
  readonly title?: string;
}

export type Form = Record<string, unknown>;

/** A paper within the form. */
export const toDataUrl = (bytes: Buffer) => [
  { reviewimg: `data:application/pdf;base64,${bytes.toString('base64')}`, filetype: 'pdf' },
];

const UNCHANGED_FILES = {
  image: [],
  birthcertificate: [],
  image_ind: 0,
  birthcertificate_ind: 0,
};

async function toCallResult(response: Response): Promise<CallResult> {
  const text = await response.text();
  return { http: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

/** A signed-in applicant, with requests as the gateway forwards them. */
export async function createUser(stage: TestEnvironment, overrides: Partial<Applicant> = {}) {
  const person = buildApplicant(overrides);
  const auth = await stage.authorizeUser(person, 'svc-application');

  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${stage.urls.application}${path}`, { ...init, headers: { ...auth, ...init.headers } });

  const call = async (name: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    toCallResult(
      await send(`/api/dashboard/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: stage.urls.shell, ...headers },
        body: JSON.stringify(body),
      }),
    );

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
    /** Uploads a file as the form does when it is picked. */
    upload: async (kind: string, bytes: Buffer, filename = 'file'): Promise<UploadResult> => {
      const body = new FormData();
      body.set('kind', kind);
      body.set('file', new Blob([new Uint8Array(bytes)]), filename);
      const response = await send('/api/documents', {
        method: 'POST',
        body,
        headers: { origin: stage.urls.shell },
      });
      return {
        http: response.status,
        headers: response.headers,
        ...((await response.json()) as Omit<UploadResult, 'http' | 'headers'>),
      };
    },
    /** The user's applications as currently listed. */
    listApplications: async () => {
      const { body } = await call('getticketsandprofile');
      return body.data;
    },
    getDraft: async () => {
      const { body } = await call('getsaveformdata');
      return body.data;
    },
  };
}
export type TestUser = Awaited<ReturnType<typeof createUser>>;

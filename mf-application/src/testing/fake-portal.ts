import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { fakeUploads } from './fake-uploads.ts';

export { examination };

type Body = Record<string, unknown>;
type Responder = (body: Body) => object | Response | Promise<Response>;

export interface PortalRequest {
  readonly call: string;
  readonly body: Body;
}

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];
const mandals = [
  { id: 61, mndl_nm: 'Palamaner', district_list_id: 6 },
  { id: 62, mndl_nm: 'Kuppam', district_list_id: 6 },
  { id: 91, mndl_nm: 'Tenali', mndl_nm_te: 'తెనాలి', district_list_id: 9 },
];

const defaultResponses: Readonly<Record<string, Responder>> = {
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100 }] }),
  getdistrict: () => ({ status: 200, data: districts }),
  getmandals: () => ({ status: 200, data: mandals }),
  getsaveformdata: () => ({ status: 200, data: [] }),
  getticketsandprofile: () => ({ status: 200, data: [] }),
  getconsents: () => ({ status: 200, data: [] }),
  getsignupconsents: () => ({ status: 200, data: [] }),
  checkaadhar: () => ({ status: 200 }),
  documents: ({ kind }) => {
    const filetype = kind === 'image' ? 'jpeg' : 'pdf';
    return Response.json({ document_id: `${kind}-new`, filetype, bytes: 9 });
  },
};

const parseBody = (body: unknown): Body => JSON.parse(String(body ?? '{}'));

/**
 * Answers the portal's calls without a network, with overrides; records the requests.
 * `documents` answers for a complete upload.
 */
export function fakePortal(responses: Readonly<Record<string, Responder>> = {}) {
  const requests: PortalRequest[] = [];
  const respondTo = async (call: string, body: Body): Promise<Response> => {
    requests.push({ call, body });
    const response = await (responses[call] ?? defaultResponses[call])?.(body);
    if (!response) throw new TypeError('Failed to fetch');
    return response instanceof Response ? response : Response.json(response);
  };
  const handleUpload = fakeUploads((file) => respondTo('documents', { ...file }));
  globalThis.fetch = async (address, init = {}) => {
    const call = String(address).replace(/^\/api\/(dashboard\/)?/, '');
    return handleUpload(call, init) ?? respondTo(call, parseBody(init.body));
  };
  return {
    requests,
    findBodies: (call: string): Body[] =>
      requests.filter((request) => request.call === call).map(({ body }) => body),
  };
}

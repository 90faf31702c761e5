import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { fakeUploads } from './fake-uploads.ts';

export { examination };

type Body = Record<string, unknown>;
type Answer = (body: Body) => object | Response | Promise<Response>;

export interface Asked {
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
  { id: 91, mndl_nm: 'Tenali', district_list_id: 9 },
];

const usual: Readonly<Record<string, Answer>> = {
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100 }] }),
  getdistrict: () => ({ status: 200, data: districts }),
  getmandals: () => ({ status: 200, data: mandals }),
  getsaveformdata: () => ({ status: 200, data: [] }),
  getticketsandprofile: () => ({ status: 200, data: [] }),
  checkaadhar: () => ({ status: 200 }),
  documents: ({ kind }) => {
    const filetype = kind === 'image' ? 'jpeg' : 'pdf';
    return Response.json({ document_id: `${kind}-new`, filetype, bytes: 9 });
  },
};

const bodyOf = (body: unknown): Body => JSON.parse(String(body ?? '{}'));

/**
 * Answers the portal's calls in place of the network, the given ones beside the usual; keeps what was asked.
 * `documents` answers for a file that has arrived.
 */
export function fakePortal(answers: Readonly<Record<string, Answer>> = {}) {
  const asked: Asked[] = [];
  const answerTo = async (call: string, body: Body): Promise<Response> => {
    asked.push({ call, body });
    const answer = await (answers[call] ?? usual[call])?.(body);
    if (!answer) throw new TypeError('Failed to fetch');
    return answer instanceof Response ? answer : Response.json(answer);
  };
  const upload = fakeUploads((file) => answerTo('documents', { ...file }));
  globalThis.fetch = async (address, init = {}) => {
    const call = String(address).replace(/^\/api\/(dashboard\/)?/, '');
    return upload(call, init) ?? answerTo(call, bodyOf(init.body));
  };
  return {
    asked,
    bodiesOf: (call: string): Body[] => asked.filter((one) => one.call === call).map(({ body }) => body),
  };
}

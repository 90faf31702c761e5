import examination from '@archaka/exams/2024.json' with { type: 'json' };

export { examination };

type Body = Record<string, unknown>;
type Responder = (body: Body) => object | Response | Promise<Response>;

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];

const defaultResponses: Readonly<Record<string, Responder>> = {
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100 }] }),
  getdistrict: () => ({ status: 200, data: districts }),
  getpaymentattempts: () => ({ status: 200, data: [] }),
};

/** An error response of the services. */
export const buildProblem = (status: number, { code, title }: { code: string; title: string }): Response =>
  Response.json({ type: 'about:blank', status, code, title }, { status });

/** Answers the portal's addresses without a network, with overrides; records the requests. */
export function fakePortal(responses: Readonly<Record<string, Responder>> = {}) {
  const requests: { call: string; body: Body }[] = [];
  globalThis.fetch = async (address, init) => {
    const call = String(address).replace(/^\/(api\/(dashboard\/)?)?/, '');
    const body: Body = JSON.parse(String(init?.body ?? '{}'));
    requests.push({ call, body });
    const response = await (responses[call] ?? defaultResponses[call])?.(body);
    if (!response) throw new TypeError('Failed to fetch');
    return response instanceof Response ? response : Response.json(response);
  };
  return {
    findBodies: (call: string) => requests.filter((request) => request.call === call).map(({ body }) => body),
  };
}

import examination from '@archaka/exams/2024.json' with { type: 'json' };

export { examination };

type Body = Record<string, unknown>;
type Answer = (body: Body) => object | Response | Promise<Response>;

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];

const usual: Readonly<Record<string, Answer>> = {
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100 }] }),
  getdistrict: () => ({ status: 200, data: districts }),
  getpaymentattempts: () => ({ status: 200, data: [] }),
};

/** A refusal as the services answer it. */
export const problem = (status: number, { code, title }: { code: string; title: string }): Response =>
  Response.json({ type: 'about:blank', status, code, title }, { status });

/** Answers the portal's addresses in place of the network, the given ones beside the usual; keeps what was asked. */
export function fakePortal(answers: Readonly<Record<string, Answer>> = {}) {
  const asked: { call: string; body: Body }[] = [];
  globalThis.fetch = async (address, init) => {
    const call = String(address).replace(/^\/(api\/(dashboard\/)?)?/, '');
    const body: Body = JSON.parse(String(init?.body ?? '{}'));
    asked.push({ call, body });
    const answer = await (answers[call] ?? usual[call])?.(body);
    if (!answer) throw new TypeError('Failed to fetch');
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { bodiesOf: (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body) };
}

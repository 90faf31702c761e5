import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { fakeResponses, type Responses } from '@archaka/platform/testing';

export { examination };

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];

const defaultResponses: Responses = {
  getexamination: () => ({ status: 200, data: [{ ...examination, amount: 100 }] }),
  getdistrict: () => ({ status: 200, data: districts }),
  getpaymentattempts: () => ({ status: 200, data: [] }),
};

/** An error response of the services. */
export const buildProblem = (status: number, { code, title }: { code: string; title: string }): Response =>
  Response.json({ type: 'about:blank', status, code, title }, { status });

/** Answers the portal's addresses, with overrides. */
export const fakePortal = (responses: Responses = {}) => fakeResponses({ ...defaultResponses, ...responses });

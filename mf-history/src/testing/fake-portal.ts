import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { fakeResponses, type Responses } from '@archaka/platform/testing';

export { examination };

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];
const mandals = [
  { id: 90, mndl_nm: 'Tenali', mndl_nm_te: 'మరో తెనాలి', district_list_id: 6 },
  { id: 91, mndl_nm: 'Tenali', mndl_nm_te: 'తెనాలి', district_list_id: 9 },
];

const defaultResponses: Responses = {
  getexamination: () => ({
    status: 200,
    data: [{ ...examination, amount: 100, revaluation: { fee_paise: 50_000, days: 30 } }],
  }),
  getdistrict: () => ({ status: 200, data: districts }),
  getmandals: () => ({ status: 200, data: mandals }),
  getpaymentattempts: () => ({ status: 200, data: [] }),
};

/** An error response of the services. */
export const buildProblem = (status: number, { code, title }: { code: string; title: string }): Response =>
  Response.json({ type: 'about:blank', status, code, title }, { status });

/** Answers the portal's addresses, with overrides. */
export const fakePortal = (responses: Responses = {}) => fakeResponses({ ...defaultResponses, ...responses });

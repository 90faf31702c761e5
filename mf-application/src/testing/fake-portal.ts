import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { fakeResponses, type Responses } from '@archaka/platform/testing';
import { fakeUploads } from './fake-uploads.ts';

export { examination };

const districts = [
  { id: 6, distrct_nm: 'Chittoor', distrct_nm_te: 'చిత్తూరు' },
  { id: 9, distrct_nm: 'Guntur', distrct_nm_te: 'గుంటూరు' },
];
const mandals = [
  { id: 61, mndl_nm: 'Palamaner', district_list_id: 6 },
  { id: 62, mndl_nm: 'Kuppam', district_list_id: 6 },
  { id: 91, mndl_nm: 'Tenali', mndl_nm_te: 'తెనాలి', district_list_id: 9 },
];

const defaultResponses: Responses = {
  getexamination: () => ({
    status: 200,
    data: [{ ...examination, amount: 100, revaluation: { fee_paise: 50_000, days: 30 } }],
  }),
  getdistrict: () => ({ status: 200, data: districts }),
  getmandals: () => ({ status: 200, data: mandals }),
  getunfinishedform: () => ({ status: 200, data: [{ revision: 0, is_off: false }] }),
  saveunfinishedform: ({ revision }) => ({ status: 200, data: [{ revision: Number(revision) + 1 }] }),
  deleteunfinishedform: () => ({ status: 200, data: [{ revision: 9 }] }),
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

/** Answers the portal's calls, with overrides. `documents` answers for a complete upload. */
export function fakePortal(responses: Responses = {}) {
  const handleUpload = fakeUploads();
  return fakeResponses(
    { ...defaultResponses, ...responses },
    {
      intercept: (path, init, respond) =>
        handleUpload(path, init, (file) => respond('documents', { ...file })),
    },
  );
}

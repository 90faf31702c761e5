import {
  type CallDefinition,
  getApplications,
  getCurrentSession,
  getDeviceKey,
  getDistricts,
  getDraft,
  getMandals,
  getUnfinishedForm,
} from '@archaka/contracts/calls';
import { sendEarly } from '@archaka/platform/early-requests';

/** What an applicant's first screen reads; it requests itself what is missing here. */
const callsByPath: Readonly<Record<string, readonly CallDefinition[] | undefined>> = {
  '/': [getDraft, getUnfinishedForm, getApplications, getDeviceKey, getDistricts, getMandals],
  '/ticket': [getApplications],
};

const session = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;
if (session === 'some')
  for (const call of [getCurrentSession, ...(callsByPath[location.pathname] ?? [])]) sendEarly(call);

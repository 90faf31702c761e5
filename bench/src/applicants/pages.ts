import type { ApplicantSession } from '@archaka/test-kit';

const ASSET_PATHS = /\/(?:assets|slices)\/[\w./-]+\.(?:js|css|woff2)/g;

/** What a browser asks for on every screen, once its page stands. */
const frameCalls = ['session', 'getdistrict', 'getticketsandprofile'];
const formCalls = ['getmandals', 'getsaveformdata', 'getdevicekey'];

async function fetchPage(session: ApplicantSession, path: string): Promise<string> {
  const page = await session.fetch(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
  return page.text();
}

/** Loads the home page and each file it names, as a browser with an empty cache. */
export async function openHomePage(session: ApplicantSession): Promise<void> {
  const files = new Set((await fetchPage(session, '/')).match(ASSET_PATHS));
  await Promise.all([...files].map((path) => session.fetch(path, { headers: { 'accept-encoding': 'br' } })));
}

/** Loads a page whose files the browser has, and what its screen asks for. */
export async function openPage(session: ApplicantSession, path: string): Promise<void> {
  await fetchPage(session, path);
  for (const call of frameCalls) await session.call(call);
}

/** The home page of somebody signed in: the form, as it was saved. */
export async function openForm(session: ApplicantSession): Promise<Record<string, unknown> | undefined> {
  await openPage(session, '/');
  const responses = await Promise.all(formCalls.map((call) => session.call(call)));
  return responses[formCalls.indexOf('getsaveformdata')]?.body.data[0];
}

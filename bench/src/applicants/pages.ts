import type { ApplicantSession } from '@archaka/test-kit';

const ASSET_PATHS = /\/(?:assets|slices)\/[\w./-]+\.(?:js|css|woff2)/g;

/** Requests of a browser on every screen after its page has loaded. */
const frameCalls = ['session', 'getticketsandprofile'];
const formCalls = ['getsaveformdata', 'getdevicekey'];
/** Public lists, which a browser caches for an hour. */
const frameLists = ['getdistrict'];
const formLists = ['getmandals'];

const cachedLists = new WeakMap<ApplicantSession, Set<string>>();

/** Later, when the cached lists have expired. */
export const expireLists = (session: ApplicantSession): void => void cachedLists.delete(session);

async function fetchLists(session: ApplicantSession, names: readonly string[]): Promise<void> {
  const cached = cachedLists.get(session) ?? new Set();
  cachedLists.set(session, cached);
  for (const name of names.filter((list) => !cached.has(list))) {
    cached.add(name);
    const response = await session.fetch(`/api/dashboard/${name}`, { headers: { 'accept-encoding': 'br' } });
    await response.text();
  }
}

async function fetchPage(session: ApplicantSession, path: string): Promise<string> {
  const page = await session.fetch(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
  return page.text();
}

/** Loads the home page and each file it names, like a browser with an empty cache. */
export async function openHomePage(session: ApplicantSession): Promise<void> {
  const files = new Set((await fetchPage(session, '/')).match(ASSET_PATHS));
  await Promise.all([...files].map((path) => session.fetch(path, { headers: { 'accept-encoding': 'br' } })));
}

/** Loads a page with cached files, and its screen's requests. */
export async function openPage(session: ApplicantSession, path: string): Promise<void> {
  await fetchPage(session, path);
  await fetchLists(session, frameLists);
  for (const call of frameCalls) await session.call(call);
}

/** The home page of a signed-in applicant: the saved form. */
export async function openForm(session: ApplicantSession): Promise<Record<string, unknown> | undefined> {
  await openPage(session, '/');
  await fetchLists(session, formLists);
  const responses = await Promise.all(formCalls.map((call) => session.call(call)));
  return responses[formCalls.indexOf('getsaveformdata')]?.body.data[0];
}

import { calls } from '@archaka/contracts';

/** Every call that browsers can make, from the table of calls. */
const published = calls.filter(({ session }) => session !== 'service');
const toNames = (selected: typeof published) => selected.map(({ name }) => name);

export const ALL_CALLS = toNames(published);
/** Rejected when they come from another site. */
export const COMMANDS = toNames(published.filter(({ kind }) => kind !== 'query'));
export const SESSION_CALLS = toNames(published.filter(({ session }) => session === 'required'));

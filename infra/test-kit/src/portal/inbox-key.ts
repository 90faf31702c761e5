/** Of portals on machines of their own, whose dev inbox wants a key; others ignore it. */
export const INBOX_KEY = 'the-inbox-of-a-test';

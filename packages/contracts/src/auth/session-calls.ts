// Separate from the other calls, since every page uses it and none of those.
export const getCurrentSession = {
  name: 'session',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const;

/** 32 bytes in base64 that seal local drafts, held in memory only. `old_keys` open drafts from before a key change. */
export const getDeviceKey = {
  name: 'getdevicekey',
  service: 'auth',
  session: 'required',
  kind: 'query',
} as const;

export const TOKEN_MINUTES = 15;

/** Days for which their owner is shown sign-ins. */
export const SIGN_IN_DAYS = 90;

/** Minutes after a sign-in for which its session may end all others: whoever has only the session may not. */
export const FRESH_MINUTES = 15;

/** How long a session lasts: without being used, and at most. */
export interface SessionLifetime {
  readonly idleMinutes: number;
  readonly hours: number;
}

const sharedDevice: SessionLifetime = { idleMinutes: 30, hours: 24 };
const ownDevice: SessionLifetime = { idleMinutes: 30 * 24 * 60, hours: SIGN_IN_DAYS * 24 };

export const getSessionLifetime = ({ own_device }: { readonly own_device: boolean }): SessionLifetime =>
  own_device ? ownDevice : sharedDevice;

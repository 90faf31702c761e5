export const TOKEN_MINUTES = 15;

/** Days for which their owner is shown sign-ins. */
export const SIGN_IN_DAYS = 90;

/** Minutes after a sign-in for which its session may end all others: whoever has only the session may not. */
export const FRESH_MINUTES = 15;

/** How long a session lasts: without being used, and at most. */
export interface SessionLife {
  readonly idleMinutes: number;
  readonly hours: number;
}

const shared: SessionLife = { idleMinutes: 30, hours: 24 };
const own: SessionLife = { idleMinutes: 30 * 24 * 60, hours: SIGN_IN_DAYS * 24 };

export const lifeOf = ({ own_device }: { readonly own_device: boolean }): SessionLife =>
  own_device ? own : shared;

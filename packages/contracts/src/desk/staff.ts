/** Of the department's staff; one person may have several. */
export const staffRoles = [
  'help-desk',
  'scrutiny-clerk',
  'senior-clerk',
  'finance',
  'hall-officer',
  'auditor',
  'administrator',
] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Who may read reports and export lists. */
export const reportRoles = ['senior-clerk', 'finance', 'hall-officer', 'auditor', 'administrator'] as const;

export const auditRoles = ['auditor', 'administrator'] as const;

/** svc-desk's cookies: opaque, httpOnly, apart from an applicant's. */
export const deskCookies = {
  session: 'archaka_desk',
  /** Binds a challenge to the browser that requested it. */
  challenge: 'archaka_desk_challenge',
} as const;

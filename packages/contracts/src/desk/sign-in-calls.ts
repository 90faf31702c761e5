import * as z from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { outcome, plainOutcome } from '../outcome.ts';
import * as calls from './calls.ts';
import { staffRoles } from './staff.ts';

export const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoles)),
  /** Where the account is limited to districts: their ids. */
  districts: z.array(z.int()).optional(),
});
export type StaffMember = z.infer<typeof staffMember>;

export const signInStaff = defineCall({
  ...calls.signInStaff,
  request: z.object({
    name: z.string().max(40),
    password: z.string().max(200),
    /** Of the authenticator. */
    code: z.string().max(20),
  }),
  response: outcome({
    data: staffMember,
    420: 'The name, the password or the code is wrong, or the code was used: try again with the next code',
    421: 'Too many wrong attempts: try again in a quarter of an hour',
  }),
});

export const signOutStaff = defineCall({
  ...calls.signOutStaff,
  request: z.object({}),
  response: plainOutcome(),
});

export const getStaffSession = defineCall({
  ...calls.getStaffSession,
  request: z.object({}),
  response: outcome({ data: staffMember }),
});

/** What the sign-in offers besides password and code. */
export const getSignInWays = defineCall({
  ...calls.getSignInWays,
  request: z.object({}),
  response: outcome({
    data: z.object({
      /** The department's OpenID Connect provider. */
      department: z.boolean(),
    }),
  }),
});

/** JSON of Web Authentication Level 3; browsers parse it. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
const passkeyId = z.base64url().max(1400);
const clientDataJSON = z.base64url().max(4000);
/** What `PublicKeyCredential.toJSON` returns, without extensions. */
const passkeyFields = {
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const assertion = z.object({
  ...passkeyFields,
  response: z.object({
    clientDataJSON,
    authenticatorData: z.base64url().max(4000),
    signature: z.base64url().max(8000),
    /** The account's. */
    userHandle: z.base64url().max(100),
  }),
});
const attestation = z.object({
  ...passkeyFields,
  response: z.object({
    clientDataJSON,
    attestationObject: z.base64url().max(30_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

export const startPasskeySignIn = defineCall({
  ...calls.startPasskeySignIn,
  request: z.object({}),
  response: outcome({ data: passkeyOptions }),
});

export const signInWithPasskey = defineCall({
  ...calls.signInWithPasskey,
  request: z.object({ credential: assertion }),
  response: outcome({ data: staffMember, 420: 'The desk does not know this passkey, or it took too long' }),
});

export const startDepartmentSignIn = defineCall({
  ...calls.startDepartmentSignIn,
  request: z.object({}),
  response: outcome({
    /** The provider's page. */
    data: z.object({ url: z.url() }),
    420: 'The desk does not use an account of the department',
  }),
});

export const signInWithDepartment = defineCall({
  ...calls.signInWithDepartment,
  /** The query with which the provider led back, without the question mark. */
  request: z.object({ query: z.string().max(8000) }),
  response: outcome({
    data: staffMember,
    420: 'The department did not confirm the sign-in, or it took too long',
    421: 'The desk has no account for this account of the department',
  }),
});

export const passkey = z.object({
  id: passkeyId,
  name: z.string(),
  /** Whether its provider copies it to other devices. */
  is_synced: z.boolean(),
  added_at: instant,
  used_at: instant.optional(),
});
export type Passkey = z.infer<typeof passkey>;

export const getPasskeys = defineCall({
  ...calls.getPasskeys,
  request: z.object({}),
  response: outcome({ data: passkey }),
});

export const startPasskey = defineCall({
  ...calls.startPasskey,
  /** Of the authenticator. */
  request: z.object({ code: z.string().max(20) }),
  response: outcome({
    data: passkeyOptions,
    420: 'The code is wrong, or it was used: try again with the next code',
    421: 'Too many wrong attempts: try again in a quarter of an hour',
  }),
});

export const MAX_PASSKEYS = 10;

export const addPasskey = defineCall({
  ...calls.addPasskey,
  request: z.object({ name: z.string().trim().min(1, 'Name the passkey').max(40), credential: attestation }),
  response: plainOutcome({
    420: 'The passkey could not be verified, or it took too long',
    421: `An account has at most ${MAX_PASSKEYS} passkeys: remove one first`,
  }),
});

export const removePasskey = defineCall({
  ...calls.removePasskey,
  request: z.object({ id: passkeyId }),
  response: plainOutcome(),
});

export const signInCalls = [
  signInStaff,
  signOutStaff,
  getStaffSession,
  getSignInWays,
  startPasskeySignIn,
  signInWithPasskey,
  startDepartmentSignIn,
  signInWithDepartment,
  getPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
] as const;

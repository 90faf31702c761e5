export {
  type CodeLimits,
  checkCode,
  createCode,
  createTotpSecret,
  isLocked,
  LOCKOUT_MS,
  MAX_ATTEMPTS,
  type OperatorAccount,
  toOtpauthUri,
  toStep,
} from './account.ts';
export {
  type AuditOptions,
  auditCommandLine,
  createRotateCommandLine,
  indexesCommandLine,
  retentionCommandLine,
  type SweepOptions,
  toSweepArguments,
} from './command-lines.ts';
export { deriveLocalStaff } from './local-staff.ts';
export {
  type Credentials,
  type OperatorOptions,
  type OperatorUse,
  readCredentials,
  readReason,
  withOperator,
} from './operator-options.ts';
export { assertPermitted, isPermitted, type Permission, parseRoles, type Role, roles } from './roles.ts';
export { type Operator, readOperatorToken, signOperatorToken } from './token.ts';

// The part of the platform that every page starts with; the rest loads with the first screen that needs it.
// From the first release on, never remove an export: a deployed remote may import it.

export {
  addCatalogs,
  Banner,
  Bilingual,
  Button,
  Checkbox,
  ConfirmDialog,
  Dialog,
  Paragraph,
  Sentence,
  Skeleton,
  Telephones,
  Text,
  TextField,
  type TextFieldProps,
  type Word,
  words,
} from '@archaka/ui';
export type { PortalError } from './calls/portal-fetch.ts';
export { type CommandResult, sendCommand, sendQuery, useCommand, whileBusy } from './calls/send-request.ts';
export { storedTexts } from './device/browser-extras.ts';
export { openDeviceCopies } from './device/open-device.ts';
export {
  examinationName,
  type Phase,
  type PublicExamination,
  phaseOf,
  portalNow,
  useExamination,
} from './examination/examination.ts';
export { findFieldErrors } from './forms/checks.ts';
export { ButtonLink } from './links/link.tsx';
export { sayError, toast, tryAgainAfter } from './messages/show-message.ts';
export { sendNotice, useNotice } from './notices/notices.ts';
export { tryAgain } from './recovery/try-again.ts';
export { hasUnsentInput, signedIn, signedOut, signedOutForNextPerson, useUser } from './session/session.ts';
export { HELPER_MODE, type User } from './session/user.ts';
export type {
  AuthModule,
  ExposedModules,
  MemoProps,
  SliceName,
  TicketProps,
  UpdateApplicationProps,
} from './slices/exposed-modules.ts';

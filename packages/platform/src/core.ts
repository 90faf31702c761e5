// The part of the platform that every page starts with; the rest loads with the first screen that needs it.
// Never remove an export: a deployed remote may import it.

export {
  addCatalogs,
  Banner,
  Bilingual,
  Button,
  ConfirmDialog,
  Dialog,
  Message,
  Paragraph,
  Sentence,
  Skeleton,
  Telephones,
  Text,
  TextField,
  type TextFieldProps,
  type Word,
  words,
} from '@archaka/web-kit';
export type { PortalError } from './calls/portal-error.ts';
export { whileBusy } from './calls/send-request.ts';
export { type CommandResult, sendCommand, useCommand } from './calls/use-command.ts';
export { openDeviceCopies } from './device/open-device-copies.ts';
export { storedTexts } from './device/stored-texts.ts';
export { type Phase, phaseOf, portalNow } from './examination/phase.ts';
export { examinationName, type PublicExamination, useExamination } from './examination/use-examination.ts';
export { findFieldErrors } from './forms/find-field-errors.ts';
export { ButtonLink } from './links/button-link.tsx';
export { sayError, tryAgainAfter } from './messages/say-error.ts';
export { toast } from './messages/show-message.ts';
export { sendNotice, useNotice } from './notices/notices.ts';
export { tryAgain } from './recovery/try-again.ts';
export { signedIn, signedOut, useUser } from './session/session.ts';
export type { User } from './session/user.ts';
export type {
  AuthModule,
  ExposedModules,
  SliceName,
  TicketProps,
  UpdateApplicationProps,
} from './slices/exposed-modules.ts';

// For the shell only; remotes never see it.
export { coreApi } from './examination/core-api.ts';
export { primeExamination } from './examination/prime-examination.ts';
export { chooseLanguage, showLanguage, useLanguageChoice } from './language/chosen-language.ts';
export { type LanguageChoice, parseLanguageCookie } from './language/language-cookie.ts';
export { clearExplanation, closeAlert } from './messages/show-message.ts';
export { showUser, showVisitor } from './session/session.ts';
export { userSlice } from './session/user-slice.ts';
export { toChunksGlobal, toFederationName } from './slices/federation-names.ts';
export { type PortalState, portalStore } from './store/portal-store.ts';
export { followUpdates } from './updates/follow-updates.ts';

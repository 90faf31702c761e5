// What only the shell takes from the platform; remotes never see it.
export { coreApi } from './examination/core-api.ts';
export { offerExamination } from './examination/offer-examination.ts';
export { chooseLanguage, showLanguage, useChosenLanguage } from './language/chosen-language.ts';
export { languageIn } from './language/remembered-language.ts';
export { closeAlert } from './messages/say.ts';
export { showUser, showVisitor } from './session/session.ts';
export { userSlice } from './session/user-slice.ts';
export { chunksGlobalOf, federationNameOf } from './slices/names.ts';
export { type PortalState, portalStore } from './store/portal-store.ts';
export { followUpdates } from './updates/follow-updates.ts';

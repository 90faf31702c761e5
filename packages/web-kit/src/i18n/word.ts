import type { MessageDescriptor } from '@lingui/core';

export type Language = 'te' | 'en';

/** Data in both languages, such as names in the examination's file. */
export type TwoNames = Readonly<Record<Language, string>>;

/** A displayed text: a catalog message, or a name from data. */
export type Word = MessageDescriptor | TwoNames;

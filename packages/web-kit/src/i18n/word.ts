import type { MessageDescriptor } from '@lingui/core';

export type Language = 'te' | 'en';

/** Data that comes in both languages, such as the names in the examination's file. */
export type TwoNames = Readonly<Record<Language, string>>;

/** Something to be read: a message of the catalogs, or a name that is data. */
export type Word = MessageDescriptor | TwoNames;

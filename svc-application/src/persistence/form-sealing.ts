import { type PersonalData, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import { Schema } from 'mongoose';
import { computeDigest, type MaskedContent, type UnmaskedContent } from '../domain/application.ts';
import { maskContent } from '../domain/form.ts';
import type { BlindIndex } from './claim-indexer.ts';

export interface Sealing {
  readonly personal: PersonalData;
  readonly index: BlindIndex;
}

/** Only what finds the Aadhaar stays plain. */
export interface StoredForm {
  readonly content: { readonly aadhaarIndex: string; readonly aadhaar: PersonalValue };
  readonly sealed: PersonalValue;
}

const subdocumentOptions = { _id: false, versionKey: false } as const;
export const personalSchema = new Schema<PersonalValue>(personalValueFields, subdocumentOptions);

export const formFields = {
  content: new Schema<StoredForm['content']>(
    { aadhaarIndex: String, aadhaar: personalSchema },
    subdocumentOptions,
  ),
  sealed: { type: personalSchema, default: undefined },
} as const;

/** Fields of a row with a form that `SealedRows` alone writes. */
export const SEALED_FORM_FIELDS = Object.keys(formFields);

interface PersonalFields {
  /** Mobile number of an application. */
  readonly number?: string | undefined;
  readonly content: Omit<MaskedContent, 'aadhaarIndex'>;
}

interface NewForm {
  readonly owner: string;
  readonly number?: string;
  readonly content: UnmaskedContent;
}

type FormRow = StoredForm & { readonly _id: string; readonly digest?: string };
type OpenedForm<Row extends FormRow> = Omit<Row, keyof StoredForm> & {
  readonly number: string;
  readonly content: MaskedContent;
};

/** Seals the forms of a collection under the data keys of their owners; the Aadhaar apart, so that few reads open it. */
export class FormSealing {
  readonly #collection: string;
  readonly #personal: PersonalData;
  readonly #index: BlindIndex;

  constructor(collection: string, { personal, index }: Sealing) {
    this.#collection = collection;
    this.#personal = personal;
    this.#index = index;
  }

  async seal(id: string, { owner, number, content }: NewForm): Promise<StoredForm> {
    const { aadhaar } = content;
    const aadhaarIndex = this.#index.compute(aadhaar);
    const { aadhaarIndex: _index, ...masked } = maskContent(content, aadhaarIndex);
    const fields: PersonalFields = { number, content: masked };
    return {
      sealed: await this.#personal.sealFields(owner, fields, this.#toPlace(id, 'sealed')),
      content: {
        aadhaarIndex,
        aadhaar: await this.#personal.sealFields(owner, { aadhaar }, this.#toPlace(id, 'aadhaar')),
      },
    };
  }

  /** Index and digest are under the current key, also while a rotation moves them. @throws as `openFields` */
  async open<Row extends FormRow>(row: Row): Promise<OpenedForm<Row>> {
    const { sealed, content: stored, ...rest } = row;
    const { aadhaarIndex } = stored;
    const place = this.#toPlace(row._id, 'sealed');
    const { number = '', content } = await this.#personal.openFields<PersonalFields>(sealed, place);
    const opened = { ...rest, number, content: { ...content, aadhaarIndex } };
    if (this.#index.isCurrent(aadhaarIndex)) return opened;
    const unmasked = await this.openUnmasked(row, opened.content);
    const current = this.#index.compute(unmasked.aadhaar);
    // A digest of another form stays.
    const isOwnDigest = row.digest !== undefined && row.digest === computeDigest(unmasked, aadhaarIndex);
    return {
      ...opened,
      content: { ...opened.content, aadhaarIndex: current },
      ...(isOwnDigest && { digest: computeDigest(unmasked, current) }),
    };
  }

  /** With the plain Aadhaar, for the owner only. */
  async openUnmasked(
    row: FormRow,
    { aadhaarMasked: _masked, aadhaarIndex: _index, ...particulars }: MaskedContent,
  ): Promise<UnmaskedContent> {
    return { ...particulars, aadhaar: await this.openAadhaar(row) };
  }

  async openAadhaar({ _id, content }: FormRow): Promise<string> {
    const place = this.#toPlace(_id, 'aadhaar');
    return (await this.#personal.openFields<{ aadhaar: string }>(content.aadhaar, place)).aadhaar;
  }

  #toPlace(id: string, field: string) {
    return { collection: this.#collection, id, field };
  }
}

import {
  type CallAnswer,
  type CallDefinition,
  type CallRequest,
  deleteUnfinishedForm,
  getUnfinishedForm,
  type StoredUnfinishedForm,
  saveUnfinishedForm,
  toCallPath,
} from '@archaka/contracts/calls';
import { type PortalError, portalFetch, sayError } from '@archaka/platform';
import { type FormValues, fromUnfinishedForm, isSame, toUnfinishedForm } from '../form/form-values.ts';
import type { Autosave } from './autosave.ts';

/** Milliseconds after a change, and before a retry. */
const SEND_DELAY_MS = 3000;
const RETRY_DELAY_MS = 15_000;

/** What was typed elsewhere. */
export interface OtherForm {
  readonly values: FormValues;
  /** Version of its base draft; 0: none. */
  readonly begunFrom: number;
  /** ISO 8601. */
  readonly typedAt: string;
}

export interface ServiceCopyState {
  readonly isOn: boolean;
  /** Everything typed is stored at the service. */
  readonly isSent: boolean;
  /** Typed elsewhere since this form was read: nothing is sent until the applicant has chosen. */
  readonly other: OtherForm | undefined;
}

type Sent<SentCall extends CallDefinition> =
  | { readonly answer: CallAnswer<SentCall>; readonly error?: undefined }
  | { readonly answer?: undefined; readonly error: PortalError };

/** Quiet, and completed when the page closes meanwhile. */
async function send<SentCall extends CallDefinition>(
  call: SentCall,
  body: CallRequest<SentCall>,
): Promise<Sent<SentCall>> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const init = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) };
  const { data, error } = await portalFetch(toCallPath(call), init, { asksToSignIn: false });
  if (error) return { error };
  return data.json().then(
    (answer: CallAnswer<SentCall>) => ({ answer }),
    () => ({ error: { kind: 'unexpected' } }),
  );
}

const isSessionOver = (error: PortalError | undefined): boolean =>
  error?.kind === 'signed-out' || error?.kind === 'forbidden';

export const toOtherForm = (
  stored: StoredUnfinishedForm | undefined,
  number: string,
): OtherForm | undefined =>
  stored?.form && {
    values: fromUnfinishedForm(stored.form, number),
    begunFrom: stored.draft_version ?? 0,
    typedAt: stored.changed_at ?? '',
  };

interface ServiceCopyOptions {
  readonly userId: string;
  readonly stored?: StoredUnfinishedForm | undefined;
  readonly other?: OtherForm | undefined;
}

/** Stores the form at the service as it is typed, so that it opens on any device. Two devices do not overwrite each other. */
export class ServiceCopy {
  readonly #device: Autosave;
  readonly userId: string;
  readonly #listeners = new Set<() => void>();
  #state: ServiceCopyState;
  /** Undefined until the service's copy is read. */
  #revision: number | undefined;
  #sent: FormValues | undefined;
  #pending: FormValues | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTask: Promise<unknown> = Promise.resolve();
  #ended = false;
  /** The session is over or another person's; what is pending stays on the device. */
  #isPaused = false;

  constructor(device: Autosave, { userId, stored, other }: ServiceCopyOptions) {
    this.#device = device;
    this.userId = userId;
    this.#revision = stored?.revision;
    this.#state = { isOn: stored?.is_off !== true, isSent: true, other };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getState = (): ServiceCopyState => this.#state;

  #update(changes: Partial<ServiceCopyState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  schedule(values: FormValues): void {
    this.#pending = values;
    if (this.#state.isSent) this.#update({ isSent: false });
    this.#startTimer(SEND_DELAY_MS);
  }

  #startTimer(ms: number): void {
    if (this.#ended || this.#isPaused || !this.#state.isOn) return;
    this.#timer ??= setTimeout(this.flush, ms);
  }

  /** @returns whether everything typed is stored */
  readonly flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const task = this.#lastTask.then(() => this.#sendPending()).catch(() => undefined);
    this.#lastTask = task;
    await task;
    return this.#pending === undefined;
  };

  async #sendPending(): Promise<void> {
    const values = this.#pending;
    if (!values || this.#ended || this.#isPaused || !this.#state.isOn || this.#state.other) return;
    if (this.#sent && isSame(values, this.#sent)) return this.#confirm(values);
    if (this.#revision === undefined) await this.#read();
    if (this.#revision === undefined) return this.#startTimer(RETRY_DELAY_MS);
    if (this.#state.other || !this.#state.isOn) return;
    const { answer, error } = await send(saveUnfinishedForm, {
      form: toUnfinishedForm(values),
      revision: this.#revision,
      draft_version: this.#device.baseline.version,
      usr_id: this.userId,
    });
    const revision = answer?.data?.[0]?.revision;
    if (revision !== undefined) {
      this.#revision = revision;
      this.#sent = values;
      this.#confirm(values);
    } else if (error?.kind === 'conflict') {
      this.#revision = undefined;
      this.#startTimer(0);
    } else if (answer || error?.kind === 'closed') this.#ended = true;
    else if (isSessionOver(error)) this.#isPaused = true;
    // A text that is too long is sent again once it has changed.
    else if (error?.kind !== 'invalid') this.#startTimer(RETRY_DELAY_MS);
  }

  #confirm(values: FormValues): void {
    this.#device.confirmSent(values, this.#revision ?? 0);
    if (this.#pending === values) {
      this.#pending = undefined;
      this.#update({ isSent: true });
    } else this.#startTimer(SEND_DELAY_MS);
  }

  async #read(): Promise<void> {
    const { answer, error } = await send(getUnfinishedForm, {});
    if (isSessionOver(error)) this.#isPaused = true;
    const [stored] = answer?.data ?? [];
    if (!stored) return;
    const { number } = this.#device.baseline.values;
    const other = toOtherForm(stored, number);
    const isKnown = (values: FormValues) =>
      this.#device.isUnchangedOrEmpty(values) ||
      [this.#pending, this.#sent].some((own) => own && isSame(own, values));
    this.#revision = stored.revision;
    this.#update({ isOn: !stored.is_off, ...(other && !isKnown(other.values) && { other }) });
  }

  /** The applicant has chosen: these values take the place of the others. */
  replaceOther(values: FormValues): void {
    this.#update({ other: undefined });
    this.schedule(values);
  }

  /** The applicant goes on with the others. */
  acceptOther(): void {
    this.#sent = this.#state.other?.values;
    this.#pending = undefined;
    this.#update({ other: undefined, isSent: true });
  }

  /** Off deletes what is stored. On, the values are sent. */
  async turn(isOn: boolean, values: FormValues): Promise<void> {
    this.#update({ isOn, other: undefined });
    this.schedule(values);
    const error = await this.#delete({ turn_off: !isOn });
    if (!error) return;
    sayError(error);
    this.#update({ isOn: !isOn });
  }

  /** Deletes what is stored, which the applicant drops. */
  discard(): Promise<unknown> {
    this.#pending = undefined;
    this.#update({ isSent: true, other: undefined });
    return this.#delete({ turn_off: !this.#state.isOn });
  }

  #delete(turn: { readonly turn_off: boolean }): Promise<PortalError | undefined> {
    this.#sent = undefined;
    const task = this.#lastTask.then(async () => {
      const { answer, error } = await send(deleteUnfinishedForm, { ...turn, usr_id: this.userId });
      this.#revision = answer?.data?.[0]?.revision;
      return error;
    });
    this.#lastTask = task;
    return task;
  }

  /** The same person has signed in again. */
  resume(): void {
    this.#isPaused = false;
    void this.flush();
  }

  /** Sends what is pending, and nothing afterwards. */
  release(): void {
    void this.flush().then(this.stop);
  }

  readonly stop = (): void => {
    this.#ended = true;
    clearTimeout(this.#timer);
  };
}

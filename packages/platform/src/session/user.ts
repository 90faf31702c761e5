/** Who is signed in, as the pages show it; what may be seen is decided by the session's cookie alone. */
export interface User {
  readonly id: string;
  readonly number: string;
  readonly name: string;
}

const keys = { id: 'usr_id', number: 'number', name: 'name' } as const;

/** Who was signed in when this browser was here last; nobody where there is no browser. */
export function rememberedUser(): User | undefined {
  if (!globalThis.document) return undefined;
  const [id, number, name] = [keys.id, keys.number, keys.name].map((key) => localStorage.getItem(key));
  return id ? { id, number: number ?? '', name: name ?? '' } : undefined;
}

export function rememberUser({ id, number, name }: User): void {
  localStorage.setItem(keys.id, id);
  localStorage.setItem(keys.number, number);
  localStorage.setItem(keys.name, name);
}

export const forgetUser = (): void => localStorage.clear();

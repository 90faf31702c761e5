/** XMLHttpRequest as the upload client uses it, over the current `fetch`. */
class XhrOverFetch {
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload = () => {};
  onerror = (_error: unknown) => {};
  status = 0;
  responseText = '';
  #address = '';
  #init: RequestInit & { headers: Record<string, string> } = { headers: {} };
  #answered: Headers | undefined;
  readonly #stop = new AbortController();

  open(method: string, address: string): void {
    this.#address = address;
    this.#init.method = method;
  }
  setRequestHeader(name: string, value: string): void {
    this.#init.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return this.#answered?.get(name) ?? null;
  }
  abort(): void {
    this.#stop.abort();
  }
  send(body: Blob | null): void {
    const { signal } = this.#stop;
    const answer = fetch(this.#address, { ...this.#init, body, signal }).then(async (response) => {
      this.responseText = await response.text();
      this.status = response.status;
      this.#answered = response.headers;
    });
    answer.then(
      () => signal.aborted || this.onload(),
      (error) => signal.aborted || this.onerror(error),
    );
  }
}

Object.assign(globalThis, { XMLHttpRequest: XhrOverFetch });

/** Prepares the checkout, then executes the requested program, on the pinned Node. */
export function main(args: readonly string[]): Promise<void>;

declare const programs: Readonly<Record<string, string | readonly string[]>>;

export { programs };

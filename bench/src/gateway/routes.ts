/** One thing for each way to the service: asked itself, through a bare proxy, and through the gateway. */
export type ByRoute<Value> = Readonly<Record<'direct' | 'bare' | 'gateway', Value>>;

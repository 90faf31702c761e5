/** One thing for each way to the service: asked itself, through a bare proxy, and through the gateway. */
export type Ways<One> = Readonly<Record<'direct' | 'bare' | 'gateway', One>>;

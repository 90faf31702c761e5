import type { BrokerPasswords } from '@archaka/contracts/broker';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** A process of the portal, as data. */
export interface Component {
  name: string;
  /** Its port is PORTAL_PORT and this. */
  offset: number;
  /** Other ports it listens on, and what for. */
  extraPorts?: { offset: number; as: string }[];
  /** Its entry file, from the checkout. */
  main: string;
  /** Limit of its JavaScript heap in MiB. */
  heap: number;
  /** Started again whenever one of its sources changes. */
  watched?: boolean;
  /** What it prints is for whoever has started the portal, and not for a log. */
  printsToTerminal?: boolean;
  /** Variables it takes as they are given from outside. */
  inheritedEnv: string[];
  env: (portal: Portal) => Record<string, string>;
}

/** All that the parts' environments are made of. */
export interface Portal extends Settings {
  secrets: Secrets;
  mongoUrl: string;
  amqpUrl: string;
  /** Of the services' users at the broker; without them all share the user of `amqpUrl`. */
  brokerPasswords?: BrokerPasswords | undefined;
  chromium: string;
  sliceStore: string;
  /** Where browsers reach the payment request handler. */
  handlerUrl: string;
  razorpayUrl: string;
}

/** What a portal consists of, as data. */
export interface Plan {
  components: Component[];
  /** The workspaces whose bundles are built. */
  bundles: string[];
  /** Those of them that are published as slices. */
  remotes: string[];
  /** None of its parts keeps anything: neither stores nor a browser are needed. */
  withoutStores?: boolean;
}

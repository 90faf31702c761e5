import type { BrokerPasswords } from '@archaka/contracts/broker';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** A process of the portal, as data. */
export interface Component {
  name: string;
  /** Its port is PORTAL_PORT plus this. */
  offset: number;
  /** Other ports it listens on, by purpose. */
  extraPorts?: { offset: number; as: string }[];
  /** Its entry file, relative to the checkout. */
  main: string;
  /** Limit of its JavaScript heap in MiB. */
  heap: number;
  /** Restarted after each change of its sources. */
  watched?: boolean;
  /** Prints to the terminal, not to a log. */
  printsToTerminal?: boolean;
  /** Variables that it inherits from the environment. */
  inheritedEnv: string[];
  env: (portal: Portal) => Record<string, string>;
}

/** Inputs of the components' environments. */
export interface Portal extends Settings {
  secrets: Secrets;
  mongoUrl: string;
  amqpUrl: string;
  /** Passwords of the services' users at the broker; without them all share the user of `amqpUrl`. */
  brokerPasswords?: BrokerPasswords | undefined;
  chromium: string;
  sliceStore: string;
  /** Public address of the payment request handler. */
  handlerUrl: string;
  razorpayUrl: string;
}

/** The components of a portal, as data. */
export interface Plan {
  components: Component[];
  /** The workspaces whose bundles are built. */
  bundles: string[];
  /** Those of them that are published as slices. */
  remotes: string[];
  /** No component stores data: neither stores nor a browser are needed. */
  withoutStores?: boolean;
}

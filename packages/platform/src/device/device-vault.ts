import { type Sealed, seal, unseal } from './cipher.ts';
import { createDeviceKeyLoader } from './device-keys.ts';

/** Seals one applicant's data on the device. */
export interface DeviceVault {
  /** Undefined while the key is not loaded. */
  readonly seal: (bytes: BufferSource, id: string) => Promise<Sealed | undefined>;
  /** Undefined for data that the keys do not open: it may belong to another session. */
  readonly unseal: (sealed: Sealed, id: string) => Promise<ArrayBuffer | undefined>;
}

export function createDeviceVault(userId: string): DeviceVault {
  const loadKeys = createDeviceKeyLoader(userId);
  void loadKeys();
  return {
    async seal(bytes, id) {
      const [key] = (await loadKeys()) ?? [];
      return key && seal(bytes, { key, id });
    },
    async unseal(sealed, id) {
      const keys = await loadKeys();
      return keys && unseal(sealed, { keys, id }).catch(() => undefined);
    },
  };
}

import type { Values } from './documents.ts';

/**
 * A store of keys, each kept until the outcome of its write is known. To keep keys over a reload,
 * use a store that outlives the page.
 */
export interface Keys {
  readonly get: (name: string) => string | null | undefined | Promise<string | null | undefined>;
  readonly set: (name: string, key: string) => unknown;
  readonly delete: (name: string) => unknown;
}

/** The key of a write. */
export interface OpenKey {
  readonly key: string;
  /** True if no request with this key has been sent. */
  readonly isNew: boolean;
  /** True if the gateway may have forgotten it: the same key would then write again. */
  readonly isOld: boolean;
  readonly drop: () => Promise<void>;
}

const keptMs = 24 * 3_600_000;

/** Finds and creates the keys of writes. A write is the text of a mutation and an input. */
export interface Keyring {
  /** The key of this write: the stored one, or a new one, which is then stored. */
  readonly open: (text: string, input: Values) => Promise<OpenKey>;
  /** True if a key of this write is stored. */
  readonly isOpen: (text: string, input: Values) => Promise<boolean>;
  readonly forget: (text: string, input: Values) => Promise<void>;
}

/** Creates a keyring over a store of keys. */
export const createKeyring = (keys: Keys): Keyring => {
  const opening = new Map<string, Promise<string>>();
  const drop = async (name: string): Promise<void> => void (await keys.delete(name));
  const find = async (name: string): Promise<Omit<OpenKey, 'drop'>> => {
    const kept = (await opening.get(name)) ?? (await keys.get(name));
    if (kept) {
      const [since = '', key = ''] = kept.split(' ');
      return { key, isNew: false, isOld: Date.now() - Number(since) > keptMs };
    }
    const key = newKey();
    const text = `${Date.now()} ${key}`;
    await keys.set(name, text);
    return { key, isNew: true, isOld: false };
  };
  return {
    open: async (text, input) => {
      const given = input['idempotencyKey'];
      if (typeof given === 'string')
        return { key: given, isNew: false, isOld: false, drop: async () => undefined };
      const name = nameOf(text, input);
      const found = find(name);
      // Callers with the same write get the same key meanwhile.
      opening.set(
        name,
        found.then(({ key }) => `${Date.now()} ${key}`),
      );
      try {
        return { ...(await found), drop: () => drop(name) };
      } finally {
        opening.delete(name);
      }
    },
    isOpen: async (text, input) => Boolean(await keys.get(nameOf(text, input))),
    forget: (text, input) => drop(nameOf(text, input)),
  };
};

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The name under which the key of a write is stored: its mutation, and a checksum of its input. */
const nameOf = (text: string, input: Values): string => {
  const [, mutation = ''] = /\bmutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(text) ?? [];
  return `ads-graph ${mutation} ${checksum(sorted(input))}`;
};

/** An input as text; the order of its members does not matter. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

// The gateway compares inputs too: two inputs with one checksum are an error, not one write.
const checksum = (text: string): string => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  return [one ^ (other >>> 16), other ^ (one >>> 13)]
    .map((half) => (half >>> 0).toString(16).padStart(8, '0'))
    .join('');
};

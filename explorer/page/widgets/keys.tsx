export const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** The modifier of shortcuts on this machine. */
const mod = isMac ? '⌘' : 'Ctrl';

/** A shortcut with that modifier as text: `Ctrl+K`. */
export const keyed = (key: string): string => (isMac ? mod + key : `${mod}+${key}`);

const names: Readonly<Record<string, string>> = isMac
  ? { Mod: mod, Alt: '⌥', Shift: '⇧' }
  : { Mod: mod };

/** Keys as caps. A shortcut is written `Mod K`, one of two keys `↑/↓`. */
export const Keys = ({ of }: { readonly of: string }) => (
  <span class="caps">
    {of.split(' ').map((key) => (
      <kbd key={key}>{names[key] ?? key}</kbd>
    ))}
  </span>
);
